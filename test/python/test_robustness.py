"""Broken, huge and odd texts: what can be read is looked at, what cannot is said."""

from pathlib import Path
from typing import NamedTuple

import pytest

from python.scanning import scan

pytestmark = pytest.mark.any_llvm

EXPORT = b"import jax, torch\ndef f(x: jax.Array):\n    return torch.from_dlpack(x)\n"
MADE = b"torch.from_dlpack(jax.numpy.ones(3))"


class Odd(NamedTuple):
    name: str
    text: bytes
    places: list[tuple[int, int]]  # line and column of every finding
    notes: int = 0  # parts said not to be looked at


def broken(name: str, text: bytes, places: list[tuple[int, int]]) -> Odd:
    return Odd(name, text, places, notes=1)


ODD = [
    Odd("empty", b"", []),
    Odd("byte order mark", b"\xef\xbb\xbf" + EXPORT, [(3, 12)]),
    Odd("byte order mark before a finding", b"\xef\xbb\xbfimport jax, torch; t = " + MADE, [(1, 24)]),
    Odd("windows", EXPORT.replace(b"\n", b"\r\n"), [(3, 12)]),
    Odd("tabs", EXPORT.replace(b"    ", b"\t"), [(3, 9)]),
    Odd("form feed", EXPORT.replace(b"\ndef", b"\n\x0c\ndef"), [(4, 12)]),
    Odd("no end of line", EXPORT.rstrip(), [(3, 12)]),
    Odd("continued lines", b"import jax, \\\n torch\nt = torch \\\n .from_dlpack(jax.numpy. \\\n ones(3))\n", [(3, 5)]),
    Odd("characters of many bytes", EXPORT.replace(b"return", 's = "äö€😀"; return'.encode()), [(3, 31)]),
    Odd("invalid UTF-8", b"s = '\xff\xfe\x80'\n" + EXPORT, [(4, 12)]),
    Odd("latin-1", b"# -*- coding: latin-1 -*-\ns = '\xe4'\n" + EXPORT, [(5, 12)]),
    Odd("literal of a megabyte", EXPORT + b"s = '" + b"x" * (1 << 20) + b"'; t = " + MADE, [(3, 12), (4, 1048589)]),
    Odd("line of 200,000 characters", EXPORT + b"s = " + b"+".join([b"abcd"] * 40_000) + b"; t = " + MADE, [(3, 12), (4, 200010)]),
    Odd("list of 300,000 elements", EXPORT + b"s = [" + b"1," * 300_000 + b"]\nt = " + MADE, [(3, 12), (5, 5)]),
    broken("NUL bytes", EXPORT + b"\0\0 x = 3\n" + EXPORT, [(3, 12), (7, 12)]),
    broken("unterminated text", EXPORT + b"s = '''never ends\n", [(3, 12)]),
    broken("unterminated line", b"s = 'never ends\n" + EXPORT, [(4, 12)]),
    broken("syntax errors", EXPORT + b"def broken(:\n  x = = 3\n" + EXPORT, [(3, 12), (8, 12)]),
    broken("stray brackets", EXPORT + b")))]]\nclass :\n" + EXPORT, [(3, 12), (8, 12)]),
    broken("deep parentheses", EXPORT + b"t = torch.from_dlpack(" + b"(" * 10_000 + b"y" + b")" * 10_000 + b")\n", [(3, 12), (4, 5)]),
    broken("deep brackets", EXPORT + b"t = torch.from_dlpack(" + b"[" * 10_000 + b"]" * 10_000 + b")\n", [(3, 12)]),
    broken("open parentheses", EXPORT + b"t = " + b"(" * 10_000 + b"\n", [(3, 12)]),
    broken("deep calls", EXPORT + b"t = " + b"f(" * 10_000 + MADE + b")" * 10_000 + b"\n", [(3, 12)]),
    broken("deep lambdas", EXPORT + b"t = " + b"lambda: " * 10_000 + MADE + b"\n", [(3, 12)]),
    broken("long chain", EXPORT + b"t = torch.from_dlpack(x" + b".a" * 50_000 + b")\n", [(3, 12), (4, 5)]),
    broken(
        "deep indentation",
        EXPORT + b"def g(x):\n" + b"".join(b" " * depth + b"if x:\n" for depth in range(1, 300)) + b" " * 300 + MADE + b"\n",
        [(3, 12), (304, 301)],
    ),
]  # fmt: skip


@pytest.mark.parametrize("odd", ODD, ids=[odd.name for odd in ODD])
def test_odd_text(odd: Odd, build_dir: Path, tmp_path: Path) -> None:
    path = tmp_path / "text.py"
    path.write_bytes(odd.text)
    report = scan(build_dir, path)
    assert [(each["line"], each["column"]) for each in report["findings"]] == odd.places
    assert len(report["notAnalysed"]) == odd.notes


@pytest.mark.parametrize("end", [b"\n", b"\r\n"], ids=["LF", "CRLF"])
@pytest.mark.parametrize("indent", [b"\t", b"    "], ids=["tab", "blanks"])
def test_fixes_touch_nothing_else(end: bytes, indent: bytes, build_dir: Path, tmp_path: Path) -> None:
    before = [b"\xef\xbb\xbfimport jax, torch", b"import numpy as np", b"s = '\xff\xc3\xa4\xe2\x82\xac'"]
    before += [b"def f(x: jax.Array):", indent + b"'\xf0\x9f\x98\x80'; return torch.from_dlpack(x)  # \xe2\x82\xac", b""]
    path = tmp_path / "text.py"
    path.write_bytes(end.join(before))
    scan(build_dir, path, "--fix", "--unsafe-fixes")
    after = [line.replace(b"from_dlpack(x)", b"from_dlpack(np.array(x))") for line in before]
    assert path.read_bytes() == end.join(after)
