/* The parts of the C file that are the same for every model: the small functions that C does not have, and the
 * solution of linear systems.
 *
 * Gaussian elimination with rows and columns scaled to largest entries of 1, then partial pivoting: the matrix [M,
 * A^T; A, 0] is symmetric and indefinite, and masses next to slopes have any sizes. A pivot at the size of rounding
 * errors means "singular". */
#include <inttypes.h>

#include "base/assert.h"
#include "out/c/code_private.h"

/* In the order of nh_code_helper; @ stands for the prefix. */
static const char *const helpers[NH_CODE_HELPERS] = {
    "/* x to the power n >= 1. */\n"
    "static double @_power(double x, int n) {\n"
    "    double y = 1.0;\n"
    "    for (; n > 0; n /= 2, x *= x)\n"
    "        if (n % 2 == 1) y *= x;\n"
    "    return y;\n"
    "}\n\n",
    "/* The real root of odd order. */\n"
    "static double @_root(double x, double order) {\n"
    "    return copysign(pow(fabs(x), 1.0 / order), x);\n"
    "}\n\n",
    "/* -1, 0 or 1. */\n"
    "static double @_sign(double x) {\n"
    "    return x > 0.0 ? 1.0 : x < 0.0 ? -1.0 : x == 0.0 ? 0.0 : x;\n"
    "}\n\n",
    "/* x - y floor(x / y). */\n"
    "static double @_mod(double x, double y) {\n"
    "    double rest = fmod(x, y);\n"
    "    if (!(y - y == 0.0)) return NAN;\n"
    "    return rest != 0.0 && (rest < 0.0) != (y < 0.0) ? rest + y : rest + 0.0;\n"
    "}\n\n",
    "/* Not a number if either argument is not. */\n"
    "static double @_min(double x, double y) {\n"
    "    return x < y || !(x == x) ? x : y;\n"
    "}\n\n",
    "/* Not a number if either argument is not. */\n"
    "static double @_max(double x, double y) {\n"
    "    return x > y || !(x == x) ? x : y;\n"
    "}\n\n",
    "/* x where d < 0, else y. */\n"
    "static double @_select(double d, double x, double y) {\n"
    "    return d < 0.0 ? x : d >= 0.0 ? y : d;\n"
    "}\n\n",
};

static const char solver[] =
    "static void @_clear(double *x, int count) {\n"
    "    for (int i = 0; i < count; i++) x[i] = 0.0;\n"
    "}\n\n"
    "/* Solves m x = b, m an n x n matrix row by row, which is lost; x takes the place of b. 1: the matrix is "
    "singular. */\n"
    "static int @_solve(int n, double *m, double *b) {\n"
    "    double scale[#];\n"
    "    /* the largest entry of every row, then of every column, becomes 1 */\n"
    "    for (int i = 0; i < n; i++) {\n"
    "        double most = 0.0;\n"
    "        for (int j = 0; j < n; j++)\n"
    "            if (!(fabs(m[i * n + j]) <= most)) most = fabs(m[i * n + j]);\n"
    "        if (!(most > 0.0 && most <= 1e300)) return 1;\n"
    "        for (int j = 0; j < n; j++) m[i * n + j] /= most;\n"
    "        b[i] /= most;\n"
    "    }\n"
    "    for (int j = 0; j < n; j++) {\n"
    "        scale[j] = 0.0;\n"
    "        for (int i = 0; i < n; i++)\n"
    "            if (fabs(m[i * n + j]) > scale[j]) scale[j] = fabs(m[i * n + j]);\n"
    "        if (!(scale[j] > 0.0)) return 1;\n"
    "        for (int i = 0; i < n; i++) m[i * n + j] /= scale[j];\n"
    "    }\n"
    "    /* elimination: the largest entry below is the pivot */\n"
    "    for (int k = 0; k < n; k++) {\n"
    "        int pivot = k;\n"
    "        for (int i = k + 1; i < n; i++)\n"
    "            if (fabs(m[i * n + k]) > fabs(m[pivot * n + k])) pivot = i;\n"
    "        if (!(fabs(m[pivot * n + k]) > 1e-15 * n)) return 1;\n"
    "        for (int j = 0; j < n && pivot != k; j++) {\n"
    "            const double other = m[pivot * n + j];\n"
    "            m[pivot * n + j] = m[k * n + j];\n"
    "            m[k * n + j] = other;\n"
    "        }\n"
    "        const double side = b[pivot];\n"
    "        b[pivot] = b[k];\n"
    "        b[k] = side;\n"
    "        for (int i = k + 1; i < n; i++) {\n"
    "            const double factor = m[i * n + k] / m[k * n + k];\n"
    "            for (int j = k + 1; j < n && factor != 0.0; j++) m[i * n + j] -= factor * m[k * n + j];\n"
    "            b[i] -= factor * b[k];\n"
    "        }\n"
    "    }\n"
    "    for (int k = n - 1; k >= 0; k--) {\n"
    "        for (int j = k + 1; j < n; j++) b[k] -= m[k * n + j] * b[j];\n"
    "        b[k] /= m[k * n + k];\n"
    "    }\n"
    "    for (int j = 0; j < n; j++) b[j] /= scale[j];\n"
    "    return 0;\n"
    "}\n\n";

/* @ is the prefix, # the size. */
static void add_template(nh_text *text, const char *template, const char *prefix, uint32_t size) {
    for (const char *c = template; *c != '\0'; c++) {
        if (*c == '@') nh_text_add(text, prefix);
        else if (*c == '#') nh_text_format(text, "%" PRIu32, size);
        else nh_text_add_char(text, *c);
    }
}

void nh_code_helpers(const nh_code_writer *writer, nh_text *text) {
    for (int i = 0; i < NH_CODE_HELPERS; i++)
        if (writer->needs[i]) add_template(text, helpers[i], writer->prefix, 0);
}

void nh_code_solver(const nh_code_plan *plan, nh_text *text) {
    NH_ASSERT(plan->rank <= plan->n);
    uint32_t system = plan->equations->count + plan->rows, multipliers = plan->n + plan->rank;
    uint32_t size = system > multipliers ? system : multipliers;
    add_template(text, solver, plan->prefix, size > 0 ? size : 1);
}
