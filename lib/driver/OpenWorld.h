//===--- OpenWorld.h - declares names whose headers are missing -----------===//
#ifndef DLPACK_TIDY_DRIVER_OPENWORLD_H
#define DLPACK_TIDY_DRIVER_OPENWORLD_H

#include "clang/AST/ASTConsumer.h"

#include <memory>

namespace dlpack_tidy::driver {

/// A consumer that makes Sema declare what it cannot find: as a namespace, or
/// as a type, an alias template or a variable of the prelude's class that could
/// be anything. What the name is, is read from its surroundings. Names of the
/// standard library, of system headers and in templates are left alone.
std::unique_ptr<clang::ASTConsumer> makeOpenWorld();

} // namespace dlpack_tidy::driver

#endif // DLPACK_TIDY_DRIVER_OPENWORLD_H
