"""The axes of the conformance matrix, and what the right elements are.

Nothing but the standard library: this runs under each library's own Python.
"""

from dataclasses import dataclass
from typing import Any, Iterator

ROWS, COLUMNS = 6, 8


@dataclass(frozen=True)
class Dtype:
    name: str
    code: int
    bits: int

    @property
    def triple(self) -> tuple[int, int, int]:
        return self.code, self.bits, 1

    @property
    def base(self) -> bytes:
        """Elements of a ROWS x COLUMNS array; finite numbers in every type."""
        count = ROWS * COLUMNS
        if self.name == "bool":
            return bytes(i % 3 % 2 for i in range(count))
        return bytes((i * 7 + 3) % 60 for i in range(count * self.bits // 8))


DTYPES = [
    Dtype("float32", 2, 32),
    Dtype("int32", 0, 32),
    Dtype("bool", 6, 8),
    Dtype("complex64", 5, 64),
    Dtype("bfloat16", 4, 16),
    Dtype("float8_e4m3fn", 10, 8),
]


@dataclass(frozen=True)
class Layout:
    """A view of the base array, as indices and as shape, strides and offset."""

    name: str
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    offset: int

    def elements(self, dtype: Dtype) -> bytes:
        """The view's elements in C order."""
        size = dtype.bits // 8
        base = dtype.base
        return b"".join(base[i * size : (i + 1) * size] for i in self._indices())

    def _indices(self) -> Iterator[int]:
        places = [self.offset]
        for extent, stride in zip(self.shape, self.strides):
            places = [place + i * stride for place in places for i in range(extent)]
        return iter(places)


LAYOUTS = [
    Layout("contiguous", (6, 8), (8, 1), 0),
    Layout("sliced", (3, 3), (16, 3), 8),
    Layout("negative", (6, 4), (-8, -2), 47),
    Layout("broadcast", (5, 8), (0, 1), 0),
    Layout("zero-size", (0, 8), (8, 1), 0),
    Layout("0-d", (), (), 19),
]


def view(base: Any, layout: Layout, broadcast: Any) -> Any:
    """The same view made by indexing \a base; \a broadcast(row, shape)."""
    return {
        "contiguous": lambda: base,
        "sliced": lambda: base[1::2, ::3],
        "negative": lambda: base[::-1, ::-2],
        "broadcast": lambda: broadcast(base[0], (5, 8)),
        "zero-size": lambda: base[:0],
        "0-d": lambda: base[2, 3],
    }[layout.name]()


class Own:
    """An argument that is left as the consumer passes it."""

    def __repr__(self) -> str:
        return "own"


OWN = Own()
VERSIONS = [OWN, None, (0, 8), (1, 0)]
COPIES = [OWN, None, True, False]
DEVICES = [OWN, None, (1, 0), (2, 0)]


@dataclass(frozen=True)
class Request:
    version: Any
    copy: Any
    device: Any

    @property
    def is_plain(self) -> bool:
        return self.version is OWN and self.copy is OWN and self.device is OWN

    def __str__(self) -> str:
        return f"max_version={self.version} copy={self.copy} dl_device={self.device}"


def requests() -> Iterator[Request]:
    """The consumer's own call, and every combination of arguments."""
    yield Request(OWN, OWN, OWN)
    for version in VERSIONS[1:]:
        for copy in COPIES[1:]:
            for device in DEVICES[1:]:
                yield Request(version, copy, device)


class Asking:
    """Puts its own arguments in place of those the consumer passes."""

    def __init__(self, array: Any, request: Request) -> None:
        self.array, self.request = array, request
        self.refusal: BaseException | None = None

    def __dlpack_device__(self) -> Any:
        return self.array.__dlpack_device__()

    def __dlpack__(self, *, stream: Any = None, **asked: Any) -> Any:
        chosen = {
            "max_version": self.request.version,
            "copy": self.request.copy,
            "dl_device": self.request.device,
        }
        for name, value in chosen.items():
            # Producers that are older than an argument know its default only.
            if value is None:
                asked.pop(name, None)
            else:
                asked[name] = value
        try:
            return self.array.__dlpack__(**asked)
        except BaseException as refusal:
            self.refusal = refusal
            raise
