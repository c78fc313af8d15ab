/* The machine for x86-64 with AVX-512; the build gives this file the flags. */
#if defined __x86_64__
#define NH_VM nh_vm_avx512
#define NH_VM_NAME "avx512"
#include "tape/vm_code.h"
#else
typedef int nh_vm_avx512_is_empty;
#endif
