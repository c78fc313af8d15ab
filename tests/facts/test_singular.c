/* What Lagrange's equations force where L is singular. Random linear systems are beside the sequence of Wong for their
 * matrix pencil, in doubles; a Lagrangian of first order and a redundant one beside the ordinary Lagrangians of the
 * same systems. */
#include "support.h"

#include <math.h>
#include <string.h>

#include "base/text/text.h"
#include "expr/calculus/calculus.h"
#include "facts/singular.h"
#include "model/model.h"
#include "num/linear/dense.h"
#include "num/rational.h"

enum { N = 3, Z = 2 * N };
#define ZERO 1e-9

/* ---- subspaces, by columns ---- */

typedef struct space {
    int count;
    double basis[Z * Z];
} space;

/* The kernel of a, rows x Z, by columns. */
static space kernel_of(nh_arena *arena, int rows, const double *a) {
    space s = {.count = Z};
    nh_qr *qr = nh_qr_make(arena, rows, Z);
    int rank = 0, most = rows < Z ? rows : Z;
    if (rows > 0) assert_true(nh_qr_factor(qr, a));
    while (rank < most && fabs(nh_qr_diagonal(qr, rank)) > ZERO) rank++;
    memset(s.basis, 0, sizeof s.basis);
    for (int i = 0; i < Z && rank == 0; i++) s.basis[i * Z + i] = 1;
    if (rank > 0) nh_qr_kernel(qr, rank, s.basis);
    s.count = Z - rank;
    return s;
}

static int rank_of(nh_arena *arena, int rows, int columns, const double *a) {
    if (rows == 0 || columns == 0) return 0;
    nh_svd *svd = nh_svd_make(arena, rows, columns);
    assert_true(nh_svd_factor(svd, a));
    int least = rows < columns ? rows : columns, rank = 0;
    while (rank < least && nh_svd_values(svd)[rank] > ZERO) rank++;
    return rank;
}

/* a, Z x Z by columns, times the basis. */
static void image_of(const double *a, const space *s, double *image) {
    memset(image, 0, sizeof(double) * Z * Z);
    for (int k = 0; k < s->count; k++)
        for (int j = 0; j < Z; j++)
            for (int i = 0; i < Z; i++) image[k * Z + i] += a[j * Z + i] * s->basis[k * Z + j];
}

/* ---- random linear systems ---- */

/* L = q' M q'/2 + q' G q - q K q/2: E z' = A z for z = (q, q'), with E = diag(1, M), A = [0 1; -K -(G - G^T)]. */
typedef struct linear {
    int M[N][N], G[N][N], K[N][N];
    double E[Z * Z], A[Z * Z]; /* by columns */
} linear;

static int draw_small(nh_random *random) {
    return (int)nh_random_uniform(random, 0, 5) - 2;
}

static void draw_linear(nh_random *random, linear *s) {
    *s = (linear){.E = {0}};
    int rank = (int)nh_random_uniform(random, 0, 2.5);
    for (int r = 0; r < rank; r++) { /* a sum of squares, one of which may count negative */
        int u[N], sign = nh_random_unit(random) < 0.2 ? -1 : 1;
        for (int i = 0; i < N; i++) u[i] = draw_small(random);
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++) s->M[i][j] += sign * u[i] * u[j];
    }
    for (int i = 0; i < N; i++)
        for (int j = 0; j <= i; j++) {
            bool is_sparse = nh_random_unit(random) < 0.4;
            s->K[i][j] = s->K[j][i] = is_sparse ? 0 : draw_small(random);
            if (nh_random_unit(random) < 0.2) s->G[i][j] = draw_small(random);
        }
    for (int i = 0; i < N; i++) {
        s->E[i * Z + i] = s->A[(N + i) * Z + i] = 1;
        for (int j = 0; j < N; j++) {
            s->E[(N + j) * Z + N + i] = s->M[i][j];
            s->A[j * Z + N + i] = -s->K[i][j];
            s->A[(N + j) * Z + N + i] = -(s->G[i][j] - s->G[j][i]);
        }
    }
}

static const char *text_of(nh_arena *arena, const linear *s) {
    nh_text text = nh_text_begin(arena);
    nh_text_add(&text, "coord q1, q2, q3\nlagrangian 0*q1");
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            nh_text_format(&text, " + (%d)*q%d'*q%d'/2 + (%d)*q%d'*q%d + (%d)*q%d*q%d/2", s->M[i][j], i + 1, j + 1,
                           s->G[i][j], i + 1, j + 1, -s->K[i][j], i + 1, j + 1);
    nh_text_add(&text, "\n");
    return nh_text_string(&text);
}

/* The states through which motions go: V = A^-1(E V), from all of them on, until it stays. */
static space consistent_states(nh_arena *arena, const linear *s) {
    space v = kernel_of(arena, 0, NULL);
    for (int round = 0; round <= Z; round++) {
        double image[Z * Z], transposed[Z * Z] = {0}, conditions[Z * Z] = {0};
        image_of(s->E, &v, image);
        for (int k = 0; k < v.count; k++)
            for (int i = 0; i < Z; i++) transposed[i * v.count + k] = image[k * Z + i];
        space beside = kernel_of(arena, v.count, transposed); /* n with n E V = 0; then n A z = 0 */
        for (int r = 0; r < beside.count; r++)
            for (int j = 0; j < Z; j++)
                for (int i = 0; i < Z; i++)
                    conditions[j * beside.count + r] += beside.basis[r * Z + i] * s->A[j * Z + i];
        v = kernel_of(arena, beside.count, conditions);
    }
    return v;
}

/* The gradients of the rows, and of the rates of geometric ones, by q and q': rows x Z, by columns. */
static int list_gradients(nh_arena *arena, const nh_model *model, double *gradients) {
    nh_exprs rows = {.arena = arena};
    for (size_t i = 0; i < model->rows.count; i++) {
        const nh_row *row = &model->rows.items[i];
        assert_true(row->is_of_motion && row->is_hidden);
        nh_array_push(&rows, row->residual);
        if (row->is_geometric) nh_array_push(&rows, nh_row_rate(model, row));
    }
    assert_true(rows.count <= 4 * Z);
    for (size_t r = 0; r < rows.count; r++)
        for (int j = 0; j < Z; j++) {
            const nh_coordinate *c = &model->coordinates.items[j % N];
            nh_expr slope = nh_expr_diff(model->pool, rows.items[r], j < N ? c->q : c->v);
            gradients[(size_t)j * rows.count + r] =
                nh_rat_double(model->context, nh_expr_rational(model->pool, slope));
        }
    return (int)rows.count;
}

PROTECTED_TEST(test_linear) {
    nh_random random = nh_random_make(test_seed(), 71);
    int with_rows = 0, with_gauge = 0;
    for (int i = 0; i < test_count(150); i++) {
        nh_arena *arena = nh_arena_create(context);
        linear s;
        draw_linear(&random, &s);
        const char *text = text_of(arena, &s);
        nh_model *model = test_read_model(context, text);
        space v = consistent_states(arena, &s);
        double gradients[4 * Z * Z], image[Z * Z], largest = 0;
        int rows = list_gradients(arena, model, gradients);
        if (rank_of(arena, rows, Z, gradients) != Z - v.count)
            fail_msg("%s%d rows, but %d dimensions", text, rows, v.count);
        for (int r = 0; r < rows; r++)
            for (int k = 0; k < v.count; k++) {
                double sum = 0;
                for (int j = 0; j < Z; j++) sum += gradients[j * rows + r] * v.basis[k * Z + j];
                largest = fmax(largest, fabs(sum));
            }
        assert_true(largest < 1e-8);
        image_of(s.E, &v, image);
        int open = v.count - rank_of(arena, Z, v.count, image);
        const nh_gauge *gauge = nh_gauge_find(model, arena);
        if ((gauge != NULL ? (int)gauge->count : 0) != open) fail_msg("%s%d accelerations are open", text, open);
        with_rows += rows > 0;
        with_gauge += open > 0;
        nh_model_destroy(model);
        nh_arena_destroy(arena);
    }
    assert_true(with_rows > 10 && with_gauge > 5);
}

/* ---- the same motion ---- */

static void last_state(nh_context *context, const char *text, size_t first, size_t count, double *y) {
    nh_model *model = test_read_model(context, text);
    nh_run_def def = nh_default_run();
    nh_run *run;
    assert_int_equal(nh_run_make(model, &def, &run), NH_OK);
    nh_run_info info = nh_run_get_info(run);
    assert_int_equal(info.outcome, NH_OUTCOME_FINISHED);
    for (size_t i = 0; i < count; i++) y[i] = nh_run_value(run, info.rows - 1, first + i);
    nh_run_destroy(run);
    nh_model_destroy(model);
}

static void test_motions(void **state) {
    (void)state;
    nh_context *context = test_context();
    double a[4], b[4];
    /* Hamilton's equations of a pendulum, from a Lagrangian of first order; and Lagrange's */
    last_state(context, "coord q, p\nlagrangian p*q' - p^2/2 + 2*cos(q)\ninit q = 1, p = 0.3\nsimulate t = 0 .. 3\n", 1,
               2, a);
    last_state(context, "coord q\nlagrangian q'^2/2 + 2*cos(q)\ninit q = 1, q' = 0.3\nsimulate t = 0 .. 3\n", 1, 2, b);
    for (int i = 0; i < 2; i++) assert_true(fabs(a[i] - b[i]) < 1e-8);
    /* x' = y by a multiplier that is a coordinate, beside the same Lagrangian with y put in */
    last_state(context,
               "coord x, y, m\nlagrangian y^2/2 - x^4/4 + m*(x' - y)\ninit x = 1, y = 0.5\nsimulate t = 0 .. 3\n", 1, 2,
               a);
    last_state(context, "coord x\nlagrangian x'^2/2 - x^4/4\ninit x = 1, x' = 0.5\nsimulate t = 0 .. 3\n", 1, 2, b);
    for (int i = 0; i < 2; i++) assert_true(fabs(a[i] - b[i]) < 1e-8);
    /* L = x'y' - xy with y' = x: x' = -y is forced, so that the point goes round */
    last_state(context,
               "coord x, y\nlagrangian x'*y' - x*y\nconstraint c: y' = x\ninit x = 1, y = 0\nsimulate t = 0 .. 1\n", 1,
               4, a);
    const double round[] = {cos(1), sin(1), -sin(1), cos(1)};
    for (int i = 0; i < 4; i++) assert_true(fabs(a[i] - round[i]) < 1e-8);
    nh_context_destroy(context);
}

/* ---- what stays as it is ---- */

static const struct {
    const char *text;
    size_t rows;       /* that join */
    const char *gauge; /* NULL: none is found */
} cases[] = {
    {"coord x, y\nkinetic x'^2/2 + y'^2/2\n", 0, NULL},
    {"coord x, y\nkinetic x'^2/2\nconstraint c: x' = y\n", 0, "y''"}, /* y is a free function, and drives nothing */
    {"coord x, y\nkinetic x'^2/2\npotential y\n", 0, NULL},           /* 1 = 0: there are no motions */
    {"coord x, y\nkinetic x'^2/2\npotential y*(y - x)^2\n", 0, NULL}, /* two factors: it depends on the motion */
    {"coord u, x\nlagrangian -sqrt(u'^2 - x'^2)\ninit u' = 1\n", 0, "u'', x''"},
    {"coord x, y\nlagrangian (x' - y)^2/2\n", 1, "y''"},
    {"coord x, y\nlagrangian x'^2/2 + y*x + x^3\n", 2, NULL},
    {"param m = 0\ncoord x, y\nkinetic x'^2/2 + m*y'^2/2\npotential x*y\n", 0, NULL}, /* singular for m = 0 alone */
};

PROTECTED_TEST(test_cases) {
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        nh_arena *arena = nh_arena_create(context);
        nh_model *model = test_read_model(context, cases[i].text);
        size_t rows = 0;
        for (size_t k = 0; k < model->rows.count; k++) rows += model->rows.items[k].is_of_motion;
        bool is_contradictory = strstr(cases[i].text, "potential y\n") != NULL;
        if (is_contradictory) assert_string_equal(test_last_code(context), "contradiction");
        if (rows != cases[i].rows) fail_msg("%s: %zu rows", cases[i].text, rows);
        const nh_gauge *gauge = nh_gauge_find(model, arena);
        const char *words = gauge != NULL ? nh_gauge_words(model, arena, gauge) : NULL;
        if ((words == NULL) != (cases[i].gauge == NULL) || (words != NULL && strcmp(words, cases[i].gauge) != 0))
            fail_msg("%s: gauge %s", cases[i].text, words != NULL ? words : "none");
        nh_model_destroy(model);
        nh_arena_destroy(arena);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_linear), cmocka_unit_test(test_motions),
                                       cmocka_unit_test(test_cases)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
