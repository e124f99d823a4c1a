//===- export_bench.cpp - What a guarded export costs ---------------------===//
//
// Part of dlpack-tidy. A nanobind module around Google Benchmark; a call is
// `x.__dlpack__(max_version=(1, 0))` from C++, and the capsule is dropped.
// export_bench.py runs it and prints the ratios.
//
//===----------------------------------------------------------------------===//

#include <benchmark/benchmark.h>

#include <cstdint>
#include <dlpack_guard/nanobind.h>
#include <map>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <string>

namespace nb = nanobind;
using Native = nb::ndarray<nb::array_api, float>;

namespace {

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

struct Grid {
  alignas(64) float Cells[120] = {};
};
struct GuardedGrid : Grid {};
struct DocumentedGrid : Grid {};

/// What nanobind's own object answers to the same call.
Native nativeView(Grid &Self, nb::handle Owner) {
  return Native(Self.Cells, {2, 3, 4, 5}, Owner);
}

void exporting(benchmark::State &State, PyObject *Array, bool IsVersioned) {
  nb::object Name = nb::steal(PyUnicode_InternFromString("__dlpack__"));
  nb::object Keyword = nb::steal(PyUnicode_InternFromString("max_version"));
  nb::object Keywords = nb::steal(PyTuple_Pack(1, Keyword.ptr()));
  nb::object Version = nb::steal(Py_BuildValue("(ii)", 1, 0));
  PyObject *Arguments[] = {nullptr, Array, Version.ptr()};
  for (auto _ : State) {
    PyObject *Capsule = PyObject_VectorcallMethod(
        Name.ptr(), Arguments + 1, 1 | PY_VECTORCALL_ARGUMENTS_OFFSET,
        IsVersioned ? Keywords.ptr() : nullptr);
    if (Capsule == nullptr)
      throw nb::python_error();
    Py_DECREF(Capsule);
  }
}

nb::dict run(nb::dict Arrays, const std::string &MinTime) {
  std::string Program = "export_bench", Repeat = "--benchmark_repetitions=5",
              Time = "--benchmark_min_time=" + MinTime,
              Mix = "--benchmark_enable_random_interleaving=true";
  char *Arguments[] = {Program.data(), Repeat.data(), Time.data(), Mix.data()};
  int Count = 4;
  benchmark::Initialize(&Count, Arguments);
  benchmark::ClearRegisteredBenchmarks();
  for (auto [Key, Array] : Arrays) {
    const auto Name = nb::cast<std::string>(Key);
    PyObject *Object = Array.ptr();
    for (bool IsVersioned : {false, true})
      benchmark::RegisterBenchmark(
          (Name + (IsVersioned ? " versioned" : " legacy")).c_str(),
          [Object, IsVersioned](benchmark::State &State) {
            exporting(State, Object, IsVersioned);
          });
  }
  Fastest Report;
  benchmark::RunSpecifiedBenchmarks(&Report);
  nb::dict Times;
  for (auto &[Name, Nanoseconds] : Report.Times)
    Times[Name.c_str()] = Nanoseconds;
  return Times;
}

} // namespace

NB_MODULE(export_bench, Module) {
  nb::class_<GuardedGrid> Guarded(Module, "Guarded");
  Guarded.def(nb::init<>());
  dlpack_guard::def_dlpack(Guarded, [](GuardedGrid &Self) {
    return dlpack_guard::Exported(Self.Cells, {2, 3, 4, 5});
  });
  // As nanobind's documentation does it for a class of one's own.
  nb::class_<DocumentedGrid> Documented(Module, "Documented");
  Documented.def(nb::init<>());
  Documented.def("__dlpack__", [](nb::handle Self, nb::kwargs Keywords) {
    auto &Array = nb::cast<DocumentedGrid &>(Self);
    return nb::cast(nativeView(Array, Self)).attr("__dlpack__")(**Keywords);
  });
  // The least that nanobind can take: its array object is there already.
  Module.def("native", [](nb::object Owner) {
    return nativeView(nb::cast<DocumentedGrid &>(Owner), Owner);
  });
  Module.def("run", &run);
}
