/* Blocks of random incidences against what they are by definition: with transitive closure, and
 * matchings found by trying. */
#include "support.h"

#include "state/explicit/explicit_private.h"

enum { MOST = 9 };

typedef struct example {
    uint32_t n;
    bool has[MOST][MOST]; /* row, velocity */
    uint32_t start[MOST + 1], velocity[MOST * MOST];
} example;

static nh_incidence incidence_of(example *e, nh_random *random, uint32_t density, bool is_regular) {
    uint32_t shift = (uint32_t)nh_random_below(random, e->n), count = 0;
    for (uint32_t r = 0; r < e->n; r++) {
        for (uint32_t v = 0; v < e->n; v++) {
            e->has[r][v] = nh_random_below(random, 10) < density || (is_regular && v == (r + shift) % e->n);
            if (e->has[r][v]) e->velocity[count++] = v;
        }
        e->start[r + 1] = count;
    }
    return (nh_incidence){e->n, e->start, e->velocity};
}

/* The most rows from r on that can get velocities other than those taken. */
static uint32_t best_matching(const example *e, uint32_t r, uint32_t taken) {
    if (r == e->n) return 0;
    uint32_t best = best_matching(e, r + 1, taken);
    for (uint32_t v = 0; v < e->n; v++) {
        if (!e->has[r][v] || (taken >> v & 1) != 0) continue;
        uint32_t with = 1 + best_matching(e, r + 1, taken | 1U << v);
        if (with > best) best = with;
    }
    return best;
}

static void check_matching(const example *e, const nh_blocks *blocks) {
    uint32_t taken = 0, matched = 0;
    for (uint32_t r = 0; r < e->n; r++) {
        taken |= 1U << blocks->velocity_of[r];
        matched += e->has[r][blocks->velocity_of[r]];
    }
    assert_int_equal(taken, (1U << e->n) - 1);
    if (e->n <= 6) assert_int_equal(matched, best_matching(e, 0, 0));
}

/* Rows of one block reach each other, others do not, and needed blocks come first. */
static void check_order(const example *e, const nh_blocks *blocks) {
    bool reaches[MOST][MOST] = {{false}};
    uint32_t row_of[MOST], block_of[MOST], seen = 0;
    for (uint32_t r = 0; r < e->n; r++) row_of[blocks->velocity_of[r]] = r;
    for (uint32_t b = 0; b < blocks->count; b++)
        for (uint32_t i = blocks->start[b]; i < blocks->start[b + 1]; i++, seen++) {
            block_of[blocks->row[i]] = b;
            assert_true(i == blocks->start[b] || blocks->row[i - 1] < blocks->row[i]);
        }
    assert_int_equal(seen, e->n);
    for (uint32_t r = 0; r < e->n; r++)
        for (uint32_t v = 0; v < e->n; v++) reaches[r][row_of[v]] |= e->has[r][v];
    for (uint32_t k = 0; k < e->n; k++)
        for (uint32_t i = 0; i < e->n; i++)
            for (uint32_t j = 0; j < e->n; j++) reaches[i][j] |= reaches[i][k] && reaches[k][j];
    for (uint32_t i = 0; i < e->n; i++)
        for (uint32_t j = 0; j < e->n; j++) {
            bool is_same = i == j || (reaches[i][j] && reaches[j][i]);
            assert_int_equal(block_of[i] == block_of[j], is_same);
            if (reaches[i][j]) assert_true(block_of[j] <= block_of[i]);
        }
}

PROTECTED_TEST(random_blocks) {
    nh_arena *arena = nh_arena_create(context);
    nh_random random = nh_random_make(test_seed(), 81);
    uint32_t several = 0;
    for (int i = 0; i < test_count(3000); i++) {
        example e = {.n = (uint32_t)nh_random_between(&random, 1, MOST)};
        nh_incidence incidence =
            incidence_of(&e, &random, (uint32_t)nh_random_below(&random, 5), nh_random_below(&random, 4) > 0);
        nh_blocks blocks = nh_explicit_blocks(arena, &incidence);
        check_matching(&e, &blocks);
        check_order(&e, &blocks);
        several += blocks.count > 1 && blocks.count < e.n;
    }
    assert_true(several > 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_blocks)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
