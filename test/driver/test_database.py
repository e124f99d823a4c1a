"""Compilation databases: found, obeyed, and cleared of foreign flags."""

import json
from pathlib import Path

import pytest

from conftest import CHECK, CLEAN, FAULT, FAULTY, Tool, complaint, places

# Without -DFAULTY nothing is there to find.
CONDITIONAL = f"#include <Python.h>\n#ifdef FAULTY\n{FAULT}#endif\n"


def database(tool: Tool, *commands: tuple[str, str], folder: str = "build") -> None:
    (tool.folder / folder).mkdir(exist_ok=True)
    entries = [
        {"directory": str(tool.folder / folder), "file": f"../{file}", "command": command}
        for file, command in commands
    ]
    tool.write(f"{folder}/compile_commands.json", json.dumps(entries))


def test_a_named_database_is_used(tool: Tool) -> None:
    tool.write("a.cpp", CONDITIONAL)
    database(tool, ("a.cpp", "g++ -DFAULTY -c ../a.cpp -o a.o"), folder="odd")
    tool.scan("a.cpp", status=0)
    assert places(tool.scan("a.cpp", "-p", "odd", status=1)) == [("a.cpp", 3, CHECK)]


@pytest.mark.parametrize("folder", ["build", "cmake-build-debug", "."])
def test_a_usual_build_folder_is_found(tool: Tool, folder: str) -> None:
    tool.write("a.cpp", CONDITIONAL)
    database(tool, ("a.cpp", "g++ -DFAULTY -c a.cpp"), folder=folder)
    if folder == ".":
        database(tool, ("a.cpp", "g++ -DFAULTY -c a.cpp"), folder=folder)
        entries = json.loads((tool.folder / "compile_commands.json").read_text())
        entries[0]["file"] = "a.cpp"
        tool.write("compile_commands.json", json.dumps(entries))
    assert places(tool.scan("a.cpp", status=1)) == [("a.cpp", 3, CHECK)]


@pytest.mark.parametrize(
    "command",
    [
        "g++ -DFAULTY -fno-canonical-system-headers -fconserve-stack -mno-such-thing -c ../a.cpp",
        "g++ -DFAULTY -Wno-such-warning -Werror -Wall -pedantic-errors -c ../a.cpp",
        "g++ -DFAULTY -fmodules-ts -fmodule-mapper=map -fdeps-format=p1689r5 -x c++ ../a.cpp",
        "clang++ -DFAULTY -Xclang -include-pch -Xclang gone.pch -Winvalid-pch -c ../a.cpp",
        "clang++ -DFAULTY -include-pch gone.pch -fplugin=gone.so -Xclang -load -Xclang gone.so ../a.cpp",
        "ccache g++ -DFAULTY -MD -MT a.o -MF a.d -o a.o -c ../a.cpp",
    ],
)
def test_foreign_flags_are_dropped(tool: Tool, command: str) -> None:
    tool.write("a.cpp", CONDITIONAL)
    database(tool, ("a.cpp", command))
    report = tool.scan("a.cpp", status=1)
    assert places(report) == [("a.cpp", 3, CHECK)]
    assert report["notAnalysed"] == []


def test_a_header_behind_the_precompiled_one_is_included(tool: Tool) -> None:
    tool.write("a.cpp", FAULT)
    tool.write("build/pch.hxx", "#include <Python.h>\n")
    flags = "-Xclang -include-pch -Xclang gone.pch -Xclang -include -Xclang pch.hxx"
    database(tool, ("a.cpp", f"clang++ {flags} -c ../a.cpp"))
    report = tool.scan("a.cpp", status=1)
    assert report["notAnalysed"] == []


def test_nvcc(tool: Tool) -> None:
    tool.write("a.cu", CONDITIONAL)
    tool.write("build/flags.rsp", "-DFAULTY -isystem=inc")
    tool.write("build/inc/own.h", "")
    flags = (
        "--options-file flags.rsp -gencode arch=compute_70,code=sm_70 -Xcompiler=-fPIC,-Wall"
        " --expt-relaxed-constexpr -Xptxas -O3 -ccbin g++ -std=c++17 -x cu -dc"
    )
    database(tool, ("a.cu", f"/usr/local/cuda/bin/nvcc {flags} ../a.cu -o a.o"))
    report = tool.scan("a.cu", status=1)
    assert places(report) == [("a.cu", 3, CHECK)]
    assert report["notAnalysed"] == []


# Kernels, their launch, device functions, library headers of the toolkit.
REAL_CUDA = """\
#include <cuda_runtime.h>
#include <cuda_fp16.h>
#include <dlpack/dlpack.h>
#include <vector>
__device__ inline float twice(float x) { return __fmul_rn(x, 2.0f); }
__global__ void fill(float *data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  __shared__ float part[32];
  if (i < n)
    data[i] = twice(part[threadIdx.x % 32]);
  __syncthreads();
}
void run(DLTensor *t, cudaStream_t stream) {
  fill<<<dim3(1), dim3(32), 0, stream>>>(static_cast<float *>(t->data), 3);
  if (cudaStreamSynchronize(stream) != cudaSuccess)
    return;
}
"""
TOOLKIT = Path("/usr/local/cuda")


@pytest.mark.skipif(not (TOOLKIT / "bin/nvcc").exists(), reason="the CUDA toolkit is not installed")
def test_nvcc_with_its_toolkit(tool: Tool) -> None:
    tool.write("a.cu", REAL_CUDA + CONDITIONAL)
    flags = (
        '-forward-unknown-to-host-compiler -DFAULTY -O3 -DNDEBUG -std=c++17 "--generate-code=arch=compute_80,'
        'code=[compute_80,sm_80]" --expt-extended-lambda --expt-relaxed-constexpr -Xcudafe --diag_suppress=20012'
        " -Xcompiler=-fPIC,-Wall,-fno-strict-aliasing -lineinfo -rdc=true -t 2 -MD -MT a.o -MF a.o.d -x cu -c"
    )
    database(tool, ("a.cu", f"{TOOLKIT}/bin/nvcc {flags} ../a.cu -o a.o"))
    report = tool.scan("a.cu", "--checks=dlpack-capsule-name", status=1)
    assert [each["check"] for each in report["findings"]] == [CHECK]
    assert report["notAnalysed"] == []
    assert report["parsed"][0]["recovered"] == []


@pytest.mark.parametrize(
    "command",
    [
        "cl.exe /nologo /DFAULTY /I../include /std:c++20 /EHsc /W4 /Zc:preprocessor /FIfirst.h /c ../a.cpp /Foa.obj",
        "cl -nologo -D FAULTY -external:Ielsewhere -std:c++17 -MD -c ../a.cpp",
        "clang-cl /DFAULTY /imsvc elsewhere /Zi /Fdx.pdb /c ../a.cpp",
    ],
)
def test_msvc_s_flags_are_understood(tool: Tool, command: str) -> None:
    tool.write("a.cpp", CONDITIONAL)
    tool.write("build/first.h", "#pragma once\n")
    database(tool, ("a.cpp", command))
    report = tool.scan("a.cpp", status=1)
    assert places(report) == [("a.cpp", 3, CHECK)]
    assert report["notAnalysed"] == []


def test_one_note_says_what_was_used_and_left_out(tool: Tool) -> None:
    for name in ("a.cpp", "b.cpp", "c.cpp"):
        tool.write(name, FAULTY)
    flags = "-fconserve-stack -mno-such-thing -O2 -Wall"
    database(tool, *((name, f"g++ {flags} -c ../{name}") for name in ("a.cpp", "b.cpp")))
    (note,) = tool.run("scan", ".").stderr.splitlines()
    assert note == (
        "note: build/compile_commands.json says how files are compiled, not for 1 of them; left out, because clang "
        "does not know them: -fconserve-stack -mno-such-thing"
    )
    tool.write("build/compile_commands.json", "[]")
    (tool.folder / "build/compile_commands.json").unlink()
    assert tool.run("scan", ".").stderr == ""


def test_a_header_is_read_through_a_source_that_includes_it(tool: Tool) -> None:
    tool.write("include/part.h", "#ifdef FAULTY\n" + FAULT.replace("bool", "inline bool") + "#endif\n")
    tool.write("a.cpp", '#include <Python.h>\n#include "part.h"\nvoid *capsule;\n')
    tool.write("b.cpp", "int capsule;\n")
    command = "g++ -DFAULTY -I../include -c ../{}"
    database(tool, *((name, command.format(name)) for name in ("a.cpp", "b.cpp")))
    report = tool.scan("include/part.h", status=1)
    assert places(report) == [("include/part.h", 2, CHECK)]


def test_sources_that_the_database_lacks_are_scanned_all_the_same(tool: Tool) -> None:
    tool.write("a.cpp", CLEAN)
    tool.write("b.cpp", FAULTY)
    database(tool, ("a.cpp", "g++ -c ../a.cpp"))
    assert places(tool.scan(".", status=1)) == [("b.cpp", 2, CHECK)]


def test_a_broken_database_is_wrong_configuration(tool: Tool) -> None:
    tool.write("a.cpp", FAULTY)
    tool.write("build/compile_commands.json", "{")
    assert "compile_commands.json" in complaint(tool.run("scan", "a.cpp"))
