/* Thousands of mutations and rewritings of true equations: no false verdict. They are those of the table, and the
 * claims about the papers in tests/seeds, where that folder is. */
#include "mutations.h"

enum { EACH = 46, EACH_OF_SEEDS = 10 }; /* of each for every system or file: more than 1000 in all */

static void table(void **state) {
    (void)state;
    judge_mutations((size_t)test_count(EACH), (size_t)test_count(EACH), 1);
}

/* ---- claims about the papers ---- */

#define SEEDS NH_TEST_SOURCE "/seeds"

typedef struct seed_task {
    nh_random *random;
    const char *name; /* of the file, without ".nh" */
    tally *t;
    size_t used;
} seed_task;

/* The next word of a command, without its quotes; NULL after the last. *line moves on. */
static const char *next_word(nh_arena *arena, const char **line) {
    while (**line == ' ') ++*line;
    if (**line == '\n' || **line == '\0') return NULL;
    char end = **line == '"' ? '"' : ' ';
    const char *begin = *line + (end == '"');
    size_t length = strcspn(begin, end == '"' ? "\"\n" : " \n");
    *line = begin + length + (end == '"');
    return nh_arena_text(arena, begin, length);
}

/* "# nonholo holds MODEL --set m=1", the second line; false: there are options of another kind. */
static bool read_command(nh_arena *arena, const char *text, judge_def *def) {
    static const char begin[] = "\n# nonholo holds ";
    const char *line = strstr(text, begin), *word;
    if (line == NULL) return false;
    line += strlen(begin);
    def->model = next_word(arena, &line);
    for (size_t i = 0; (word = next_word(arena, &line)) != NULL; i++) {
        if (strcmp(word, "--set") != 0 || i + 1 >= JUDGE_TEXTS) return false;
        def->set[i] = next_word(arena, &line);
    }
    return def->model != NULL;
}

static const char *contents_of(nh_arena *arena, const char *path) {
    size_t length;
    return nh_file_read(arena, path, &length);
}

/* Whether a name in it is computed by a formulation only. */
static bool is_named(nh_model *model, nh_arena *arena, nh_expr e) {
    uint32_t count;
    const nh_expr *symbols = nh_expr_symbols(model->pool, arena, 1, &e, &count);
    for (uint32_t i = 0; i < count; i++) {
        const nh_symbol *symbol = nh_expr_symbol_of(model->pool, symbols[i]);
        const char *name = nh_name_text(model->context, symbol->name);
        bool is_force = strncmp(name, "lambda.", 7) == 0 || strncmp(name, "reaction", 8) == 0;
        if (symbol->role == NH_ROLE_FUNCTION || (strchr(name, '.') != NULL && !is_force)) return true;
    }
    return false;
}

/* The claims that are no misprints and stand alone, as they are written. */
static void list_claims(batch *b, nh_arena *arena) {
    for (size_t i = 0; i < b->base->records.count && b->count < MOST_SOURCES; i++) {
        const nh_record *record = &b->base->records.items[i];
        const char *label = nh_name_text(b->context, record->label);
        bool is_new = i == 0 || b->base->records.items[i - 1].label != record->label;
        if (!record->is_judged || record->text == NULL || !is_new || strlen(record->text) > 200) continue;
        if (strncmp(label, "misprint", 8) == 0 || strchr(record->text, '=') == NULL) continue;
        if (strchr(record->text, '=') != strrchr(record->text, '=')) continue; /* sum(i=1..2, ...) */
        true_kind named = is_named(b->base, arena, record->value) ? TRUE_NAMED : TRUE_PLAIN;
        true_kind vector = record->name != record->label ? TRUE_VECTOR : TRUE_PLAIN;
        b->sources[b->count++] = (source){record->text, (true_kind)(named | vector)};
    }
}

static bool has_open_functions(const nh_model *model) {
    for (size_t i = 0; i < model->functions.count; i++)
        if (model->functions.items[i].symbol != NH_EXPR_UNDEFINED) return true;
    return false;
}

static void judge_seed(nh_context *context, void *argument) {
    seed_task *task = argument;
    nh_arena *arena = nh_arena_create(context);
    const char *more = contents_of(arena, files_path(arena, SEEDS, task->name, ".nh"));
    judge_def def = {.more = more};
    if (!read_command(arena, more, &def)) return;
    if (nh_builtin_find(def.model) == NULL) {
        def.text = contents_of(arena, files_path(arena, SEEDS, def.model, ""));
        def.model = NULL;
    }
    true_system system = {.model = task->name};
    batch b = {.context = context, .random = task->random, .system = &system};
    b.wanted_mutations = b.wanted_rewritings = (size_t)test_count(EACH_OF_SEEDS);
    b.base = read_judged(context, &def);
    list_claims(&b, arena);
    if (random_source(&b, TRUE_VECTOR) == NULL || has_open_functions(b.base)) return;
    task->used++;
    make_batch(&b);
    check_batch(&b, task->t);
}

static void seeds(void **state) {
    (void)state;
    static files f;
    tally t = {0};
    nh_random random = nh_random_make(test_seed(), 74);
    DIR *folder = opendir(SEEDS);
    if (folder == NULL) skip();
    closedir(folder);
    files_list(&f, SEEDS);
    seed_task task = {.random = &random, .t = &t};
    for (size_t i = 0; i < f.count; i++) {
        nh_context *context = test_context();
        task.name = f.names[i];
        test_run(context, judge_seed, &task);
        nh_context_destroy(context);
    }
    print_message("%zu files of %zu\n", task.used, f.count);
    assert_true(2 * task.used > f.count);
    check_tally(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(table), cmocka_unit_test(seeds)};
    return cmocka_run_group_tests_name("truth.mutations", tests, NULL, NULL);
}
