// RUN: %check_dlpack_tidy %s 'dlpack-*' %t -- -- %dlpack
#include <exception>
#include <memory>
#include <vector>
#include <dlpack/dlpack.h>
// Nothing after the allocation of the struct can throw, so no handler is reached with one.
struct Ctx { std::shared_ptr<std::vector<int>> data; std::vector<int64_t> shape, strides; };
void del(DLManagedTensorVersioned *s) { delete static_cast<Ctx *>(s->manager_ctx); delete s; }
void set_error(const char *) noexcept;
int as_dlpack(std::shared_ptr<std::vector<int>> src, DLManagedTensorVersioned **out) {
  try {
    auto ctx = std::make_unique<Ctx>();
    ctx->data = src;
    ctx->shape = {static_cast<int64_t>(src->size())};
    ctx->strides = {1};
    auto *m = new DLManagedTensorVersioned();
    m->version.major = DLPACK_MAJOR_VERSION;
    m->version.minor = DLPACK_MINOR_VERSION;
    m->deleter = del;
    m->flags = 0;
    m->dl_tensor.data = ctx->data->data();
    m->dl_tensor.device = DLDevice{kDLCPU, 0};
    m->dl_tensor.ndim = static_cast<int32_t>(ctx->shape.size());
    m->dl_tensor.dtype = DLDataType{kDLInt, 32, 1};
    m->dl_tensor.byte_offset = 0;
    m->dl_tensor.shape = ctx->shape.data();
    m->dl_tensor.strides = ctx->strides.data();
    m->manager_ctx = ctx.release();
    *out = m;
    return 0;
  } catch (const std::exception &e) {
    set_error(e.what());
    return 1;
  } catch (...) {
    set_error("unexpected");
    return 1;
  }
}
