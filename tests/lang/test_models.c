/* All models are printed and read again; those of the papers are compared with the reference numbers of tests/oracle.
 *
 * tests/oracle/models.txt says which cases a model is the same system as, and with which options:
 *
 *     MODEL ID [set NAME=VALUE] [with LABELS] [without LABELS] [same x1=x[1]] [same x{i}=x[i]]
 *
 * `same` gives the name in the model of a coordinate of the case, where they differ; with {i} for x1, x2, ...
 *
 * Equal are Lagrange's operator (so L may differ by a total derivative), the mass matrix and the forces. All imposed
 * rows vanish at the states of the case, and so do their derivatives by time at its accelerations; the rows of both
 * span the same space; and the accelerations that the equations of the model give are those of the case. */
#include "files.h"
#include "mechanics.h"

#include "base/text/text.h"
#include "form/equations.h"
#include "model/print.h"
#include "model/values.h"
#include "motion/at/dynamics.h"
#include "num/linear/dense.h"

#define TABLE NH_TEST_SOURCE "/oracle/models.txt"
#define CASES NH_TEST_SOURCE "/oracle"

enum { OPTIONS_MAX = 12 };

typedef struct model_test {
    const char *name;
    nh_context *context;
    nh_arena *arena;
    const char *text;
    size_t length;
    const char *line; /* of the table, after the name of the model */
} model_test;

/* ---- the table ---- */

/* The rest of the next line of the table that begins with this model, or NULL. Moves the cursor after that line. */
static const char *next_line(nh_arena *arena, const char **cursor, const char *model) {
    while (**cursor) {
        const char *line = *cursor;
        size_t length = strcspn(line, "\r\n"), name = strlen(model);
        *cursor += length + strspn(line + length, "\r\n");
        if (strncmp(line, model, name) == 0 && line[name] == ' ')
            return nh_arena_text(arena, line + name + 1, length - name - 1);
    }
    return NULL;
}

static void add_option(nh_arena *arena, nh_strings *list, const char *text) {
    if (!list->items) list->items = NH_NEW_ARRAY(arena, const char *, OPTIONS_MAX);
    assert_true(list->count < OPTIONS_MAX);
    ((const char **)list->items)[list->count++] = text;
}

/* "ID set N=3 with a,b without c same x1=x" */
static const char *read_options(nh_arena *arena, const char *line, nh_read_def *def) {
    const char *id = oracle_word(arena, line + strspn(line, " "), &line);
    while (*line) {
        const char *option = oracle_word(arena, line, &line), *value = oracle_word(arena, line, &line);
        if (strcmp(option, "set") == 0) add_option(arena, &def->set, value);
        else if (strcmp(option, "with") == 0) add_option(arena, &def->with, value);
        else if (strcmp(option, "without") == 0) add_option(arena, &def->without, value);
        else if (strcmp(option, "same") != 0) fail_msg("%s: what is %s?", def->name, option);
    }
    return id;
}

/* If the name has the form of the pattern, the replacement with {i} filled in: x3 for x{i} = x[i] gives x[3]. */
static const char *fill_in(nh_arena *arena, const char *name, const char *pattern, const char *replacement) {
    const char *hole = strstr(pattern, "{i}");
    if (!hole) return strcmp(name, pattern) == 0 ? replacement : NULL;
    size_t before = (size_t)(hole - pattern), digits = strlen(name) > before ? strspn(name + before, "0123456789") : 0;
    if (strncmp(name, pattern, before) != 0 || digits == 0 || strcmp(name + before + digits, hole + 3) != 0)
        return NULL;
    const char *place = strchr(replacement, '[');
    assert_non_null(place);
    nh_text text = nh_text_begin(arena);
    nh_text_add_bytes(&text, replacement, (size_t)(place - replacement));
    nh_text_format(&text, "[%.*s]", (int)digits, name + before);
    return nh_text_string(&text);
}

/* The name in the model of a coordinate of the case. */
static const char *name_in_model(const model_test *t, const char *name) {
    const char *line = t->line;
    while (*line) {
        bool is_same = strcmp(oracle_word(t->arena, line, &line), "same") == 0;
        if (!is_same) continue;
        const char *item = oracle_word(t->arena, line, &line), *equals = strchr(item, '=');
        assert_non_null(equals);
        const char *pattern = nh_arena_text(t->arena, item, (size_t)(equals - item));
        const char *filled = fill_in(t->arena, name, pattern, equals + 1);
        if (filled) return filled;
    }
    return name;
}

/* ---- the same system ---- */

typedef struct comparison {
    const char *what;
    nh_arena *arena;
    mechanics model, wanted;
    uint32_t *place; /* of the model, for each coordinate of the case */
} comparison;

static const double *placed(const comparison *c, const double *values) {
    double *result = NH_NEW_ARRAY(c->arena, double, c->model.n);
    for (uint32_t i = 0; i < c->model.n; i++) result[c->place[i]] = values[i];
    return result;
}

static mechanics_state placed_state(const comparison *c, const mechanics_state *at) {
    return (mechanics_state){at->t, placed(c, at->q), placed(c, at->v), placed(c, at->a)};
}

static void compare_dynamics(const comparison *c, const mechanics_state *at) {
    mechanics_state there = placed_state(c, at);
    mechanics_values found = mechanics_evaluate(c->arena, &c->model, &there);
    mechanics_values wanted = mechanics_evaluate(c->arena, &c->wanted, at);
    uint32_t n = c->model.n;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t p = c->place[i];
        mechanics_compare(c->what, "Lagrange's operator", found.lagrange[p], wanted.lagrange[i], 1, 1e-12);
        mechanics_compare(c->what, "a force", found.Q[p], wanted.Q[i], 1, 1e-12);
        for (uint32_t j = 0; j < n; j++)
            mechanics_compare(c->what, "the mass matrix", found.mass[(size_t)p * n + c->place[j]],
                              wanted.mass[(size_t)i * n + j], 1, 1e-12);
    }
}

/* Rows of length 1, those that vanish left out, added to a matrix that is stored row by row. */
static int add_rows(double *to, int count, const mechanics *m, const mechanics_values *v, const uint32_t *place) {
    for (uint32_t r = 0; r < m->rows; r++) {
        const long double *row = v->jacobian + (size_t)r * m->n;
        long double square = 0;
        for (uint32_t i = 0; i < m->n; i++) square += row[i] * row[i];
        if (square < 1e-24L) continue;
        for (uint32_t i = 0; i < m->n; i++)
            to[(size_t)count * m->n + i] = (double)(row[place ? place[i] : i] / sqrtl(square));
        count++;
    }
    return count;
}

static int rank_of(nh_arena *arena, int n, int rows, const double *by_rows) {
    nh_svd *svd = nh_svd_make(arena, n, rows); /* row by row is the transpose column by column */
    if (rows == 0) return 0;
    assert_true(nh_svd_factor(svd, by_rows));
    int rank = 0;
    for (int i = 0; i < (n < rows ? n : rows); i++) rank += nh_svd_values(svd)[i] > 1e-8 * nh_svd_values(svd)[0];
    return rank;
}

static void compare_rows(const comparison *c, const mechanics_values *found, const mechanics_values *wanted) {
    int n = (int)c->model.n;
    double *both = NH_NEW_ARRAY(c->arena, double, (size_t)n *(c->model.rows + c->wanted.rows));
    int ours = add_rows(both, 0, &c->model, found, c->place);
    int all = add_rows(both, ours, &c->wanted, wanted, NULL);
    int rank = rank_of(c->arena, n, all, both);
    if (rank_of(c->arena, n, ours, both) != rank) fail_msg("%s: the rows of the model do not span enough", c->what);
    if (rank_of(c->arena, n, all - ours, both + (size_t)ours * (size_t)n) != rank)
        fail_msg("%s: the rows of the model span more than they should", c->what);
}

static void compare_sample(const comparison *c, const oracle_block *sample, uint64_t stream) {
    mechanics_state at = mechanics_sample(c->arena, c->wanted.n, sample), there = placed_state(c, &at);
    mechanics_state moved = mechanics_moved(c->arena, c->wanted.n, at, stream);
    compare_dynamics(c, &at);
    compare_dynamics(c, &moved);
    mechanics_values found = mechanics_evaluate(c->arena, &c->model, &there);
    mechanics_values wanted = mechanics_evaluate(c->arena, &c->wanted, &at);
    for (uint32_t r = 0; r < c->model.rows; r++) {
        mechanics_compare(c->what, c->model.row[r], found.residual[r], 0, 1, 1e-10);
        if (oracle_get(sample, "qdd", c->wanted.n))
            mechanics_compare(c->what, "a row, differentiated,", found.drate[r], 0, 1, 1e-8);
    }
    compare_rows(c, &found, &wanted);
}

static void compare_accelerations(const comparison *c, const oracle_block *sample, nh_dynamics *dynamics) {
    mechanics_state at = mechanics_sample(c->arena, c->wanted.n, sample), there = placed_state(c, &at);
    if (!oracle_get(sample, "qdd", c->wanted.n)) return;
    nh_solution found = nh_dynamics_solve(dynamics, there.t, there.q, there.v);
    assert_int_equal(found.status, NH_SOLVED);
    double size = 1;
    for (uint32_t i = 0; i < c->model.n; i++) size = fmax(size, fabs(there.a[i]));
    for (uint32_t i = 0; i < c->model.n; i++)
        mechanics_compare(c->what, "an acceleration", found.x[i], there.a[i], (long double)size, 1e-10);
}

static void compare_with_case(const model_test *t, nh_model *model, const char *id) {
    oracle_case data = oracle_read(t->arena, files_path(t->arena, CASES, id, ".txt"));
    comparison c = {.what = id, .arena = t->arena};
    c.model = mechanics_of_model(t->arena, model);
    c.wanted = mechanics_of_case(t->arena, &data);
    assert_int_equal(c.model.n, c.wanted.n);
    c.place = NH_NEW_ARRAY(t->arena, uint32_t, c.wanted.n);
    for (uint32_t i = 0; i < c.wanted.n; i++) {
        nh_name name = nh_expr_symbol_of(c.wanted.pool, c.wanted.q[i])->name;
        c.place[i] = mechanics_coordinate(&c.model, name_in_model(t, nh_name_text(t->context, name)));
    }
    int samples = 0;
    nh_dynamics *dynamics = nh_dynamics_make(t->arena, nh_chetaev_derive(model, t->arena), NH_NATIVE_NEVER);
    nh_dynamics_set(dynamics, nh_model_parameter_values(model, t->arena));
    for (size_t i = 0; i < data.blocks.count; i++) {
        if (strcmp(data.blocks.items[i].kind, "sample") != 0) continue;
        compare_sample(&c, &data.blocks.items[i], i);
        compare_accelerations(&c, &data.blocks.items[i], dynamics);
        samples++;
    }
    assert_true(samples >= 5);
}

/* ---- printing ---- */

static const char *printed(const model_test *t, nh_model *model) {
    nh_text text = nh_text_begin(t->arena);
    nh_model_print(model, &text);
    return nh_text_string(&text);
}

/* A state like any other. */
static mechanics_state some_state(const model_test *t, uint32_t n) {
    double *some = NH_NEW_ARRAY(t->arena, double, n);
    for (uint32_t i = 0; i < n; i++) some[i] = 0.3 + 0.1 * i;
    mechanics_state at = {.t = 0.7, .q = some, .v = some, .a = some};
    return mechanics_moved(t->arena, n, at, 99);
}

static void compare_printed(const model_test *t, nh_model *model, nh_model *again) {
    mechanics a = mechanics_of_model(t->arena, model), b = mechanics_of_model(t->arena, again);
    assert_int_equal(a.n, b.n);
    assert_int_equal(a.rows, b.rows);
    mechanics_state at = some_state(t, a.n);
    mechanics_values x = mechanics_evaluate(t->arena, &a, &at), y = mechanics_evaluate(t->arena, &b, &at);
    mechanics_compare(t->name, "T after printing", y.T, x.T, 1, 1e-14);
    mechanics_compare(t->name, "V after printing", y.V, x.V, 1, 1e-14);
    mechanics_compare(t->name, "L after printing", y.L, x.L, 1, 1e-14);
    for (uint32_t i = 0; i < a.n; i++) mechanics_compare(t->name, "Q after printing", y.Q[i], x.Q[i], 1, 1e-14);
    for (uint32_t r = 0; r < a.rows; r++) {
        assert_string_equal(a.row[r], b.row[r]);
        mechanics_compare(t->name, a.row[r], y.residual[r], x.residual[r], 1, 1e-14);
    }
}

static void print_and_read_again(const model_test *t, nh_model *model) {
    const char *first = printed(t, model);
    nh_read_def def = nh_default_read();
    def.name = t->name;
    nh_model *again = files_model(t->context, &def, first, strlen(first), true);
    assert_string_equal(printed(t, again), first);
    compare_printed(t, model, again);
    nh_model_destroy(again);
}

/* ---- the tests ---- */

static void check_case(const model_test *t, const char *line) {
    nh_read_def def = nh_default_read();
    def.name = t->name;
    const char *id = read_options(t->arena, line, &def);
    bool has_options = def.set.count + def.with.count + def.without.count > 0; /* may leave parameters without a use */
    nh_model *model = files_model(t->context, &def, t->text, t->length, has_options);
    compare_with_case(t, model, id);
    print_and_read_again(t, model);
    nh_model_destroy(model);
}

static void check_file(nh_context *context, void *argument) {
    const char *path = argument;
    model_test t = {.name = files_name(path), .context = context, .arena = nh_arena_create(context)};
    t.text = nh_file_read(t.arena, files_path(t.arena, NH_TEST_SOURCE, path, ".nh"), &t.length);
    nh_read_def def = nh_default_read();
    def.name = t.name;
    nh_model *model = files_model(context, &def, t.text, t.length, false);
    print_and_read_again(&t, model);
    nh_model_destroy(model);
    size_t length;
    const char *cursor = nh_file_read(t.arena, TABLE, &length);
    while ((t.line = next_line(t.arena, &cursor, t.name))) check_case(&t, t.line);
}

static void test_file(void **state) {
    nh_context *context = test_context();
    test_run(context, check_file, *state);
    nh_context_destroy(context);
}

static bool has_statement(const char *text, const char *word) {
    size_t length = strlen(word);
    for (const char *line = text; line; line = strchr(line, '\n'), line = line ? line + 1 : NULL)
        if (strncmp(line, word, length) == 0 && line[length] == ' ') return true;
    return false;
}

/* Every statement of the language is at the beginning of a line of some model. */
static void every_statement(nh_context *context, void *argument) {
    (void)argument;
    static const char *const words[] = {
#define STATEMENT(NAME, word, ...) #word,
#include "lang/statements.def"
#undef STATEMENT
    };
    static files f;
    files_list_models(&f);
    nh_arena *arena = nh_arena_create(context);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        bool is_used = false;
        size_t length;
        for (size_t j = 0; j < f.count && !is_used; j++)
            is_used = has_statement(nh_file_read(arena, files_path(arena, NH_TEST_SOURCE, f.names[j], ".nh"), &length),
                                    words[i]);
        if (!is_used) fail_msg("no model has the statement %s", words[i]);
    }
}

static void test_every_statement(void **state) {
    (void)state;
    test_in_context(every_statement);
}

/* Every case of the oracle has a model, and every line of the table names one. */
static void every_case(nh_context *context, void *argument) {
    (void)argument;
    static files models, cases;
    nh_arena *arena = nh_arena_create(context);
    size_t length;
    const char *table = nh_file_read(arena, TABLE, &length);
    files_list_models(&models);
    files_list(&cases, CASES);
    size_t lines = 0, used = 0;
    for (const char *c = table; *c; c++) lines += *c == '\n';
    for (size_t i = 0; i < models.count; i++)
        for (const char *c = table; next_line(arena, &c, files_name(models.names[i]));) used++;
    if (used != lines) fail_msg("%zu of %zu lines of the table name a model", used, lines);
    for (size_t i = 0; i < cases.count; i++) {
        char id[FILES_NAME + 2];
        snprintf(id, sizeof id, " %s", cases.names[i]);
        const char *place = strstr(table, id);
        while (place && place[strlen(id)] != ' ' && place[strlen(id)] != '\n') place = strstr(place + 1, id);
        if (!place) fail_msg("no model is the system of %s", cases.names[i]);
    }
}

static void test_every_case(void **state) {
    (void)state;
    test_in_context(every_case);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_statement), cmocka_unit_test(test_every_case)};
    int failed = cmocka_run_group_tests_name("statements", tests, NULL, NULL);
    return failed + files_run_models("models", test_file);
}
