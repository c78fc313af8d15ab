/* Rank, redundant rows and independent velocities of 10^4 points with parallel velocities, [Simple] (15): as the paper
 * writes it, 2 (N - 1) rows, and as vector equations, of which every third row is redundant. And of a chain, (20). */
#include <string.h>

#include "base/text/text.h"
#include "facts/analysis.h"
#include "lang/lang.h"
#include "support.h"

/* Sanitizers make it slow, and find the same in fewer. */
#ifdef __SANITIZE_ADDRESS__
enum { N = 1000 };
#else
enum { N = 10000 };
#endif

static const char head[] = "coord x[1..N], y[1..N], z[1..N]\n"
                           "point P[i=1..N] = [x[i], y[i], z[i]] mass 1 + i/N\n";
static const char along[] = "init P[i] = [i, 0, 1], P[i]' = (1 + i/N)*[-0.3, 1, 0.3] for i = 1..N\n";

static nh_analysis *analyse(nh_context *context, nh_arena *arena, const char *rows, const char *init) {
    nh_text text = nh_text_begin(arena);
    nh_text_format(&text, "const N = %d\n%s", (int)N, head);
    nh_text_add(&text, rows);
    nh_text_add(&text, init);
    nh_read_def def = nh_default_read();
    nh_status status = NH_OK;
    nh_model *model = nh_lang_read(context, &def, nh_text_string(&text), strlen(nh_text_string(&text)), &status);
    assert_non_null(model);
    return nh_analysis_make(arena, model, 1);
}

static void check_counts(const nh_analysis *x, size_t k) {
    assert_int_equal(x->rank.k.value, k);
    assert_int_equal(x->rank.k.by, NH_EVIDENCE_PROVED);
    assert_int_equal(x->rank.m.value, 3 * N - k);
    assert_int_equal(x->alpha_bar_equals_alpha.truth, NH_YES);
    assert_int_equal(x->energy_conserved.truth, NH_YES);
    assert_int_equal(x->admissible->form->kind, NH_EXPLICIT_RATIONAL);
    assert_int_equal(x->admissible->form->m, 3 * N - k);
}

PROTECTED_TEST(rows_of_the_paper) {
    nh_arena *arena = nh_arena_create(context);
    const nh_analysis *x = analyse(context, arena,
                                   "constraint y[i=2..N]: x[1]'*y[i]' = y[1]'*x[i]'\n"
                                   "constraint z[i=2..N]: x[1]'*z[i]' = z[1]'*x[i]'\n",
                                   along);
    check_counts(x, 2 * (N - 1));
    nh_arena_destroy(arena);
}

PROTECTED_TEST(vector_rows) {
    nh_arena *arena = nh_arena_create(context);
    const nh_analysis *x = analyse(context, arena, "constraint parallel[i=2..N]: cross(P[1]', P[i]') = 0\n", along);
    check_counts(x, 2 * (N - 1));
    for (size_t i = 0; i < 3 * (N - 1); i++) {
        assert_int_equal(x->rank.redundant[i].truth, i % 3 == 2 ? NH_YES : NH_NO);
        assert_int_equal(x->rank.redundant[i].by, NH_EVIDENCE_PROVED);
    }
    nh_arena_destroy(arena);
}

PROTECTED_TEST(chain) {
    nh_arena *arena = nh_arena_create(context);
    const nh_analysis *x =
        analyse(context, arena, "constraint perp[i=1..N-1]: dot(P[i]', P[i+1]') = 0\n",
                "init P[i] = [i, 0, 0], P[i]' = [mod(i,2)*(1 + i/N), 1 - mod(i,2), (1 - mod(i,2))*i/N] for i = 1..N\n");
    check_counts(x, N - 1);
    nh_arena_destroy(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_of_the_paper),
        cmocka_unit_test(vector_rows),
        cmocka_unit_test(chain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
