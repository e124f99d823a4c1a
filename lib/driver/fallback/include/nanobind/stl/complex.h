// Stands in for nanobind where it is not installed.
#pragma once
#include <nanobind/nanobind.h>
