/* One reading of a model: read once more, with its own values or with others, it is the same system. */
#include "../truth/judging.h"

static size_t count_rows(const nh_model *model) {
    size_t count = 0;
    for (size_t i = 0; i < model->rows.count; i++) count += model->rows.items[i].is_imposed;
    return count;
}

/* Names and residuals: hashes do not depend on the pool. */
static void check_rows(const nh_model *a, const nh_model *b) {
    assert_int_equal(a->rows.count, b->rows.count);
    for (size_t i = 0; i < a->rows.count; i++) {
        const nh_row *x = &a->rows.items[i], *y = &b->rows.items[i];
        assert_int_equal(x->name, y->name);
        assert_int_equal(nh_expr_hash(a->pool, x->residual), nh_expr_hash(b->pool, y->residual));
        assert_true(x->is_imposed == y->is_imposed && x->is_geometric == y->is_geometric &&
                    x->is_hidden == y->is_hidden);
    }
}

static const char *const texts[] = {
    "coord x, y\nkinetic (x'^2 + y'^2)/2\nconstraint c: x' = y\n",
    "param a = 1\ncoord x, y, z\nkinetic (x'^2 + y'^2 + z'^2)/2\nconstraint p: x' = y\nconstraint q: x' = a*z\n"
    "init y = 1, z = 1\n",
    "param a = 2, b = 3\ncoord x, y, z, w\nkinetic (x'^2 + y'^2 + z'^2 + w'^2)/2\nconstraint p: x' = a*y\n"
    "constraint q: x' = b*z\nconstraint r: y' = w\nconstraint s: z' = w^2\ninit w ~ 1\n",
    "coord x, y, z\nkinetic (x'^2 + y'^2 + z'^2)/2\nconstraint p: x' = 0\nconstraint q: x' = y^2 + z^2\n"
    "init y = 0, z = 0\n",
    "param a = 1, b = 1\ncoord x, y, z, w\nkinetic (x'^2 + y'^2 + z'^2 + w'^2)/2\nconstraint k: x' + a*y' = z\n"
    "constraint l: x' + b*y' = w\ninit z = 1, w ~ 1\n",
};

PROTECTED_TEST(same_rows) {
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        nh_model *model = read_judged(context, &(judge_def){.text = texts[i], .equations = {"x = 0"}});
        size_t diags = nh_context_diag_count(context);
        nh_model *again = nh_read_again(model, &model->source.def, false);
        assert_non_null(again);
        check_rows(model, again);
        assert_int_equal(nh_context_diag_count(context), diags);
        nh_model_destroy(again);
    }
}

/* What was forced with the values of the model is forced with others, at which its start is not admissible. */
PROTECTED_TEST(other_values) {
    nh_model *model = read_judged(context, &(judge_def){.text = texts[1]});
    nh_read_def def = model->source.def;
    def.set = (nh_strings){(const char *[]){"a=2"}, 1};
    nh_model *again = nh_read_again(model, &def, false);
    check_rows(model, again);
    assert_int_equal(count_rows(again), 3);
    nh_model_destroy(again);
    model = read_judged(context, &(judge_def){.text = texts[4]}); /* this one belongs to a = b */
    def = model->source.def;
    def.set = (nh_strings){(const char *[]){"a=2"}, 1};
    again = nh_read_again(model, &def, false);
    assert_int_equal(count_rows(model), 3);
    assert_int_equal(count_rows(again), 2);
    nh_model_destroy(again);
}

/* An equation is judged the same, whether a condition that rows force is written or not. */
PROTECTED_TEST(forced_or_written) {
    static const char written[] =
        "param a = 1\ncoord x, y, z\nkinetic (x'^2 + y'^2 + z'^2)/2\nconstraint p: x' = y\nconstraint q: x' = a*z\n"
        "constraint r: y = a*z\ninit y = 1, z = 1\n";
    const char *const both[] = {texts[1], written};
    for (size_t i = 0; i < 2; i++) {
        judgement j =
            judge_text(context, &(judge_def){.text = both[i], .equations = {"y = z", "y = a*z", "y'' = a*z''"}});
        check_item(&j, "equation[1]", NH_JUDGED_REFUTED);
        assert_true(item_of(&j, "equation[1]")->holds_with_own);
        check_item(&j, "equation[2]", NH_JUDGED_CERTIFIED);
        check_holds(&j, "equation[3]");
        assert_true(item_of(&j, "equation[2]")->sets >= 2);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_rows),
        cmocka_unit_test(other_values),
        cmocka_unit_test(forced_or_written),
    };
    return cmocka_run_group_tests_name("read", tests, NULL, NULL);
}
