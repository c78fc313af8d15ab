/* The functions of the C file that solve: accelerations and multipliers.
 *
 * Multipliers that the formulation does not have follow from Lagrange's equations and the accelerations: A^T lambda = M
 * a - f, as least squares for rounding errors,
 *
 *     [1, A^T; A, 0] (r, lambda) = (M a - f, 0).
 *
 * Where rows depend on each other the file has all of them and chooses at each state: the best conditioned ones
 * carry the equations. With E the others as combinations of these, D = E A, all lambda with A^T lambda_used + D^T
 * lambda_left = A^T mu are lambda_used = mu - E^T lambda_left; the shortest has lambda_left = E z, lambda_used =
 * z, (1 + E^T E) z = mu. */
#include <inttypes.h>

#include "base/assert.h"
#include "out/c/code_private.h"

/* ---- the linear system ---- */

static void write_declarations(const nh_code_plan *plan, nh_text *text, bool is_balance) {
    uint32_t count = is_balance ? plan->n : plan->equations->count, rows = is_balance ? plan->rank : plan->rows;
    uint32_t size = count + rows > 0 ? count + rows : 1;
    nh_text_format(text, "    double %s;\n", nh_code_arrays(plan, is_balance, NH_CODE_VARIABLES));
    nh_text_format(text, "    double m[%" PRIu32 "][%" PRIu32 "], b[%" PRIu32 "];\n", size, size, size);
    nh_text_format(text, "    %s_%s(%s, %s);\n", plan->prefix, is_balance ? "balance" : "equations",
                   nh_code_state_arguments(plan), nh_code_arrays(plan, is_balance, NH_CODE_ARGUMENTS));
    nh_text_format(text, "    %s_clear(m[0], %" PRIu32 ");\n", plan->prefix, size * size);
}

/* The row number r that carries the equations. */
static const char *row_name(const nh_code_plan *plan, bool is_of_lagrange) {
    return plan->is_pivoted && is_of_lagrange ? "order[r]" : "r";
}

static void write_choice(const nh_code_plan *plan, nh_text *text) {
    if (!plan->is_pivoted) return;
    nh_text_format(text, "    int order[%" PRIu32 "];\n    if (%s_choose(A, order) != 0) return 1;\n", plan->given,
                   plan->prefix);
}

/* m := [., A^T; A, 0]. */
static void write_borders(nh_text *text, uint32_t count, uint32_t rows, const char *row) {
    NH_ASSERT(rows == 0 || row != NULL);
    if (rows == 0) return;
    nh_text_format(text,
                   "    for (int r = 0; r < %" PRIu32 "; r++)\n"
                   "        for (int j = 0; j < %" PRIu32 "; j++) m[%" PRIu32 " + r][j] = m[j][%" PRIu32
                   " + r] = A[%s][j];\n",
                   rows, count, count, count, row);
}

/* Solves for the unknowns and the multipliers with the other sign. */
static void write_system(const nh_code_plan *plan, nh_text *text) {
    uint32_t count = plan->equations->count, rows = plan->rows;
    const char *row = row_name(plan, !plan->has_own);
    write_declarations(plan, text, false);
    if (!plan->has_own) write_choice(plan, text);
    nh_text_format(text,
                   "    for (int i = 0; i < %" PRIu32 "; i++) {\n"
                   "        for (int j = 0; j < %" PRIu32 "; j++) m[i][j] = M[i][j];\n"
                   "        b[i] = f[i];\n"
                   "    }\n",
                   count, count);
    write_borders(text, count, rows, row);
    if (rows > 0)
        nh_text_format(text, "    for (int r = 0; r < %" PRIu32 "; r++) b[%" PRIu32 " + r] = -c[%s];\n", rows, count,
                       row);
    nh_text_format(text, "    if (%s_solve(%" PRIu32 ", m[0], b) != 0) return 1;\n", plan->prefix, count + rows);
}

static void write_check(const nh_code_plan *plan, nh_text *text) {
    nh_text_format(text,
                   "    for (int i = 0; i < %" PRIu32 "; i++)\n"
                   "        if (!(a[i] - a[i] == 0.0)) return 1; /* not a number, or infinite */\n",
                   plan->n);
}

/* ---- multipliers ---- */

static void write_zeros(const nh_code_plan *plan, nh_text *text) {
    for (uint32_t i = 0; i < plan->left; i++)
        nh_text_format(text, "    lambda[%s] = 0.0; /* this row is empty */\n", plan->row[plan->left_out[i]]);
}

/* lambda from the numbers that occur in b after the first n, with this sign. */
static void write_lambda(const nh_code_plan *plan, nh_text *text, const char *sign) {
    uint32_t n = plan->n;
    if (plan->is_pivoted) {
        if (sign[0] != '\0')
            nh_text_format(text,
                           "    for (int r = 0; r < %" PRIu32 "; r++) b[%" PRIu32 " + r] = -b[%" PRIu32 " + r];\n",
                           plan->rank, n, n);
        nh_text_format(text, "    return %s_shortest(A, order, b + %" PRIu32 ", lambda);\n}\n\n", plan->prefix, n);
        return;
    }
    for (uint32_t i = 0; i < plan->rank; i++)
        nh_text_format(text, "    %s[%s] = %sb[%" PRIu32 "];\n", plan->answer, plan->row[plan->used[i]], sign, n + i);
    write_zeros(plan, text);
    nh_text_add(text, "    return 0;\n}\n\n");
}

static void write_multipliers(const nh_code_plan *plan, nh_text *text) {
    nh_text_format(text, "static int %s_multipliers(%s,\n        const double a[], double lambda[]) {\n", plan->prefix,
                   nh_code_state(plan));
    write_declarations(plan, text, true);
    write_choice(plan, text);
    nh_text_format(text,
                   "    for (int i = 0; i < %" PRIu32 "; i++) {\n"
                   "        b[i] = -f[i];\n"
                   "        for (int j = 0; j < %" PRIu32 "; j++) b[i] += M[i][j] * a[j];\n"
                   "        m[i][i] = 1.0;\n"
                   "    }\n",
                   plan->n, plan->n);
    write_borders(text, plan->n, plan->rank, row_name(plan, true));
    nh_text_format(text, "    for (int r = 0; r < %" PRIu32 "; r++) b[%" PRIu32 " + r] = 0.0;\n", plan->rank, plan->n);
    nh_text_format(text, "    if (%s_solve(%" PRIu32 ", m[0], b) != 0) return 1;\n", plan->prefix,
                   plan->n + plan->rank);
    write_lambda(plan, text, "");
}

/* The rows of one constraint have the same number. */
static void write_groups(const nh_code_plan *plan, nh_text *text) {
    const nh_lagrange *l = &plan->lagrange;
    const nh_row *rows = plan->model->rows.items;
    uint32_t group = 0;
    nh_text_format(text, "    static const int group[%" PRIu32 "] = {", l->rows);
    for (uint32_t i = 0; i < l->rows; i++) {
        if (i > 0 && rows[l->row[i]].label != rows[l->row[i - 1]].label) group++;
        nh_text_format(text, "%s%" PRIu32, i > 0 ? ", " : "", group);
    }
    nh_text_add(text, "};\n");
}

/* The best conditioned rows: each next one has the most left besides those before it. */
static void write_choose(const nh_code_plan *plan, nh_text *text) {
    uint32_t n = plan->n, rows = plan->given;
    nh_text_format(text,
                   "/* Which rows carry the equations: the first %" PRIu32
                   " of the order, the best conditioned ones at the state. 1: fewer are independent there. */\n"
                   "static int %s_choose(double A[%" PRIu32 "][%" PRIu32 "], int order[]) {\n",
                   plan->rank, plan->prefix, rows, n);
    write_groups(plan, text);
    nh_text_format(text,
                   "    double B[%" PRIu32 "][%" PRIu32 "], square[%" PRIu32 "], least[%" PRIu32 "];\n"
                   "    for (int r = 0; r < %" PRIu32 "; r++) {\n"
                   "        order[r] = r;\n"
                   "        square[r] = least[r] = 0.0;\n"
                   "        for (int j = 0; j < %" PRIu32 "; j++) {\n"
                   "            B[r][j] = A[r][j];\n"
                   "            square[r] += B[r][j] * B[r][j];\n"
                   "        }\n"
                   "    }\n",
                   rows, n, rows, rows, rows, n);
    nh_text_format(text,
                   "    for (int r = 0; r < %" PRIu32 "; r++) /* negligible next to the longest row of the "
                   "constraint */\n"
                   "        for (int s = 0; s < %" PRIu32 "; s++)\n"
                   "            if (group[s] == group[r] && square[s] * 1e-20 > least[r]) least[r] = square[s] * "
                   "1e-20;\n",
                   rows, rows);
    nh_text_format(text,
                   "    for (int k = 0; k < %" PRIu32 "; k++) {\n"
                   "        int best = -1;\n"
                   "        for (int i = k; i < %" PRIu32 "; i++) {\n"
                   "            const int r = order[i];\n"
                   "            square[r] = 0.0;\n"
                   "            for (int j = 0; j < %" PRIu32 "; j++) square[r] += B[r][j] * B[r][j];\n"
                   "            if (square[r] > least[r] && (best < 0 || square[r] > square[order[best]])) best = i;\n"
                   "        }\n"
                   "        if (best < 0) return 1;\n"
                   "        const int z = order[best];\n"
                   "        order[best] = order[k];\n"
                   "        order[k] = z;\n",
                   plan->rank, rows, n);
    nh_text_format(text,
                   "        const double length = sqrt(square[z]);\n"
                   "        for (int j = 0; j < %" PRIu32 "; j++) B[z][j] /= length;\n"
                   "        for (int i = 2 * (k + 1); i < 2 * %" PRIu32 "; i++) { /* twice, for rounding */\n"
                   "            double part = 0.0;\n"
                   "            for (int j = 0; j < %" PRIu32 "; j++) part += B[z][j] * B[order[i / 2]][j];\n"
                   "            for (int j = 0; j < %" PRIu32 "; j++) B[order[i / 2]][j] -= part * B[z][j];\n"
                   "        }\n"
                   "    }\n"
                   "    return 0;\n}\n\n",
                   n, rows, n, n);
}

/* E row by row, then z. mu is what the rows that are used have only. */
static void write_shortest(const nh_code_plan *plan, nh_text *text) {
    uint32_t n = plan->n, k = plan->rank, left = plan->left, size = n + k;
    nh_text_format(text,
                   "/* The multipliers of minimum norm; z: those of the first rows of the order. */\n"
                   "static int %s_shortest(double A[%" PRIu32 "][%" PRIu32
                   "], const int order[], double z[], double lambda[]) {\n"
                   "    double E[%" PRIu32 "][%" PRIu32 "], G[%" PRIu32 "][%" PRIu32 "], m[%" PRIu32 "][%" PRIu32
                   "], b[%" PRIu32 "];\n",
                   plan->prefix, plan->given, n, left, k, k, k, size, size, size);
    nh_text_format(text,
                   "    for (int d = 0; d < %" PRIu32 "; d++) { /* the other rows are E times these */\n"
                   "        %s_clear(m[0], %" PRIu32 ");\n"
                   "        for (int i = 0; i < %" PRIu32 "; i++) {\n"
                   "            m[i][i] = 1.0;\n"
                   "            b[i] = A[order[%" PRIu32 " + d]][i];\n"
                   "        }\n",
                   left, plan->prefix, size * size, n, k);
    nh_text_format(text,
                   "        for (int r = 0; r < %" PRIu32 "; r++) {\n"
                   "            for (int j = 0; j < %" PRIu32 "; j++) m[%" PRIu32 " + r][j] = m[j][%" PRIu32
                   " + r] = A[order[r]][j];\n"
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
    nh_text_format(text,
                   "    for (int r = 0; r < %" PRIu32 "; r++) lambda[order[r]] = z[r];\n"
                   "    for (int d = 0; d < %" PRIu32 "; d++) {\n"
                   "        double sum = 0.0;\n"
                   "        for (int r = 0; r < %" PRIu32 "; r++) sum += E[d][r] * z[r];\n"
                   "        lambda[order[%" PRIu32 " + d]] = sum;\n"
                   "    }\n"
                   "    return 0;\n}\n\n",
                   k, left, k, k);
}

/* ---- accelerations ---- */

/* From the multipliers that the system has. */
static void write_found(const nh_code_plan *plan, nh_text *text) {
    if (plan->rank > 0 || plan->left > 0) nh_text_format(text, "    if (!%s) return 0;\n", plan->answer);
    else nh_text_format(text, "    (void)%s; /* there are no constraints */\n", plan->answer);
    write_lambda(plan, text, plan->has_mu ? "" : "-"); /* mu' = -lambda */
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
    NH_ASSERT(plan->given == (plan->is_pivoted ? plan->lagrange.rows : plan->rank));
    if (plan->is_pivoted) write_choose(plan, text);
    if (plan->is_pivoted) write_shortest(plan, text);
    if (plan->has_own && plan->rank > 0) write_multipliers(plan, text);
    nh_text_format(text, "int %s_accelerations(%s,\n        double a[], double %s[]) {\n", plan->prefix,
                   nh_code_state(plan), plan->answer);
    if (plan->holes.count > 0) nh_text_format(text, "    if (%s_hole(t, q, v, p)) return 1;\n", plan->prefix);
    write_system(plan, text);
    if (plan->has_own) {
        write_own(plan, text);
        return;
    }
    nh_text_format(text, "    for (int i = 0; i < %" PRIu32 "; i++) a[i] = b[i];\n", plan->n);
    write_check(plan, text);
    write_found(plan, text);
}
