/* The functions of the C file that solve: accelerations and multipliers.
 *
 * Multipliers that the formulation does not have follow from Lagrange's equations and the accelerations: A^T lambda = M a - f, as least squares for rounding errors,
 *
 *     [1, A^T; A, 0] (r, lambda) = (M a - f, 0).
 *
 * Shortest multipliers. With E the rows that are left out as combinations of those that are used, D = E A, all lambda with A^T lambda_used + D^T lambda_left = A^T mu are lambda_used = mu - E^T lambda_left; the shortest
 * has lambda_left = E z, lambda_used = z, (1 + E^T E) z = mu. */
#include <inttypes.h>

#include "out/code_private.h"

static const char ARGUMENTS[] = "double t, const double q[], const double v[], const double p[]";

/* ---- the linear system ---- */

static void write_declarations(const nh_code_plan *plan, nh_text *text, bool is_balance) {
    uint32_t count = is_balance ? plan->n : plan->equations->count, rows = is_balance ? plan->rank : plan->rows;
    uint32_t size = count + rows > 0 ? count + rows : 1;
    nh_text_format(text, "    double %s;\n", nh_code_arrays(plan, is_balance, NH_CODE_VARIABLES));
    nh_text_format(text, "    double m[%" PRIu32 "][%" PRIu32 "], b[%" PRIu32 "];\n", size, size, size);
    nh_text_format(text, "    %s_%s(t, q, v, p, %s);\n", plan->prefix, is_balance ? "balance" : "equations",
                   nh_code_arrays(plan, is_balance, NH_CODE_ARGUMENTS));
    nh_text_format(text, "    %s_clear(m[0], %" PRIu32 ");\n", plan->prefix, size * size);
}

/* m := [., A^T; A, 0]. */
static void write_borders(nh_text *text, uint32_t count, uint32_t rows) {
    if (rows == 0) return;
    nh_text_format(text,
                   "    for (int r = 0; r < %" PRIu32 "; r++)\n"
                   "        for (int j = 0; j < %" PRIu32 "; j++) m[%" PRIu32 " + r][j] = m[j][%" PRIu32
                   " + r] = A[r][j];\n",
                   rows, count, count, count);
}

/* Solves for the unknowns and the multipliers with the other sign. */
static void write_system(const nh_code_plan *plan, nh_text *text) {
    uint32_t count = plan->equations->count, rows = plan->rows;
    write_declarations(plan, text, false);
    nh_text_format(text,
                   "    for (int i = 0; i < %" PRIu32 "; i++) {\n"
                   "        for (int j = 0; j < %" PRIu32 "; j++) m[i][j] = M[i][j];\n"
                   "        b[i] = f[i];\n"
                   "    }\n",
                   count, count);
    write_borders(text, count, rows);
    if (rows > 0)
        nh_text_format(text, "    for (int r = 0; r < %" PRIu32 "; r++) b[%" PRIu32 " + r] = -c[r];\n", rows, count);
    nh_text_format(text, "    if (%s_solve(%" PRIu32 ", m[0], b) != 0) return 1;\n", plan->prefix, count + rows);
}

static void write_check(const nh_code_plan *plan, nh_text *text) {
    nh_text_format(text,
                   "    for (int i = 0; i < %" PRIu32 "; i++)\n"
                   "        if (!(a[i] - a[i] == 0.0)) return 1; /* no number, or infinite */\n",
                   plan->n);
}

/* ---- multipliers ---- */

static void write_zeros(const nh_code_plan *plan, nh_text *text) {
    for (uint32_t i = 0; i < plan->left; i++)
        nh_text_format(text, "    lambda[%s] = 0.0; /* this row follows from the others */\n",
                       plan->row[plan->left_out[i]]);
}

static void write_multipliers(const nh_code_plan *plan, nh_text *text) {
    nh_text_format(text, "static int %s_multipliers(%s,\n        const double a[], double lambda[]) {\n", plan->prefix,
                   ARGUMENTS);
    write_declarations(plan, text, true);
    nh_text_format(text,
                   "    for (int i = 0; i < %" PRIu32 "; i++) {\n"
                   "        b[i] = -f[i];\n"
                   "        for (int j = 0; j < %" PRIu32 "; j++) b[i] += M[i][j] * a[j];\n"
                   "        m[i][i] = 1.0;\n"
                   "    }\n",
                   plan->n, plan->n);
    write_borders(text, plan->n, plan->rank);
    nh_text_format(text, "    for (int r = 0; r < %" PRIu32 "; r++) b[%" PRIu32 " + r] = 0.0;\n", plan->rank, plan->n);
    nh_text_format(text, "    if (%s_solve(%" PRIu32 ", m[0], b) != 0) return 1;\n", plan->prefix,
                   plan->n + plan->rank);
    for (uint32_t i = 0; i < plan->rank; i++)
        nh_text_format(text, "    lambda[%s] = b[%" PRIu32 "];\n", plan->row[plan->used[i]], plan->n + i);
    write_zeros(plan, text);
    nh_text_add(text, "    return 0;\n}\n\n");
}

/* E row by row, then z. mu is what the rows that are used have alone. */
static void write_shortest(const nh_code_plan *plan, nh_text *text) {
    uint32_t n = plan->n, k = plan->rank, left = plan->left, size = n + k;
    nh_text_format(text,
                   "/* Of all multipliers that give the same forces the shortest; z: those of the rows A alone. */\n"
                   "static int %s_shortest(double A[%" PRIu32 "][%" PRIu32 "], double D[%" PRIu32 "][%" PRIu32
                   "], double z[], double lambda[]) {\n"
                   "    double E[%" PRIu32 "][%" PRIu32 "], G[%" PRIu32 "][%" PRIu32 "], m[%" PRIu32 "][%" PRIu32
                   "], b[%" PRIu32 "];\n",
                   plan->prefix, k, n, left, n, left, k, k, k, size, size, size);
    nh_text_format(text,
                   "    for (int d = 0; d < %" PRIu32 "; d++) { /* D = E A */\n"
                   "        %s_clear(m[0], %" PRIu32 ");\n"
                   "        for (int i = 0; i < %" PRIu32 "; i++) {\n"
                   "            m[i][i] = 1.0;\n"
                   "            b[i] = D[d][i];\n"
                   "        }\n",
                   left, plan->prefix, size * size, n);
    nh_text_format(text,
                   "        for (int r = 0; r < %" PRIu32 "; r++) {\n"
                   "            for (int j = 0; j < %" PRIu32 "; j++) m[%" PRIu32 " + r][j] = m[j][%" PRIu32
                   " + r] = A[r][j];\n"
                   "            b[%" PRIu32 " + r] = 0.0;\n"
                   "        }\n"
                   "        if (%s_solve(%" PRIu32 ", m[0], b) != 0) return 1;\n"
                   "        for (int r = 0; r < %" PRIu32 "; r++) E[d][r] = b[%" PRIu32 " + r];\n"
                   "    }\n",
                   k, n, n, n, n, plan->prefix, size, k, n);
    nh_text_format(text,
                   "    for (int r = 0; r < %" PRIu32 "; r++)\n"
                   "        for (int s = 0; s < %" PRIu32 "; s++) {\n"
                   "            G[r][s] = r == s ? 1.0 : 0.0;\n"
                   "            for (int d = 0; d < %" PRIu32 "; d++) G[r][s] += E[d][r] * E[d][s];\n"
                   "        }\n"
                   "    if (%s_solve(%" PRIu32 ", G[0], z) != 0) return 1;\n",
                   k, k, left, plan->prefix, k);
    for (uint32_t i = 0; i < k; i++)
        nh_text_format(text, "    lambda[%s] = z[%" PRIu32 "];\n", plan->row[plan->used[i]], i);
    for (uint32_t d = 0; d < left; d++)
        nh_text_format(text,
                       "    lambda[%s] = 0.0;\n    for (int r = 0; r < %" PRIu32 "; r++) lambda[%s] += E[%" PRIu32
                       "][r] * z[r];\n",
                       plan->row[plan->left_out[d]], k, plan->row[plan->left_out[d]], d);
    nh_text_add(text, "    return 0;\n}\n\n");
}

/* ---- accelerations ---- */

static bool is_shortest(const nh_code_plan *plan) {
    return plan->equations->is_least && plan->left > 0 && plan->rank > 0;
}

/* From the multipliers that the system has. */
static void write_found(const nh_code_plan *plan, nh_text *text) {
    uint32_t n = plan->n;
    if (plan->rank > 0 || plan->left > 0) nh_text_add(text, "    if (!lambda) return 0;\n");
    else nh_text_add(text, "    (void)lambda; /* there are no constraints */\n");
    if (is_shortest(plan)) {
        nh_text_format(text,
                       "    for (int r = 0; r < %" PRIu32 "; r++) b[%" PRIu32 " + r] = -b[%" PRIu32 " + r];\n"
                       "    return %s_shortest(A, D, b + %" PRIu32 ", lambda);\n}\n\n",
                       plan->rank, n, n, plan->prefix, n);
        return;
    }
    for (uint32_t i = 0; i < plan->rank; i++)
        nh_text_format(text, "    lambda[%s] = -b[%" PRIu32 "];\n", plan->row[plan->used[i]], n + i);
    write_zeros(plan, text);
    nh_text_add(text, "    return 0;\n}\n\n");
}

static void write_own(const nh_code_plan *plan, nh_text *text) {
    nh_text_format(text,
                   "    for (int i = 0; i < %" PRIu32 "; i++) {\n"
                   "        a[i] = rest[i];\n"
                   "        for (int j = 0; j < %" PRIu32 "; j++) a[i] += lift[i][j] * b[j];\n"
                   "    }\n",
                   plan->n, plan->equations->count);
    write_check(plan, text);
    if (plan->rank > 0) {
        nh_text_format(text, "    return lambda ? %s_multipliers(t, q, v, p, a, lambda) : 0;\n}\n\n", plan->prefix);
        return;
    }
    write_found(plan, text);
}

void nh_code_accelerations(const nh_code_plan *plan, nh_text *text) {
    if (plan->has_own && plan->rank > 0) write_multipliers(plan, text);
    if (is_shortest(plan)) write_shortest(plan, text);
    nh_text_format(text, "int %s_accelerations(%s,\n        double a[], double lambda[]) {\n", plan->prefix, ARGUMENTS);
    write_system(plan, text);
    if (plan->has_own) {
        write_own(plan, text);
        return;
    }
    nh_text_format(text, "    for (int i = 0; i < %" PRIu32 "; i++) a[i] = b[i];\n", plan->n);
    write_check(plan, text);
    write_found(plan, text);
}
