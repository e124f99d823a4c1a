// The header is not this file's to change: a rename needs a new one as well.
// RUN: %check_dlpack_tidy %s dlpack-legacy-api %t -- -- -I%S/Inputs

#include "old_dlpack.h"

int on_gpu(const DLTensor *t) { return t->ctx.device_type == kDLGPU; }
// CHECK-MESSAGES: :[[@LINE-1]]:43: warning: 'ctx' does not compile with dlpack 0.4 and later, which other libraries bring along; use 'device' [dlpack-legacy-api]
// CHECK-MESSAGES: :[[@LINE-2]]:62: warning: 'kDLGPU' does not compile with dlpack 0.5 and later
static const DLContext pinned = {kDLCPUPinned, 0};
// CHECK-MESSAGES: :[[@LINE-1]]:14: warning: 'DLContext' does not compile with dlpack 0.5 and later
// CHECK-MESSAGES: :[[@LINE-2]]:34: warning: 'kDLCPUPinned' does not compile with dlpack 0.5 and later
int ordinal(void) { return pinned.device_id; }
