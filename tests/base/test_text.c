/* Texts that are built piece by piece, and interned names. */
#include "base/text/text.h"

#include <stdio.h>
#include <string.h>

#include "support.h"

#include "base/context.h"
#include "base/hash.h"
#include "base/text/name.h"

PROTECTED_TEST(pieces) {
    nh_arena *arena = nh_arena_create(context);
    nh_text text = nh_text_begin(arena);
    assert_string_equal(nh_text_string(&text), "");
    assert_int_equal(text.length, 0);
    nh_text_add(&text, "");
    nh_text_add_bytes(&text, NULL, 0);
    nh_text_add_repeated(&text, 'x', 0);
    nh_text_format(&text, "%s", "");
    assert_string_equal(nh_text_string(&text), "");
    nh_text_add(&text, "one");
    nh_text_add_char(&text, ',');
    nh_text_add_repeated(&text, ' ', 3);
    nh_text_format(&text, "%d %s", -17, "two");
    nh_text_add_bytes(&text, "three and more", 5);
    assert_string_equal(nh_text_string(&text), "one,   -17 twothree");
    assert_int_equal(text.length, strlen("one,   -17 twothree"));
}

PROTECTED_TEST(with_zero_bytes) {
    nh_text text = nh_text_begin(nh_arena_create(context));
    nh_text_add_bytes(&text, "a\0b", 3);
    nh_text_add_char(&text, '\0');
    nh_text_add_repeated(&text, '\0', 2);
    nh_text_format(&text, "%c%s", '\0', "c");
    nh_text_add(&text, "d\0e");
    assert_int_equal(text.length, 9);
    assert_memory_equal(nh_text_string(&text), "a\0b\0\0\0\0cd", 10);
}

/* A piece for the text and for the model; returns the new length. */
static size_t add_piece(nh_text *text, nh_random *random, char *model, size_t length) {
    char piece[300];
    size_t size = nh_random_below(random, sizeof piece);
    for (size_t i = 0; i < size; i++) piece[i] = (char)nh_random_between(random, 1, 127);
    piece[size] = '\0';
    switch (nh_random_below(random, 5)) {
        case 0: nh_text_add(text, piece); break;
        case 1: nh_text_add_bytes(text, piece, size); break;
        case 2: nh_text_format(text, "%s", piece); break;
        case 3:
            memset(piece, '=', size);
            nh_text_add_repeated(text, '=', size);
            break;
        default:
            size = size > 0;
            nh_text_add_bytes(text, piece, size);
            break;
    }
    memcpy(model + length, piece, size);
    return length + size;
}

/* Several texts grow in one arena at the same time. */
PROTECTED_TEST(against_a_model) {
    enum { TEXTS = 3, SIZE = 20000 };
    nh_random random = nh_random_make(test_seed(), 1);
    for (int round = 0; round < test_count(20); round++) {
        nh_arena *arena = nh_arena_create(context), *models = nh_arena_create(context);
        nh_text texts[TEXTS];
        char *model[TEXTS];
        size_t length[TEXTS] = {0};
        for (int i = 0; i < TEXTS; i++) {
            texts[i] = nh_text_begin(arena);
            model[i] = nh_arena_alloc(models, SIZE);
        }
        for (int step = 0; step < 150; step++) {
            int i = (int)nh_random_below(&random, TEXTS);
            if (length[i] + 300 < SIZE) length[i] = add_piece(&texts[i], &random, model[i], length[i]);
            assert_int_equal(nh_text_string(&texts[i])[length[i]], '\0');
        }
        for (int i = 0; i < TEXTS; i++) {
            assert_int_equal(texts[i].length, length[i]);
            assert_memory_equal(nh_text_string(&texts[i]), model[i], length[i]);
        }
        nh_arena_destroy(arena);
        nh_arena_destroy(models);
    }
}

PROTECTED_TEST(long_texts) {
    nh_arena *arena = nh_arena_create(context);
    nh_text text = nh_text_begin(arena);
    for (int i = 0; i < 200000; i++) nh_text_add_char(&text, (char)('a' + i % 26));
    assert_int_equal(text.length, 200000);
    for (int i = 0; i < 200000; i++) assert_int_equal(text.bytes[i], 'a' + i % 26);
    assert_true(nh_context_memory(context) < 2000000);
    nh_text_format(&text, "%100000d|", 5);
    assert_int_equal(text.length, 300001);
    assert_string_equal(nh_text_string(&text) + 299998, " 5|");
    nh_text_add_repeated(&text, '-', 1000000);
    assert_int_equal(strlen(nh_text_string(&text)), 1300001);
}

/* Every length around the places where the buffer grows: the NUL has its place too. */
PROTECTED_TEST(all_lengths) {
    nh_arena *arena = nh_arena_create(context);
    for (int length = 0; length < 300; length++) {
        nh_arena_mark mark = nh_arena_mark_here(arena);
        nh_text text = nh_text_begin(arena);
        nh_text_format(&text, "%*s", length, "");
        nh_arena_alloc(arena, 1); /* so that the next has to move */
        nh_text_format(&text, "%*s", 300 - length, "x");
        assert_int_equal(text.length, 300);
        assert_int_equal(strlen(nh_text_string(&text)), 300);
        assert_true(text.length < text.capacity);
        nh_arena_release(arena, mark);
    }
}

static void repeat_too_often(nh_context *context, void *argument) {
    nh_text text = nh_text_begin(nh_arena_create(context));
    nh_text_add(&text, "abc");
    nh_text_add_repeated(&text, 'x', *(size_t *)argument);
}

static void too_long(void **state) {
    (void)state;
    nh_context *context = test_context();
    const size_t times[] = {SIZE_MAX, SIZE_MAX - 1, SIZE_MAX - 3, SIZE_MAX - 4, SIZE_MAX / 2, (size_t)17 << 30};
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        size_t number = times[i];
        assert_int_equal(test_protect(context, repeat_too_often, &number), NH_E_LIMIT);
        assert_string_equal(test_last_code(context), "memory-limit");
    }
    nh_context_destroy(context);
}

/* ---- names ---- */

PROTECTED_TEST(names) {
    assert_int_equal(nh_name_of(context, NULL, 0), 0);
    assert_int_equal(nh_name_of_text(context, ""), 0);
    assert_string_equal(nh_name_text(context, 0), "");
    assert_int_equal(nh_name_length(context, 0), 0);
    char bytes[] = "theta";
    nh_name theta = nh_name_of_text(context, bytes), x = nh_name_of(context, "xyz", 1);
    memset(bytes, '!', sizeof bytes - 1);
    assert_int_equal(theta, 1);
    assert_int_equal(x, 2);
    assert_string_equal(nh_name_text(context, theta), "theta");
    assert_string_equal(nh_name_text(context, x), "x");
    assert_int_equal(nh_name_of_text(context, "theta"), theta);
    assert_int_equal(nh_name_of(context, "theta and more", 5), theta);
    assert_int_equal(nh_name_of(context, nh_name_text(context, theta), 5), theta);
    assert_int_equal(nh_name_of(context, nh_name_text(context, theta) + 1, 4), 3);
    assert_string_equal(nh_name_text(context, 3), "heta");
}

/* All strings of zeros and ones as bytes up to length 8 are different names. */
PROTECTED_TEST(names_of_bytes) {
    nh_name expected = 1;
    for (int round = 0; round < 2; round++, expected = 1) {
        for (size_t length = 1; length <= 8; length++) {
            for (unsigned bits = 0; bits < 1u << length; bits++, expected++) {
                char bytes[8];
                for (size_t i = 0; i < length; i++) bytes[i] = (char)(bits >> i & 1);
                assert_int_equal(nh_name_of(context, bytes, length), expected);
                assert_int_equal(nh_name_length(context, expected), length);
                assert_memory_equal(nh_name_text(context, expected), bytes, length);
                assert_int_equal(nh_name_text(context, expected)[length], 0);
            }
        }
    }
}

/* Pairs of names with the same upper half of the hash, found by trying: one is the beginning of the other, or not. */
PROTECTED_TEST(names_that_collide) {
    const char *pairs[][2] = {{"xi1b3grc", "x"}, {"84hcaa", "ra7baa"}};
    for (int i = 0; i < 2; i++) {
        const char *one = pairs[i][0], *two = pairs[i][1];
        assert_int_equal(nh_hash_bytes(one, strlen(one)) >> 32, nh_hash_bytes(two, strlen(two)) >> 32);
        nh_name first = nh_name_of_text(context, one), second = nh_name_of_text(context, two);
        assert_int_not_equal(first, second);
        assert_string_equal(nh_name_text(context, first), one);
        assert_string_equal(nh_name_text(context, second), two);
        assert_int_equal(nh_name_of_text(context, two), second);
        assert_int_equal(nh_name_of_text(context, one), first);
    }
}

PROTECTED_TEST(many_names) {
    const char **texts = NH_NEW_ARRAY(nh_arena_create(context), const char *, 100001);
    for (int round = 0; round < 2; round++) {
        for (uint32_t i = 1; i <= 100000; i++) {
            char bytes[32];
            int length = snprintf(bytes, sizeof bytes, "name%u", i * 77);
            assert_int_equal(nh_name_of(context, bytes, (size_t)length), i);
            if (round == 0) texts[i] = nh_name_text(context, i);
            assert_ptr_equal(nh_name_text(context, i), texts[i]);
            assert_string_equal(texts[i], bytes);
        }
    }
}

PROTECTED_TEST(long_name) {
    nh_arena *arena = nh_arena_create(context);
    char *bytes = nh_arena_alloc(arena, 3000000);
    memset(bytes, 'q', 3000000);
    nh_name name = nh_name_of(context, bytes, 3000000), other = nh_name_of(context, bytes, 2999999);
    assert_int_not_equal(name, other);
    assert_int_equal(nh_name_of(context, bytes, 3000000), name);
    assert_int_equal(strlen(nh_name_text(context, name)), 3000000);
}

static void name_and_fail(nh_context *context, void *argument) {
    *(nh_name *)argument = nh_name_of_text(context, "inside");
    nh_raise(context, NH_E_MODEL);
}

/* Names are of the context: those of a call that fails stay, those of another context are others. */
static void names_of_contexts(void **state) {
    (void)state;
    nh_context *one = test_context(), *two = test_context();
    nh_name name = 0, again = 0;
    assert_int_equal(test_protect(one, name_and_fail, &name), NH_E_MODEL);
    assert_int_equal(test_protect(one, name_and_fail, &again), NH_E_MODEL);
    assert_int_equal(name, again);
    assert_string_equal(nh_name_text(one, name), "inside");
    assert_int_equal(test_protect(two, name_and_fail, &again), NH_E_MODEL);
    nh_context_destroy(one);
    assert_string_equal(nh_name_text(two, again), "inside");
    nh_context_destroy(two);
}

static void name_some(nh_context *context, void *argument) {
    for (nh_name i = 1; i <= *(nh_name *)argument; i++) {
        char text[20];
        snprintf(text, sizeof text, "n%u", i);
        assert_int_equal(nh_name_of_text(context, text), i);
        assert_string_equal(nh_name_text(context, i), text);
    }
}

/* Memory runs out at every point of the making of a name; the names before it, and later the name
 * itself, are all right. */
static void names_without_memory(void **state) {
    (void)state;
    for (size_t fill = 0; fill < 3600; fill += 16) {
        test_memory memory = {0};
        nh_context_def def = test_memory_def(&memory);
        nh_context *context = NULL;
        assert_int_equal(nh_context_create(&def, &context), NH_OK);
        nh_arena_alloc(nh_context_arena(context), fill); /* in its first chunk */
        nh_name count = 200;
        memory.fail_at = memory.calls + 1;
        assert_int_equal(test_protect(context, name_some, &count), NH_E_MEMORY);
        test_run(context, name_some, &count);
        nh_context_destroy(context);
        assert_int_equal(memory.blocks, 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces),
        cmocka_unit_test(with_zero_bytes),
        cmocka_unit_test(against_a_model),
        cmocka_unit_test(long_texts),
        cmocka_unit_test(all_lengths),
        cmocka_unit_test(too_long),
        cmocka_unit_test(names),
        cmocka_unit_test(names_of_bytes),
        cmocka_unit_test(names_that_collide),
        cmocka_unit_test(many_names),
        cmocka_unit_test(long_name),
        cmocka_unit_test(names_of_contexts),
        cmocka_unit_test(names_without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
