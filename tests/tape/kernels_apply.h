/* Every kernel over arrays, for the lane count NH_LANES. No guard: once for each lane count. */
#include "tape/kernels.h"

/* r[i] = op(a[i], b[i], c[i]), and the second result of sincos in r2[i]; count is a multiple of the lanes. */
static void NH_K(apply)(enum kernel_op op, int count, const double *const in[3], double *r, double *r2) {
    for (int i = 0; i < count; i += NH_LANES) {
        nh_real a = NH_K(load)(in[0] + i), b = NH_K(load)(in[1] + i), c = NH_K(load)(in[2] + i);
        nh_real result = a, second = a;
        switch (op) {
            case OP_add: result = NH_K(add)(a, b); break;
            case OP_sub: result = NH_K(sub)(a, b); break;
            case OP_mul: result = NH_K(mul)(a, b); break;
            case OP_div: result = NH_K(div)(a, b); break;
            case OP_neg: result = NH_K(neg)(a); break;
            case OP_fma: result = NH_K(fma)(a, b, c); break;
            case OP_fms: result = NH_K(fms)(a, b, c); break;
            case OP_fnma: result = NH_K(fnma)(a, b, c); break;
            case OP_sqrt: result = NH_K(sqrt)(a); break;
            case OP_cbrt: result = NH_K(cbrt)(a); break;
            case OP_root: result = NH_K(root)(a, b); break;
            case OP_pow: result = NH_K(pow)(a, b); break;
            case OP_sin: result = NH_K(sin)(a); break;
            case OP_cos: result = NH_K(cos)(a); break;
            case OP_sincos: NH_K(sincos)(a, &result, &second); break;
            case OP_tan: result = NH_K(tan)(a); break;
            case OP_asin: result = NH_K(asin)(a); break;
            case OP_acos: result = NH_K(acos)(a); break;
            case OP_atan: result = NH_K(atan)(a); break;
            case OP_atan2: result = NH_K(atan2)(a, b); break;
            case OP_sinh: result = NH_K(sinh)(a); break;
            case OP_cosh: result = NH_K(cosh)(a); break;
            case OP_tanh: result = NH_K(tanh)(a); break;
            case OP_exp: result = NH_K(exp)(a); break;
            case OP_log: result = NH_K(log)(a); break;
            case OP_abs: result = NH_K(abs)(a); break;
            case OP_sign: result = NH_K(sign)(a); break;
            case OP_min: result = NH_K(min)(a, b); break;
            case OP_max: result = NH_K(max)(a, b); break;
            case OP_mod: result = NH_K(mod)(a, b); break;
            case OP_select: result = NH_K(select)(a, b, c); break;
        }
        NH_K(store)(r + i, result);
        NH_K(store)(r2 + i, second);
    }
}
