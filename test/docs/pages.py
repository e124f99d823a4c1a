"""Reads the documentation: its sections and the code blocks in them."""

import re
from pathlib import Path
from typing import NamedTuple

SECTIONS = [
    "What it does",
    "Why it fails",
    "Example",
    "Instead",
    "Fixes and their safety",
    "Options",
    "Known limits",
    "References",
]


class Block(NamedTuple):
    language: str
    section: str
    line: int
    text: str


def blocks(page: str) -> list[Block]:
    """Every fenced block; `line` is where its text starts, from 1."""
    found: list[Block] = []
    section, language, start, body = "", None, 0, []
    for number, line in enumerate(page.splitlines(), 1):
        if language is None and line.startswith("```"):
            language, start, body = line[3:].strip(), number + 1, []
        elif language is not None and line.startswith("```"):
            found.append(Block(language, section, start, "\n".join(body) + "\n"))
            language = None
        elif language is not None:
            body.append(line)
        elif line.startswith("## "):
            section = line[3:].strip()
    return found


def prose(page: str) -> str:
    """The page without its code, fenced or in a line."""
    without_blocks = re.sub(r"^ *```.*?^ *```", "", page, flags=re.M | re.S)
    return re.sub(r"`[^`\n]*`", "", without_blocks)


def sections(page: str) -> list[str]:
    return re.findall(r"^## (.*\S)", prose(page), re.M)


def links(page: str) -> list[str]:
    """Targets on this side of the network, without their anchors."""
    return re.findall(r"\]\((?!https?:)([^)#\s]+)", prose(page))


def all_pages(root: Path) -> list[Path]:
    """README and whatever docs/ holds, relative to the root."""
    found = [root / "README.md", *sorted((root / "docs").rglob("*.md"))]
    return [page.relative_to(root) for page in found if page.exists()]
