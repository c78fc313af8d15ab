/* Integration of Pfaffian systems on random input: forms G dF with random functions F and random matrices G. */
#include "potential.h"

enum { KINDS = 4 };

static const char *const atoms[KINDS][8] = {
    {"x", "y", "z", "u", "v", "w", "x", "t"},
    {"x", "y", "sin(th)", "cos(th)", "sin(ph)", "cos(ph)", "z", "t"},
    {"x", "y", "z", "1/x", "1/(1 + y^2)", "1/(x + z)", "u", "t"},
    {"x", "y", "z", "exp(t)", "sqrt(x^2 + y^2)", "a", "R", "u"},
};

static nh_expr random_atom(fixture *f, uint64_t kind) {
    const char *text = atoms[kind][nh_random_below(&f->random, 8)];
    return read_expr(f, text, strlen(text));
}

static nh_expr random_product(fixture *f, uint64_t kind, uint64_t degree) {
    nh_expr e = nh_expr_int(f->pool, nh_random_between(&f->random, 1, 3));
    for (uint64_t i = 0; i < degree; i++) e = nh_expr_mul(f->pool, e, random_atom(f, kind));
    return e;
}

/* One to three products of one to three atoms. */
static nh_expr random_function(fixture *f, uint64_t kind) {
    nh_expr e = random_product(f, kind, 1 + nh_random_below(&f->random, 3));
    uint64_t more = nh_random_below(&f->random, 3);
    for (uint64_t i = 0; i < more; i++) {
        nh_expr other = random_product(f, kind, 1 + nh_random_below(&f->random, 3));
        e = nh_random_below(&f->random, 2) ? nh_expr_add(f->pool, e, other) : nh_expr_sub(f->pool, e, other);
    }
    return e;
}

/* 0, a product of two atoms, or a sum of two atoms. */
static nh_expr random_entry(fixture *f, uint64_t kind) {
    switch (nh_random_below(&f->random, 3)) {
        case 0: return NH_EXPR_ZERO;
        case 1: return random_product(f, kind, 2);
        default: return nh_expr_add(f->pool, random_product(f, kind, 1), random_product(f, kind, 1));
    }
}

/* The variables that occur in the functions. */
static uint32_t list_variables(fixture *f, const problem *p, nh_expr *variables) {
    uint32_t count = 0;
    for (int i = 0; i <= SYMBOLS; i++) {
        bool is_parameter = i >= 17 && i < SYMBOLS, is_used = false;
        for (uint32_t k = 0; k < p->known_count; k++)
            is_used |= nh_expr_depends_on(f->pool, p->known[k], 1, &f->symbols[i]);
        if (is_used && !is_parameter) variables[count++] = f->symbols[i];
    }
    return count;
}

static bool is_independent(fixture *f, const problem *p) {
    uint32_t n = p->system.count;
    nh_expr e[MOST_ROWS * MOST_COLUMNS];
    for (uint32_t i = 0; i < p->known_count; i++) {
        nh_expr_gradient(f->pool, p->known[i], n, p->system.variables, e + (size_t)i * n);
        if (last_depends(f, (int)i + 1, n, e) != 0) return false;
    }
    return true;
}

static bool is_regular(fixture *f, uint32_t rank, const nh_expr *matrix) {
    for (uint32_t i = 0; i < rank; i++)
        if (last_depends(f, (int)i + 1, rank, matrix) != 0) return false;
    return true;
}

static int tried, missed;

static void sweep(nh_context *context, void *argument) {
    const int *number = argument;
    fixture f = begin(context);
    f.random = nh_random_make(test_seed(), 1000 + (uint64_t)*number);
    uint64_t kind = nh_random_below(&f.random, KINDS);
    problem p = {.known_count = 1 + (uint32_t)nh_random_below(&f.random, 3)};
    nh_expr variables[MOST_COLUMNS], forms[MOST_ROWS * MOST_COLUMNS], matrix[MOST_ROWS * MOST_ROWS];
    for (uint32_t i = 0; i < p.known_count; i++) p.known[i] = random_function(&f, kind);
    for (uint32_t i = 0; i < p.known_count * p.known_count; i++) matrix[i] = random_entry(&f, kind);
    p.system.count = list_variables(&f, &p, variables);
    p.system.variables = variables, p.system.forms = forms;
    if (p.system.count > 0 && is_independent(&f, &p) && is_regular(&f, p.known_count, matrix)) {
        make_forms(&f, &p, matrix, forms);
        nh_potentials r = integrate(&f, &p, p.known_count, text_of(&f, p.known[0]));
        tried += (int)p.known_count, missed += (int)(p.known_count - r.count);
    }
    end(&f);
}

static void test_sweep(void **state) {
    (void)state;
    for (int i = 0; i < test_count(300); i++) {
        nh_context *context = test_context();
        test_run(context, sweep, &i);
        nh_context_destroy(context);
    }
    print_message("%d functions, %d not found\n", tried, missed);
    assert_true(missed * 10 <= tried);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_sweep)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
