# lit's configuration. lit.site.cfg.py in the build folder knows the tools of one
# LLVM and then loads this file. A folder whose files are lit tests says so in
# its own lit.local.cfg; all others hold tests for other runners.

import shlex
from pathlib import Path

import lit.formats

config.name = f"dlpack-tidy on LLVM {config.llvm_major}"
config.test_format = lit.formats.ShTest(execute_external=False)
config.test_source_root = str(Path(config.source_root, "test"))
config.test_exec_root = str(Path(config.build_root, "test"))
config.suffixes = []
config.excludes = ["Inputs"]

config.plugin = str(Path(config.build_root, "lib", "dlpack-tidy-plugin.so"))
config.driver = str(Path(config.build_root, "bin", "dlpack-tidy"))
harness = [
    config.python,
    str(Path(config.test_source_root, "check_dlpack_tidy.py")),
    f"--clang-tidy={config.clang_tidy}",
    f"--plugin={config.plugin}",
    f"--file-check={config.file_check}",
]
if Path(config.driver).exists():
    harness.append(f"--driver={config.driver}")
    config.available_features.add("driver")

config.substitutions += [
    (r"%check_dlpack_tidy\b", shlex.join(harness)),
    (r"%clang_tidy\b", config.clang_tidy),
    (r"%plugin\b", config.plugin),
    (r"%dlpack_tidy\b", config.driver),
    (r"%clang\b", config.clang),
    (r"%python\b", config.python),
    (r"%source_root\b", config.source_root),
    (r"(?<![-/\w])FileCheck\b", config.file_check),
]

# The headers users have. -isystem, as CMake's imported targets give them: what
# a check sees of a system header differs from what it sees of the user's own.
for name, folders in config.header_folders.items():
    flags = shlex.join(f"-isystem{folder}" for folder in folders)
    config.substitutions.append((rf"%{name}\b", flags))

config.substitutions.append((r"%guard\b", f"-isystem{config.source_root}/lib/guard/include"))

config.available_features.add(f"llvm-{config.llvm_major}")
config.environment["LANG"] = "C.UTF-8"
