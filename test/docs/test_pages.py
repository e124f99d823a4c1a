"""Each check has its page, in the one form, and the README lists it."""

from pathlib import Path

import pytest

import generate
import pages

ROOT = generate.ROOT
CHECKS = generate.all_checks()
PAGES = ROOT / "docs/checks"
pytestmark = pytest.mark.any_llvm


@pytest.mark.parametrize("check", CHECKS, ids=[check.name for check in CHECKS])
def test_page(check: generate.Check) -> None:
    text = (PAGES / f"{check.name}.md").read_text()
    title, _, rest = text.partition("\n\n")
    assert title == f"# {check.name}"
    summary = " ".join(rest.partition("\n\n")[0].split())
    assert summary == check.summary
    assert pages.sections(text) == pages.SECTIONS
    shown = {block.section for block in pages.blocks(text) if block.language in ("c", "cpp")}
    assert {"Example", "Instead"} <= shown


def test_no_page_without_a_check() -> None:
    assert {page.stem for page in PAGES.glob("*.md")} <= {check.name for check in CHECKS}


def test_checks_def_is_read_whole() -> None:
    text = (ROOT / "checks/Checks.def").read_text()
    lines = [line for line in text.splitlines() if line.startswith("DLPACK_CHECK(")]
    assert len(CHECKS) == len(lines)
    assert len({check.name for check in CHECKS}) == len(CHECKS)


def test_table_in_readme_is_current() -> None:
    readme = (ROOT / "README.md").read_text()
    assert readme == generate.with_table(readme, CHECKS)


def test_table_changes_with_the_checks() -> None:
    before = f"text\n{generate.BEGIN}old\n{generate.END}more\n"
    definitions = 'DLPACK_CHECK(Foo, "dlpack-foo", 1, Safe,\n             "Says \\"x\\" in "\n             "two parts.")\n'
    (check,) = generate.read_checks(definitions)
    assert check == generate.Check("dlpack-foo", 1, "Safe", 'Says "x" in two parts.')
    assert "| [`dlpack-foo`](docs/checks/dlpack-foo.md) | 1 | safe |" in generate.with_table(before, [check])


def test_links_between_pages_lead_somewhere() -> None:
    broken = [
        f"{page}: {target}"
        for page in pages.all_pages(ROOT)
        for target in pages.links((ROOT / page).read_text())
        if not (ROOT / page.parent / target).exists()
    ]
    assert not broken


def test_python_blocks_parse() -> None:
    for page in pages.all_pages(ROOT):
        for block in pages.blocks((ROOT / page).read_text()):
            if block.language == "python":
                compile(block.text, f"{page}:{block.line}", "exec")
