// RUN: %check_dlpack_tidy %s 'dlpack-*' %t -- -- %dlpack
#include <dlpack/dlpack.h>
// The enumerator with CUDA in its name says why the tensor is REFUSED, not where it is.
enum class ErrorKind { None, InvalidArg, CudaUnavailable };
struct Job { bool success; ErrorKind kind; };
void run(const DLTensor &t, Job *job) {
  if (t.device.device_type == kDLCPU) {
    job->success = false;
    job->kind = ErrorKind::CudaUnavailable;
    return;
  }
}
