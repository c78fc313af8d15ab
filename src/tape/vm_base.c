/* The machine for any processor. */
#define NH_VM nh_vm_base
#define NH_VM_NAME "base"
#include "tape/vm_code.h"

const nh_vm *nh_vm_choose(void) {
#if defined __x86_64__
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq")) return &nh_vm_avx512;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return &nh_vm_avx2;
#endif
    return &nh_vm_base;
}
