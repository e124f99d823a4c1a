// Stands in for PyTorch's header where it is not installed.
#pragma once
#include <ATen/ATen.h>
