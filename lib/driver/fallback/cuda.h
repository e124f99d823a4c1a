// Read before the first line of a CUDA file, which nvcc would begin in its own
// way. The toolkit's header gives the qualifiers a meaning under nvcc only.
#pragma once
#include <cuda_runtime.h>
#undef __host__
#undef __device__
#undef __global__
#undef __shared__
#undef __constant__
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
// What clang makes of f<<<grid, block>>>().
extern "C" unsigned __cudaPushCallConfiguration(dim3, dim3, size_t = 0,
                                                void * = 0);
