# The parser of Python text: tree-sitter and its Python grammar, from their
# source packages. Both are pinned by version and hash and fetched when the
# build is configured; nothing of them is committed.
#
# Where the registry is out of reach, put the two archives into one folder and
# configure with -DDLPACK_TIDY_PACKAGES=FOLDER.

set(DLPACK_TIDY_PACKAGES "${PROJECT_BINARY_DIR}/packages" CACHE PATH
    "Folder with the source packages of the Python parser; filled on demand")

# Sets <result> to the folder with the unpacked source package, fetching it
# first where the package folder does not have it.
function(dlpack_tidy_source_package result name version hash)
  string(REPLACE "-" "_" module ${name})
  # Source packages are called after the project or after its import name,
  # depending on the tool that made them.
  foreach(stem ${name}-${version} ${module}-${version})
    if(EXISTS "${DLPACK_TIDY_PACKAGES}/${stem}.tar.gz")
      set(archive "${DLPACK_TIDY_PACKAGES}/${stem}.tar.gz")
    endif()
  endforeach()
  if(NOT archive)
    find_package(Python3 COMPONENTS Interpreter)
    if(NOT Python3_Interpreter_FOUND)
      message(FATAL_ERROR "Python 3 with pip is needed to fetch ${name} ${version}, the "
                          "parser of Python text; or put its source package into a folder "
                          "and configure with -DDLPACK_TIDY_PACKAGES=FOLDER")
    endif()
    set(wanted "${PROJECT_BINARY_DIR}/packages/${name}.txt")
    file(WRITE "${wanted}" "${name}==${version} --hash=sha256:${hash}\n")
    message(STATUS "Fetching ${name} ${version}")
    execute_process(
      COMMAND ${Python3_EXECUTABLE} -m pip download --quiet --no-deps --no-binary :all:
              --require-hashes --requirement "${wanted}" --dest "${DLPACK_TIDY_PACKAGES}"
      RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
    file(GLOB archive "${DLPACK_TIDY_PACKAGES}/${name}-${version}.tar.gz"
                      "${DLPACK_TIDY_PACKAGES}/${module}-${version}.tar.gz")
    if(NOT status EQUAL 0 OR NOT archive)
      message(FATAL_ERROR "Could not fetch ${name} ${version}, the parser of Python text, with "
                          "pip:\n${output}\nPut its source package into a folder and configure "
                          "with -DDLPACK_TIDY_PACKAGES=FOLDER")
    endif()
  endif()
  file(SHA256 "${archive}" found)
  if(NOT found STREQUAL hash)
    message(FATAL_ERROR "${archive} is not ${name} ${version}: its SHA-256 is ${found}, "
                        "expected ${hash}")
  endif()
  get_filename_component(stem "${archive}" NAME_WLE)
  get_filename_component(stem "${stem}" NAME_WLE)
  set(folder "${PROJECT_BINARY_DIR}/packages/${stem}")
  if(NOT EXISTS "${folder}")
    file(ARCHIVE_EXTRACT INPUT "${archive}" DESTINATION "${PROJECT_BINARY_DIR}/packages")
  endif()
  set(${result} "${folder}" PARENT_SCOPE)
endfunction()

# The grammar's parser has ABI version 14, the newest that this core knows.
dlpack_tidy_source_package(core tree-sitter 0.24.0
  abd95af65ca2f4f7eca356343391ed669e764f37748b5352946f00f7fc78e734)
dlpack_tidy_source_package(grammar tree-sitter-python 0.23.6
  354bfa0a2f9217431764a631516f85173e9711af2c13dbd796a8815acfe505d9)
set(core "${core}/tree_sitter/core/lib")

# The grammar includes <tree_sitter/parser.h> and its kind, which its package
# leaves out; the core has the same headers without the folder.
set(headers "${PROJECT_BINARY_DIR}/packages/include")
foreach(header alloc array parser ts_assert)
  configure_file("${core}/src/${header}.h" "${headers}/tree_sitter/${header}.h" COPYONLY)
endforeach()

add_library(dlpack_tidy_tree_sitter STATIC
  "${core}/src/lib.c" "${grammar}/src/parser.c" "${grammar}/src/scanner.c")
target_include_directories(dlpack_tidy_tree_sitter SYSTEM PUBLIC "${core}/include"
                           PRIVATE "${core}/src" "${headers}")
# The plugin must not offer its parser to the program that loads it.
target_compile_definitions(dlpack_tidy_tree_sitter PUBLIC TREE_SITTER_HIDE_SYMBOLS
                           PRIVATE TREE_SITTER_HIDDEN_SYMBOLS)
target_compile_options(dlpack_tidy_tree_sitter PRIVATE -O2 -w -fvisibility=hidden)
set_target_properties(dlpack_tidy_tree_sitter PROPERTIES C_STANDARD 11 C_EXTENSIONS ON)
