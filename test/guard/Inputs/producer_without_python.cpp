// make_managed and plan_export, which need no Python. Built with sanitizers;
// says on stderr what is wrong and ends with 1.
#include <cstdio>
#include <cstring>
#include <dlpack_guard/managed.h>
#include <dlpack_guard/plan.h>
#include <memory>
#include <string>

using namespace dlpack_guard;

static int Failures = 0;
#define EXPECT(Condition)                                                      \
  do {                                                                         \
    if (!(Condition)) {                                                        \
      std::fprintf(stderr, "line %d: %s\n", __LINE__, #Condition);             \
      ++Failures;                                                              \
    }                                                                          \
  } while (false)

static DLTensor matrix(void *Data, std::int64_t *Shape) {
  DLTensor View{};
  View.data = Data;
  View.device = make_device(device::CPU);
  View.dtype = dtype_of<float>();
  View.ndim = 2;
  View.shape = Shape;
  return View;
}

static void managedOwnsEverything() {
  auto Data = std::make_shared<std::string>(24, '\0');
  auto Shape = std::make_unique<std::int64_t[]>(2);
  Shape[0] = 2;
  Shape[1] = 3;
  auto *Made = make_managed<DLManagedTensorVersioned>(
      matrix(Data->data(), Shape.get()), DLPACK_FLAG_BITMASK_READ_ONLY, Data);
  Shape.reset();
  EXPECT(Data.use_count() == 2);
  EXPECT(Made->dl_tensor.shape[0] == 2 && Made->dl_tensor.shape[1] == 3);
  EXPECT(Made->dl_tensor.strides[0] == 3 && Made->dl_tensor.strides[1] == 1);
  EXPECT(Made->version.major == 1 && Made->flags == 1);
  Made->deleter(Made);
  EXPECT(Data.use_count() == 1);
}

static void managedRefusesWhatCannotBe() {
  auto Data = std::make_unique<std::string>("kept");
  for (int Rank : {-1, -2147483647 - 1, 1, 64}) {
    DLTensor View = matrix(Data->data(), nullptr);
    View.ndim = Rank;
    EXPECT(make_managed<DLManagedTensor>(View, 0, std::move(Data)) == nullptr);
    EXPECT(Data != nullptr);
  }
  DLTensor Scalar = matrix(Data->data(), nullptr);
  Scalar.ndim = 0;
  auto *Made = make_managed<DLManagedTensor>(Scalar, 0, std::move(Data));
  EXPECT(Made != nullptr && Made->dl_tensor.strides != nullptr);
  Made->deleter(Made);
}

static bool refuses(const Exported &Array, const Rule &Why) {
  ExportPlan Plan;
  const Status Answer = plan_export(Array, ExportRequest(), Plan);
  if (!Answer.broke(Why))
    std::fprintf(stderr, "%s\n", Answer.message().c_str());
  return Answer.broke(Why);
}

static void viewsThatCannotBeAreRefused() {
  float Data[6] = {};
  std::int64_t Shape[] = {2, 3};
  for (int Rank : {-1, 65, 2147483647}) {
    DLTensor View = matrix(Data, Shape);
    View.ndim = Rank;
    EXPECT(refuses(Exported(View, false), rule::IncompleteExport));
  }
  EXPECT(
      refuses(Exported(matrix(Data, nullptr), false), rule::IncompleteExport));
  EXPECT(refuses(Exported(matrix(nullptr, Shape), false), rule::NullData));
  EXPECT(refuses(Exported(static_cast<float *>(nullptr), {2}), rule::NullData));
  EXPECT(refuses(Exported(), rule::Dtype));
  EXPECT(refuses(Exported(static_cast<void *>(Data), {2}), rule::Dtype));
  EXPECT(
      refuses(Exported(static_cast<const float *>(Data), {6}), rule::ReadOnly));
}

static void descriptionsAreCopiedWhole() {
  double Data[64] = {};
  std::int64_t Ones[64];
  for (std::int64_t &Each : Ones)
    Each = 1;
  const std::string Sizes(64, 1);
  Exported Array(Data, Sizes);
  Array.strides(Ones).keep(std::make_shared<int>(1));
  const Exported Copy = Array;
  const Exported Moved = std::move(Array);
  for (const Exported *Each : {&Copy, &Moved}) {
    ExportPlan Plan;
    EXPECT(plan_export(*Each, ExportRequest(), Plan).ok());
    EXPECT(Plan.View.ndim == 64 && Plan.View.strides[63] == 1);
    EXPECT(Each->kept() != nullptr);
  }
}

static void handlesKeepTheirOffset() {
  int Handle = 0;
  Exported Array(&Handle, {4});
  Array.device(device::Metal).byte_offset(8);
  ExportPlan Plan;
  EXPECT(plan_export(Array, ExportRequest(), Plan).ok());
  EXPECT(Plan.View.data == &Handle && Plan.View.byte_offset == 8);
}

int main() {
  managedOwnsEverything();
  managedRefusesWhatCannotBe();
  viewsThatCannotBeAreRefused();
  descriptionsAreCopiedWhole();
  handlesKeepTheirOffset();
  return Failures == 0 ? 0 : 1;
}
