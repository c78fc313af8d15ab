/* The machine for x86-64 with AVX2 and FMA; the build gives this file the flags. */
#if defined __x86_64__
#define NH_VM nh_vm_avx2
#define NH_VM_NAME "avx2"
#include "tape/vm_code.h"
#else
typedef int nh_vm_avx2_is_empty;
#endif
