#!/usr/bin/env python3
"""batch.py FOLDER LIBRARY: every cell of one library, as lines of JSON.

FOLDER holds the compiled extension modules. The library takes what dlpack_guard
exports, in each binding style that was compiled, and dlpack_guard takes what
the library exports. Before a cell is tried its name is printed, so that a crash
can be put down to it.
"""

import importlib.metadata
import importlib.util
import json
import re
import sys
from pathlib import Path
from typing import Any, Iterator

from cells import DTYPES, LAYOUTS, Asking, Dtype, Layout, Request, requests
from libraries import LIBRARIES, Guard, Guarded, Library, Missing, NativeNanobind

RULE = re.compile(r"\[(dlpack-[a-z-]+)\]")


def module(folder: Path, name: str) -> Any:
    (path,) = folder.glob(f"{name}.*")
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec and spec.loader
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


def library(name: str, folder: Path) -> Library:
    if name == "guard":
        return Guard(module(folder, "guard_consumer"))
    if name == "nanobind":
        return NativeNanobind(module(folder, "nanobind_native"))
    if name.startswith("guard in "):
        return Guarded(module(folder, name.removeprefix("guard in ").lower() + "_sample"))
    return LIBRARIES[name]()


def version_of(name: str) -> str:
    distribution = {"torch": "torch", "tvm-ffi": "apache-tvm-ffi"}.get(name, name)
    try:
        return importlib.metadata.version(distribution)
    except importlib.metadata.PackageNotFoundError:
        return ""


def pairs(name: str, folder: Path) -> Iterator[tuple[str, str]]:
    """The pairs whose extension modules were compiled for this Python."""
    styles = [f"guard in {each}" for each in ("CPython", "pybind11", "nanobind")]
    compiled = [each for each in styles if list(folder.glob(f"{each[9:].lower()}_sample.*"))]
    if name == "guard":
        yield from ((style, "guard") for style in compiled)
        return
    yield from ((style, name) for style in compiled)
    yield name, "guard"


def rule_of(refusal: BaseException) -> str | None:
    found = RULE.search(str(refusal))
    return found.group(1) if found and isinstance(refusal, BufferError) else None


class Batch:
    """One producer and one consumer. An outcome is one of

    right                  the consumer has the elements
    refused: RULE          a BufferError of dlpack_guard that names RULE
    consumer: EXCEPTION    the export was right, the consumer does not take it
    missing                the producer has no such array
    WRONG: …               anything else
    """

    def __init__(self, producer: Library, consumer: Library) -> None:
        self.producer, self.consumer = producer, consumer

    def outcome(self, array: Any, dtype: Dtype, layout: Layout, request: Request) -> str:
        asking = array if request.is_plain else Asking(array, request)
        try:
            taken = self.consumer.take(asking)
        except Exception as error:
            return self.refusal(error, self.said(asking))
        found = self.consumer.bytes_of(taken, dtype)
        wanted = layout.shape, layout.elements(dtype)
        if found == wanted:
            return "right"
        return f"WRONG: {found} in place of {wanted}"

    def said(self, array: Any) -> BaseException | None:
        """What the producer answered; some consumers hide it."""
        if isinstance(array, Asking):
            return array.refusal
        try:
            array.__dlpack__(max_version=(1, 0))
        except Exception as refusal:
            return refusal
        return None

    def refusal(self, error: BaseException, said: BaseException | None) -> str:
        for each in (error, said):
            if each is not None and (rule := rule_of(each)):
                return f"refused: {rule}"
        if isinstance(self.consumer, Guard):
            return f"WRONG: {type(error).__name__}: {error}"
        if isinstance(self.producer, Guarded) and said is not None:
            return f"WRONG: {type(said).__name__}: {said}"
        return f"consumer: {type(error).__name__}"

    def cells(self) -> Iterator[tuple[str, str, str]]:
        for dtype in DTYPES:
            for layout in LAYOUTS:
                cell = f"{dtype.name} {layout.name}"
                try:
                    array = self.producer.array(dtype, layout)
                except Missing:
                    yield cell, "own", "missing"
                    continue
                for request in requests():
                    name = "own" if request.is_plain else str(request)
                    say(at=f"{cell} {name}")
                    yield cell, name, self.outcome(array, dtype, layout, request)


def say(**what: str) -> None:
    print(json.dumps(what), flush=True)


def main() -> None:
    folder, name = Path(sys.argv[1]), sys.argv[2]
    say(version=version_of(name))
    for producer, consumer in pairs(name, folder):
        batch = Batch(library(producer, folder), library(consumer, folder))
        for cell, request, outcome in batch.cells():
            say(producer=producer, consumer=consumer, cell=cell, request=request, outcome=outcome)


if __name__ == "__main__":
    main()
