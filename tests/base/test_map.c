/* Hash tables against naive models, with keys made to collide; and the hash itself. */
#include "base/map.h"

#include <string.h>

#include "support.h"

#include "base/hash.h"

/* The inverse of nh_hash_u64: keys of which the hash is what one likes. */
static uint64_t unshift(uint64_t y, int by) {
    uint64_t x = y;
    for (int i = 0; i < 64; i += by) x = y ^ (x >> by);
    return x;
}

static uint64_t inverse_mod_2_64(uint64_t odd) {
    uint64_t x = odd;
    for (int i = 0; i < 6; i++) x *= 2 - odd * x; /* Newton: each step doubles the number of right bits */
    return x;
}

static uint64_t key_with_hash(uint64_t hash) {
    uint64_t x = unshift(hash, 31) * inverse_mod_2_64(UINT64_C(0x94d049bb133111eb));
    x = unshift(x, 27) * inverse_mod_2_64(UINT64_C(0xbf58476d1ce4e5b9));
    return unshift(x, 30);
}

static void hash_is_a_bijection(void **state) {
    (void)state;
    nh_random random = nh_random_make(test_seed(), 1);
    for (int i = 0; i < test_count(1000); i++) {
        uint64_t x = nh_random_u64(&random) >> nh_random_below(&random, 64);
        assert_int_equal(nh_hash_u64(key_with_hash(x)), x);
        assert_int_equal(key_with_hash(nh_hash_u64(x)), x);
    }
}

/* A changed bit of the input changes about half of the bits of the hash. */
static void hash_mixes(void **state) {
    (void)state;
    nh_random random = nh_random_make(test_seed(), 2);
    for (int bit = 0; bit < 64; bit++) {
        int changed[3] = {0};
        for (int i = 0; i < 200; i++) {
            uint64_t x = nh_random_u64(&random), y = nh_random_u64(&random), flipped = x ^ UINT64_C(1) << bit;
            changed[0] += __builtin_popcountll(nh_hash_u64(x) ^ nh_hash_u64(flipped));
            changed[1] += __builtin_popcountll(nh_hash_combine(y, x) ^ nh_hash_combine(y, flipped));
            changed[2] += __builtin_popcountll(nh_hash_combine(x, y) ^ nh_hash_combine(flipped, y));
        }
        for (int j = 0; j < 3; j++) assert_true(changed[j] > 200 * 28 && changed[j] < 200 * 36);
    }
}

/* Bytes: length counts, place counts, and nothing after the end is read. The numbers are the same on every machine. */
static void hash_of_bytes(void **state) {
    (void)state;
    char bytes[64] = {0};
    uint64_t seen[65];
    for (size_t length = 0; length <= 64; length++) {
        seen[length] = nh_hash_bytes(bytes, length);
        for (size_t i = 0; i < length; i++) assert_true(seen[i] != seen[length]);
    }
    for (size_t at = 0; at < 64; at++) {
        bytes[at] = 1;
        assert_int_equal(nh_hash_bytes(bytes, at), seen[at]);
        for (size_t length = at + 1; length <= 64; length++) assert_true(nh_hash_bytes(bytes, length) != seen[length]);
        bytes[at] = 0;
    }
    const char text[] = "\xff"
                        "bcdefghijk";
    uint64_t expected = nh_hash_u64(11);
    expected = nh_hash_combine(expected, UINT64_C(0x68676665646362ff));
    expected = nh_hash_combine(expected, UINT64_C(0x6b6a69));
    assert_int_equal(nh_hash_bytes(text, 11), expected);
    assert_true(nh_hash_combine(1, 2) != nh_hash_combine(2, 1));
}

/* ---- nh_map ---- */

enum { KINDS = 6 };

/* The i-th key of a kind. Kinds from 3 on are made to collide. */
static uint64_t key_of(int kind, uint64_t i) {
    switch (kind) {
        case 0: return i;
        case 1: return i << 32;
        case 2: return UINT64_MAX - i * i;
        case 3: return key_with_hash(i << 40);                /* all begin at the same place */
        case 4: return key_with_hash((i << 40) - 1 - i % 3);  /* at the end of the table, so that probing wraps */
        default: return key_with_hash(i << 50 | i % 4 << 20); /* part company only in a large table */
    }
}

static void check_walk(const nh_map *map, int kind, const uint64_t *values, const bool *there, uint64_t keys) {
    bool *seen = NH_NEW_ARRAY(map->arena, bool, keys);
    size_t position = 0, steps = 0;
    uint64_t key, value;
    while (nh_map_next(map, &position, &key, &value)) {
        uint64_t i = 0;
        while (i < keys && key_of(kind, i) != key) i++;
        assert_true(i < keys && there[i] && !seen[i]);
        assert_int_equal(value, values[i]);
        seen[i] = true;
        steps++;
    }
    assert_int_equal(steps, map->count);
    assert_false(nh_map_next(map, &position, &key, &value));
}

static void map_round(nh_arena *arena, nh_random *random, int kind) {
    enum { KEYS = 60 };
    nh_map map = nh_map_make(arena);
    uint64_t values[KEYS] = {0};
    bool there[KEYS] = {false}, is_new;
    size_t count = 0;
    for (int step = 0; step < 300; step++) {
        uint64_t i = nh_random_below(random, KEYS), key = key_of(kind, i), value = nh_random_u64(random);
        const uint64_t *found = nh_map_get(&map, key);
        assert_true((found != NULL) == there[i]);
        if (found != NULL) assert_int_equal(*found, values[i]);
        uint64_t dice = nh_random_below(random, 4);
        if (dice == 0) {
            nh_map_put(&map, key, value);
            values[i] = value;
        } else if (dice == 1) {
            uint64_t *slot = nh_map_slot(&map, key, &is_new);
            assert_true(is_new == !there[i]);
            assert_int_equal(*slot, values[i]); /* 0 for a new one */
            *slot = values[i] = value;
        } else if (dice == 2 && found != NULL) {
            *nh_map_get(&map, key) = values[i] = value;
        }
        count += dice < 2 && !there[i];
        there[i] |= dice < 2;
        assert_int_equal(map.count, count);
    }
    check_walk(&map, kind, values, there, KEYS);
}

PROTECTED_TEST(map_and_model) {
    nh_random random = nh_random_make(test_seed(), 3);
    nh_arena *arena = nh_arena_create(context);
    for (int i = 0; i < test_count(60); i++) {
        nh_arena_mark mark = nh_arena_mark_here(arena);
        map_round(arena, &random, i % KINDS);
        nh_arena_release(arena, mark);
    }
}

PROTECTED_TEST(map_grows) {
    nh_arena *arena = nh_arena_create(context);
    for (int kind = 0; kind < 3; kind++) {
        nh_map map = nh_map_make(arena);
        const uint64_t most = 20000;
        for (uint64_t i = 0; i < most; i++) nh_map_put(&map, key_of(kind, i), i);
        assert_int_equal(map.count, most);
        assert_true(map.capacity >= most * 3 / 2 && map.capacity <= most * 4);
        for (uint64_t i = 0; i < most; i++) {
            const uint64_t *found = nh_map_get(&map, key_of(kind, i));
            assert_true(found != NULL && *found == i);
        }
        for (uint64_t i = most; i < 2 * most; i++) assert_null(nh_map_get(&map, key_of(kind, i)));
    }
}

PROTECTED_TEST(map_is_empty) {
    nh_map map = nh_map_make(nh_arena_create(context));
    size_t position = 0;
    uint64_t key, value;
    assert_null(nh_map_get(&map, 0));
    assert_false(nh_map_next(&map, &position, &key, &value));
    nh_map_put(&map, 0, 0);
    assert_non_null(nh_map_get(&map, 0));
    assert_null(nh_map_get(&map, 1));
}

/* The same insertions give the same walk, wherever the memory lies. */
PROTECTED_TEST(map_repeats) {
    nh_map maps[2];
    for (int m = 0; m < 2; m++) {
        nh_arena *arena = nh_arena_create(context);
        nh_arena_alloc(arena, 1000 * (size_t)m);
        maps[m] = nh_map_make(arena);
        for (uint64_t i = 0; i < 1000; i++) nh_map_put(&maps[m], i * i * 7919, i);
    }
    size_t positions[2] = {0};
    uint64_t keys[2], values[2];
    while (nh_map_next(&maps[0], &positions[0], &keys[0], &values[0])) {
        assert_true(nh_map_next(&maps[1], &positions[1], &keys[1], &values[1]));
        assert_int_equal(keys[0], keys[1]);
        assert_int_equal(values[0], values[1]);
    }
    assert_false(nh_map_next(&maps[1], &positions[1], &keys[1], &values[1]));
}

/* ---- nh_index ---- */

typedef struct things {
    const uint64_t *items;
    uint64_t wanted;
    uint64_t *asked; /* how often the equality was asked */
} things;

static bool is_wanted(const void *user, uint32_t number) {
    const things *t = user;
    ++*t->asked;
    return t->items[number] == t->wanted;
}

static uint64_t hash_of_kind(int kind, uint64_t thing) {
    switch (kind) {
        case 0: return nh_hash_u64(thing);
        case 1: return 0;               /* all equal, and the tag of an empty slot */
        case 2: return UINT64_MAX;      /* all equal */
        case 3: return thing;           /* the upper halves are equal */
        case 4: return thing % 3 << 32; /* three chains */
        default: return thing << 32;
    }
}

static void index_round(nh_arena *arena, nh_random *random, int kind, uint32_t most) {
    uint64_t *items = NH_NEW_ARRAY(arena, uint64_t, most), asked = 0;
    nh_index index = nh_index_make(arena);
    uint32_t count = 0;
    while (count < most) {
        uint64_t thing = nh_random_below(random, 2 * most), hash = hash_of_kind(kind, thing);
        uint32_t expected = 0;
        while (expected < count && items[expected] != thing) expected++;
        uint32_t found = nh_index_find(&index, hash, is_wanted, &(things){items, thing, &asked});
        assert_int_equal(found, expected < count ? expected : NH_INDEX_NONE);
        if (found != NH_INDEX_NONE) continue;
        items[count] = thing;
        nh_index_add(&index, hash, count++);
        assert_int_equal(index.count, count);
    }
}

PROTECTED_TEST(index_and_model) {
    nh_random random = nh_random_make(test_seed(), 4);
    nh_arena *arena = nh_arena_create(context);
    for (int i = 0; i < test_count(24); i++) {
        nh_arena_mark mark = nh_arena_mark_here(arena);
        index_round(arena, &random, i % KINDS, 1 + (uint32_t)nh_random_below(&random, 200));
        nh_arena_release(arena, mark);
    }
}

/* With good hashes the equality is asked about once a search, and not at all for what is not there. */
PROTECTED_TEST(index_asks_little) {
    enum { MOST = 20000 };
    nh_arena *arena = nh_arena_create(context);
    nh_index index = nh_index_make(arena);
    uint64_t *items = NH_NEW_ARRAY(arena, uint64_t, MOST), asked = 0;
    for (uint32_t i = 0; i < MOST; i++) {
        items[i] = i;
        nh_index_add(&index, hash_of_kind(0, i), i);
    }
    for (uint32_t i = 0; i < MOST; i++)
        assert_int_equal(nh_index_find(&index, hash_of_kind(0, i), is_wanted, &(things){items, i, &asked}), i);
    assert_true(asked <= MOST + 10);
    asked = 0;
    for (uint32_t i = MOST; i < 2 * MOST; i++)
        assert_int_equal(nh_index_find(&index, hash_of_kind(0, i), is_wanted, &(things){items, i, &asked}),
                         NH_INDEX_NONE);
    assert_true(asked <= 10);
}

static bool is_last(const void *user, uint32_t number) {
    (void)user;
    return number == NH_INDEX_NONE - 1;
}

PROTECTED_TEST(index_at_the_ends) {
    nh_index index = nh_index_make(nh_arena_create(context));
    assert_int_equal(nh_index_find(&index, 0, is_last, NULL), NH_INDEX_NONE);
    nh_index_add(&index, UINT64_MAX, 0);
    nh_index_add(&index, UINT64_MAX, NH_INDEX_NONE - 1);
    assert_int_equal(nh_index_find(&index, UINT64_MAX, is_last, NULL), NH_INDEX_NONE - 1);
    assert_int_equal(nh_index_find(&index, 0, is_last, NULL), NH_INDEX_NONE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hash_is_a_bijection), cmocka_unit_test(hash_mixes),      cmocka_unit_test(hash_of_bytes),
        cmocka_unit_test(map_and_model),       cmocka_unit_test(map_grows),       cmocka_unit_test(map_is_empty),
        cmocka_unit_test(map_repeats),         cmocka_unit_test(index_and_model), cmocka_unit_test(index_asks_little),
        cmocka_unit_test(index_at_the_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
