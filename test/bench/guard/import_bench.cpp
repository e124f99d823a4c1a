//===- import_bench.cpp - What a guarded import costs ---------------------===//
//
// Part of dlpack-tidy. A nanobind module around Google Benchmark, so that the
// arrays can come from Python and nanobind's own import is measured in the same
// process. import_bench.py runs it and prints the ratios.
//
//===----------------------------------------------------------------------===//

#include <benchmark/benchmark.h>

#include <dlpack_guard/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;
using namespace dlpack_guard;

/// Keeps the fastest repetition of each benchmark, in nanoseconds of CPU time:
/// another program on the machine must not count.
class Fastest : public benchmark::BenchmarkReporter {
public:
  bool ReportContext(const Context &) override { return true; }
  void ReportRuns(const std::vector<Run> &Runs) override {
    for (const Run &R : Runs)
      if (R.run_type == Run::RT_Iteration) {
        const double Time = R.GetAdjustedCPUTime();
        auto &Slot = Times[R.run_name.function_name];
        Slot = Slot == 0 || Time < Slot ? Time : Slot;
      }
  }
  std::map<std::string, double> Times;
};

static void checkTensor(benchmark::State &State) {
  std::int64_t Shape[] = {2, 3, 4, 5}, Strides[] = {60, 20, 5, 1};
  alignas(64) static float Data[120];
  DLTensor T{Data, make_device(1), 4, dtype_of<float>(), Shape, Strides, 0};
  auto Wanted = Requirements::of<const float>().rank(4).order(Layout::C);
  for (auto _ : State) {
    benchmark::DoNotOptimize(&T);
    benchmark::ClobberMemory();
    Status S = check(T, Wanted);
    benchmark::DoNotOptimize(S);
  }
}

static void guarded(benchmark::State &State, PyObject *Array) {
  for (auto _ : State) {
    Tensor T = import_tensor(Array);
    benchmark::DoNotOptimize(T);
    if (!T)
      throw nb::python_error();
  }
}

/// The peer: nanobind's import, and the one call of `__dlpack_device__` that it
/// leaves out.
static void nanobindImport(benchmark::State &State, nb::handle Array) {
  nb::str Device =
      nb::steal<nb::str>(PyUnicode_InternFromString("__dlpack_device__"));
  for (auto _ : State) {
    PyObject *Answer = PyObject_CallMethodNoArgs(Array.ptr(), Device.ptr());
    Py_XDECREF(Answer);
    auto T = nb::cast<nb::ndarray<nb::ro>>(Array);
    benchmark::DoNotOptimize(T);
  }
}

/// The bare exchange: the API's function and the deleter, nothing looked at.
static void bareExchange(benchmark::State &State, PyObject *Array) {
  PyObject *Capsule =
      PyObject_GetAttrString(reinterpret_cast<PyObject *>(Py_TYPE(Array)),
                             "__dlpack_c_exchange_api__");
  auto *Api = static_cast<ExchangeApi *>(
      PyCapsule_GetPointer(Capsule, "dlpack_exchange_api"));
  Py_XDECREF(Capsule);
  if (Api == nullptr)
    throw nb::python_error();
  for (auto _ : State) {
    DLManagedTensorVersioned *Managed = nullptr;
    Api->FromPyObject(Array, &Managed);
    benchmark::DoNotOptimize(Managed);
    Managed->deleter(Managed);
  }
}

NB_MODULE(import_bench, M) {
  M.def("run", [](std::vector<std::pair<std::string, nb::object>> Arrays,
                  const std::string &MinTime) {
    std::string Program = "import_bench", Repeat = "--benchmark_repetitions=5",
                Time = "--benchmark_min_time=" + MinTime,
                Mix = "--benchmark_enable_random_interleaving=true";
    char *Arguments[] = {Program.data(), Repeat.data(), Time.data(),
                         Mix.data()};
    int Count = 4;
    benchmark::Initialize(&Count, Arguments);
    benchmark::ClearRegisteredBenchmarks();
    benchmark::RegisterBenchmark("check", checkTensor);
    for (auto &[Name, Array] : Arrays) {
      PyObject *Object = Array.ptr();
      benchmark::RegisterBenchmark(
          (Name + " guard").c_str(),
          [Object](benchmark::State &S) { guarded(S, Object); });
      benchmark::RegisterBenchmark(
          (Name + " nanobind").c_str(),
          [Object](benchmark::State &S) { nanobindImport(S, Object); });
      if (PyObject_HasAttrString(reinterpret_cast<PyObject *>(Py_TYPE(Object)),
                                 "__dlpack_c_exchange_api__"))
        benchmark::RegisterBenchmark(
            (Name + " bare").c_str(),
            [Object](benchmark::State &S) { bareExchange(S, Object); });
    }
    Fastest Report;
    benchmark::RunSpecifiedBenchmarks(&Report);
    nb::dict Times;
    for (auto &[Name, Time] : Report.Times)
      Times[Name.c_str()] = Time;
    return Times;
  });
}
