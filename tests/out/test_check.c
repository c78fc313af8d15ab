/* What `check` says, in print: the words, their layout, the JSON and the object for a page, of models and of facts that
 * were made up to reach the corners. */
#include "json_reader.h"

#include <nonholo/nonholo.h>

#include "api/check_private.h"
#include "base/diag.h"
#include "base/io/file.h"
#include "expr/print/print.h"
#include "out/check/check_words.h"

/* ---- models under test ---- */

static const char *const models[] = {"leibniz",
                                     "sleigh",
                                     "coin",
                                     "four-bar",
                                     "ball-on-turntable",
                                     "pair-6",
                                     "right-angle",
                                     "two-powers",
                                     "parallel-velocities",
                                     "pursuit-plane",
                                     "powers",
                                     "rod",
                                     "driven-pendulum",
                                     "top",
                                     "chain"};
enum { MODELS = sizeof models / sizeof *models };

typedef struct subject {
    nh_arena *arena;
    nh_model *model;
    nh_check *check;
    const nh_check_facts *facts;
} subject;

static subject make_subject(nh_context *context, const char *name, const char *text, uint64_t seed) {
    subject s = {.arena = nh_arena_create(context)};
    nh_read_def read = nh_default_read();
    nh_check_def def = nh_default_check();
    read.name = name;
    def.seed = seed;
    if (nh_model_read(context, &read, text, strlen(text), &s.model) != NH_OK)
        fail_msg("%s: %s", name, nh_context_diag(context, 0)->sentence);
    assert_int_equal(nh_check_make(s.model, &def, &s.check), NH_OK);
    s.facts = nh_check_find_facts(s.check);
    assert_ptr_equal(nh_check_find_facts(s.check), s.facts);
    return s;
}

static void free_subject(const subject *s) {
    nh_check_destroy(s->check);
    nh_model_destroy(s->model);
    nh_arena_destroy(s->arena);
}

/* ---- words and text ---- */

/* All on one line each, labels as they are: what the text must be when its broken lines are put together
 * and its blanks are one. */
static const char *join_words(const subject *s, const nh_words *words) {
    nh_text text = nh_text_begin(s->arena);
    nh_text_format(&text, "%s\n\n", s->facts->info.title);
    for (size_t i = 0; i < words->count; i++) {
        const nh_words_section *section = words->items[i];
        if (section->title[0] != '\0') nh_text_format(&text, "\n%s", section->title);
        for (size_t k = 0; k < section->lines.count; k++) {
            const nh_words_line *line = &section->lines.items[k];
            bool has_label = line->label != NULL && line->label[0] != '\0';
            assert_true(!line->is_in_title || (k == 0 && line->label == NULL));
            assert_true(line->wrap_from <= line->wrap_end && line->wrap_end <= strlen(line->text));
            if (k == 0 && section->title[0] != '\0') nh_text_add(&text, line->is_in_title ? ": " : "\n");
            if (has_label) nh_text_format(&text, " %s", line->label);
            if (!line->is_in_title) nh_text_add(&text, " ");
            nh_text_format(&text, "%s\n", line->text);
        }
    }
    return nh_text_string(&text);
}

/* Lines that begin with six blanks and no more continue; several blanks are one. */
static const char *unwrapped(nh_arena *arena, const char *text) {
    nh_text out = nh_text_begin(arena);
    for (const char *c = text; *c != '\0'; c++) {
        bool is_blank = *c == ' ' || (strncmp(c, "\n      ", 7) == 0 && c[7] != ' ');
        if (is_blank) {
            nh_text_add_char(&out, ' ');
            if (*c == '\n') c++;
            while (c[1] == ' ') c++;
        } else {
            nh_text_add_char(&out, *c);
        }
    }
    return nh_text_string(&out);
}

static const char *print_text(const subject *s) {
    nh_text text = nh_text_begin(s->arena);
    nh_check_print_text(&text, s->facts);
    return nh_text_string(&text);
}

/* In no line that is too wide is a place left where it could have been broken, but before its first word. */
static void check_text(const subject *s) {
    nh_words words = nh_check_words(s->arena, s->facts, NH_WORDS_FOR_TEXT);
    assert_string_equal(unwrapped(s->arena, print_text(s)), join_words(s, &words));
    assert_string_equal(words.items[0]->title, "");
    assert_string_equal(words.items[0]->lines.items[0].label, "coordinates");
    assert_string_equal(words.items[1]->title, "constraints");
    for (size_t i = 0; i < words.count; i++) assert_true(words.items[i]->lines.count > 0);
}

static const char *line_of(const nh_words *words, const char *title, const char *label) {
    for (size_t i = 0; i < words->count; i++)
        for (size_t k = 0; strcmp(words->items[i]->title, title) == 0 && k < words->items[i]->lines.count; k++) {
            const nh_words_line *line = &words->items[i]->lines.items[k];
            bool is_it = line->label == NULL ? label == NULL : label != NULL && strcmp(line->label, label) == 0;
            if (is_it) return line->text;
        }
    fail_msg("there is no line %s in '%s'", label != NULL ? label : "", title);
    return NULL;
}

/* ---- JSON ---- */

static void assert_json_fact(const json_value *of, const char *key, nh_fact fact) {
    char by[60];
    snprintf(by, sizeof by, "%s_by", key);
    assert_int_equal(json_at(of, key)->kind, fact.truth == NH_YES ? 't' : fact.truth == NH_NO ? 'f' : 'n');
    assert_string_equal(json_text(of, by), nh_evidence_name(fact.by));
}

static void assert_json_count(const json_value *of, const char *key, nh_count count) {
    const json_value *value = json_at(of, key);
    if (count.by == NH_EVIDENCE_NONE) assert_int_equal(value->kind, 'n');
    else assert_int_equal(strtoull(value->bytes, NULL, 10), count.value);
}

static void check_json_rows(const subject *s, const json_value *read) {
    size_t next[2] = {0, 0};
    for (size_t i = 0; i < nh_model_row_count(s->model); i++) {
        nh_row_info info;
        nh_check_row row;
        assert_int_equal(nh_model_row(s->model, i, &info), NH_OK);
        const json_value *list = json_at(read, info.imposed ? "constraints" : "conditions");
        const json_value *given = json_item(list, next[info.imposed]);
        assert_string_equal(json_text(given, "name"), info.name);
        assert_string_equal(json_text(given, "residual"), info.text);
        if (info.imposed) {
            assert_int_equal(nh_check_get_row(s->check, next[true], &row), NH_OK);
            assert_json_fact(given, "redundant", row.redundant);
            assert_json_fact(given, "homogeneous", row.homogeneous);
            assert_json_fact(given, "rheonomic", row.rheonomic);
            assert_json_fact(given, "integrable", row.integrable);
        }
        next[info.imposed]++;
    }
    assert_int_equal(json_at(read, "constraints")->count, next[true]);
    assert_int_equal(json_at(read, "conditions")->count, next[false]);
}

static void check_json_formulations(const subject *s, const json_value *read) {
    const json_value *list = json_at(read, "formulations");
    assert_int_equal(list->count, nh_check_formulation_count(s->check));
    for (size_t i = 0; i < list->count; i++) {
        nh_check_formulation f;
        assert_int_equal(nh_check_get_formulation(s->check, i, &f), NH_OK);
        assert_string_equal(json_text(json_item(list, i), "name"), f.name);
        assert_json_fact(json_item(list, i), "applies", f.applies);
    }
}

static void assert_same_evidence(const json_value *a, const char *key, const json_value *b, const char *other) {
    assert_int_equal(json_at(a, key)->kind, json_at(b, other)->kind);
    char by[60], by_other[60];
    snprintf(by, sizeof by, "%s_by", key);
    snprintf(by_other, sizeof by_other, "%s_by", other);
    assert_string_equal(json_text(a, by), json_text(b, by_other));
}

/* One fact under two keys has one evidence: of a single kinematic row and of all rows; of the same
 * reason of two formulations. */
static void check_json_evidence(const json_value *read) {
    const json_value *rows = json_at(read, "constraints"), *forms = json_at(read, "formulations");
    const json_value *first = rows->count == 1 ? json_item(rows, 0) : NULL;
    bool is_alone =
        first != NULL && json_at(first, "kind")->kind == '"' && strcmp(json_text(first, "kind"), "geometric") != 0;
    if (is_alone) assert_same_evidence(first, "homogeneous", read, "homogeneous");
    if (is_alone) assert_same_evidence(first, "integrable", read, "commutation_condition");
    for (size_t i = 0; i < forms->count; i++)
        for (size_t k = 0; k < i; k++) {
            const json_value *a = json_item(forms, i), *b = json_item(forms, k);
            if (json_find(a, "why") == NULL || json_find(b, "why") == NULL) continue;
            if (strcmp(json_text(a, "why"), json_text(b, "why")) == 0) assert_same_evidence(a, "applies", b, "applies");
        }
}

static const json_value *read_json(const subject *s) {
    nh_text text = nh_text_begin(s->arena);
    nh_check_print_json(&text, s->facts);
    const char *json = nh_text_string(&text);
    const json_value *read = json_read(s->arena, json, text.length);
    if (read == NULL) fail_msg("no JSON: %s", json);
    assert_int_equal(json[text.length - 1], '\n');
    return read;
}

static void check_json(const subject *s) {
    nh_check_info about = nh_check_get_info(s->check);
    const json_value *read = read_json(s);
    assert_int_equal(strtoull(json_at(read, "n")->bytes, NULL, 10), about.n);
    assert_int_equal(json_at(read, "coordinates")->count, about.n);
    assert_json_count(read, "m", about.m);
    assert_json_count(read, "k", about.k);
    assert_json_fact(read, "homogeneous", about.homogeneous);
    assert_json_fact(read, "alpha_bar_equals_alpha", about.alpha_bar_equals_alpha);
    assert_json_fact(read, "regular_free", about.regular_free);
    assert_json_fact(read, "commutation_condition", about.commutation);
    assert_json_fact(read, "energy_conserved", about.energy_conserved);
    assert_json_fact(read, "chaplygin", about.chaplygin);
    assert_json_fact(read, "regular", about.regular);
    assert_int_equal(json_at(read, "dependent")->count, about.dependent);
    assert_string_equal(json_at(read, "seed")->bytes, "7");
    check_json_rows(s, read);
    check_json_formulations(s, read);
    check_json_evidence(read);
}

/* ---- the page ---- */

static const json_value *read_report(const subject *s, bool is_for_html) {
    nh_text text = nh_text_begin(s->arena);
    nh_json json = nh_json_begin(&text);
    json.is_for_html = json.is_compact = is_for_html;
    nh_json_open(&json, NULL, '{');
    nh_check_write_report(&json, "analysis", s->facts);
    nh_json_null(&json, "motion");
    nh_json_close(&json);
    const char *written = nh_text_string(&text);
    const json_value *read = json_read(s->arena, written, text.length);
    if (read == NULL) fail_msg("no JSON: %s", written);
    if (is_for_html) assert_null(strpbrk(written, "<>&\n"));
    assert_int_equal(json_at(read, "motion")->kind, 'n');
    return json_at(read, "analysis");
}

static void check_report_words(const subject *s, const json_value *sections) {
    nh_words words = nh_check_words(s->arena, s->facts, NH_WORDS_FOR_PAGE);
    assert_int_equal(sections->count, words.count);
    for (size_t i = 0; i < words.count; i++) {
        const nh_words_section *section = words.items[i];
        const json_value *given = json_item(sections, i), *lines = json_at(given, "lines");
        assert_string_equal(json_text(given, "title"), section->title);
        assert_int_equal(lines->count, section->lines.count);
        for (size_t k = 0; k < lines->count; k++) {
            const nh_words_line *line = &section->lines.items[k];
            assert_string_equal(json_text(json_item(lines, k), "label"), line->label != NULL ? line->label : "");
            assert_string_equal(json_text(json_item(lines, k), "text"), line->text);
            assert_null(strstr(line->text, "--json"));
        }
    }
}

/* The same fact as in the JSON of `check`, in the words of a page. */
static void assert_same_fact(const json_value *row, const json_value *of, const char *key) {
    char by[60];
    snprintf(by, sizeof by, "%s_by", key);
    char kind = json_at(of, key)->kind;
    const json_value *given = json_at(row, key);
    assert_string_equal(json_text(given, "truth"), kind == 't' ? "yes" : kind == 'f' ? "no" : "unknown");
    assert_string_equal(json_text(given, "by"), json_text(of, by));
}

static void check_report_row(const subject *s, const json_value *row, const json_value *of, bool is_imposed) {
    nh_text latex = nh_text_begin(s->arena);
    size_t i = 0;
    while (strcmp(s->facts->rows[i].info.name, json_text(row, "name")) != 0) i++;
    nh_expr_print_latex(s->model->pool, &latex, s->model->rows.items[i].residual);
    assert_string_equal(json_text(row, "latex"), nh_text_string(&latex));
    assert_int_equal(json_at(row, "imposed")->kind, is_imposed ? 't' : 'f');
    assert_string_equal(json_text(row, "name"), json_text(of, "name"));
    assert_string_equal(json_text(row, "text"), json_text(of, "residual"));
    assert_string_equal(json_at(row, "line")->bytes, json_at(of, "line")->bytes);
    assert_int_equal(json_at(row, "degree")->kind, json_at(of, "degree")->kind);
    if (json_at(of, "kind")->kind == 'n') assert_string_equal(json_text(row, "kind"), "unknown");
    else assert_string_equal(json_text(row, "kind"), json_text(of, "kind"));
    assert_same_fact(row, of, "homogeneous");
    assert_same_fact(row, of, "rheonomic");
    assert_same_fact(row, of, "integrable");
    if (is_imposed) assert_same_fact(row, of, "redundant");
    else assert_string_equal(json_text(json_at(row, "redundant"), "truth"), "unknown");
}

/* Every row has what the JSON of `check` says about it: first the constraints, then the conditions. */
static void check_report(const subject *s) {
    const json_value *report = read_report(s, true), *json = read_json(s), *rows = json_at(report, "rows");
    const json_value *imposed = json_at(json, "constraints"), *others = json_at(json, "conditions");
    check_report_words(s, json_at(report, "sections"));
    check_report_words(s, json_at(read_report(s, false), "sections"));
    assert_int_equal(rows->count, imposed->count + others->count);
    for (size_t i = 0; i < rows->count; i++) {
        bool is_imposed = i < imposed->count;
        const json_value *of = is_imposed ? json_item(imposed, i) : json_item(others, i - imposed->count);
        check_report_row(s, json_item(rows, i), of, is_imposed);
    }
}

static void check_model(nh_context *context, void *argument) {
    const nh_builtin *builtin = nh_builtin_find(argument);
    assert_non_null(builtin);
    subject s = make_subject(context, builtin->name, builtin->text, 7);
    check_text(&s);
    check_json(&s);
    check_report(&s);
    free_subject(&s);
}

static void builtin_models(void **state) {
    (void)state;
    for (size_t i = 0; i < MODELS; i++) {
        nh_context *context = test_context();
        test_run(context, check_model, (void *)models[i]);
        nh_context_destroy(context);
    }
}

/* ---- the types of the page ---- */

/* The keys of an interface of report.ts, as " a b c ". */
static const char *keys_of_interface(nh_arena *arena, const char *name) {
    char heading[60];
    size_t length;
    const char *file = nh_file_read(arena, NH_TEST_SOURCE "/../web/src/report.ts", &length);
    nh_text keys = nh_text_begin(arena);
    snprintf(heading, sizeof heading, "export interface %s {\n", name);
    const char *line = strstr(file, heading);
    assert_non_null(line);
    nh_text_add(&keys, " ");
    for (line += strlen(heading); *line != '}'; line = strchr(line, '\n') + 1) {
        size_t key = strspn(line + 2, "abcdefghijklmnopqrstuvwxyz_");
        if (key > 0 && line[2 + key] == ':') nh_text_format(&keys, "%.*s ", (int)key, line + 2);
    }
    return nh_text_string(&keys);
}

static void assert_keys(nh_arena *arena, const json_value *value, const char *interface) {
    nh_text keys = nh_text_begin(arena);
    nh_text_add(&keys, " ");
    for (const json_value *v = value->first; v != NULL; v = v->next) nh_text_format(&keys, "%s ", v->key);
    assert_string_equal(nh_text_string(&keys), keys_of_interface(arena, interface));
}

PROTECTED_TEST(page_has_its_types) {
    subject s = make_subject(context, NULL, nh_builtin_find("leibniz")->text, 1);
    const json_value *report = read_report(&s, false), *row = json_item(json_at(report, "rows"), 0);
    assert_keys(s.arena, report, "Analysis");
    assert_keys(s.arena, row, "Row");
    assert_keys(s.arena, json_at(row, "redundant"), "Fact");
    free_subject(&s);
}

/* ---- known words ---- */

static const char bead[] = "system \"Bead <1>\"\nparam a, b\nfunction F(t)\ncoord x, y\npoint P = [x, y] mass 2\n"
                           "constraint round: x^2 + y^2 = 1\nconstraint again: 2*x*x' + 2*y*y' = 0\n"
                           "condition fast: y' = a*F(t)\ninit x = 1, y' = 1\n";

PROTECTED_TEST(known_words) {
    subject s = make_subject(context, NULL, bead, 1);
    nh_words words = nh_check_words(s.arena, s.facts, NH_WORDS_FOR_TEXT);
    assert_string_equal(line_of(&words, "", "coordinates"), "2: x, y");
    assert_string_equal(line_of(&words, "", "parameters"), "2, without a value: a, b (drawn for this check)");
    assert_string_equal(line_of(&words, "", "functions"), "1, without a body: F (answers are for generic functions)");
    assert_string_equal(line_of(&words, "", "made of"), "1 point");
    assert_string_equal(line_of(&words, "", "degrees of freedom"),
                        "1: 2 coordinates - 1 independent constraint (proved)");
    assert_string_equal(line_of(&words, "", "reference state"), "the initial state of the model");
    assert_string_equal(line_of(&words, "constraints", NULL), "2, 1 geometric and 1 kinematic; together linear");
    assert_string_equal(line_of(&words, "constraints", "round"), "geometric (line 6)");
    assert_string_equal(line_of(&words, "constraints", "again"),
                        "linear, integrable on the geometric constraints (proved), redundant here (proved) (line 7)");
    assert_string_equal(line_of(&words, "conditions (not imposed)", "fast"),
                        "affine, rheonomic, integrable on the geometric constraints (proved) (line 8)");
    assert_string_equal(line_of(&words, "consequences", "energy"), "conserved (proved)");
    assert_string_equal(line_of(&words, "integrability", "together"),
                        "integrable: the system is holonomic; the commutation condition holds (proved)");
    assert_string_equal(json_text(read_json(&s), "system"), "Bead <1>");
    free_subject(&s);
}

PROTECTED_TEST(text_has_its_columns) {
    subject s = make_subject(context, NULL, bead, 1);
    const char *text = print_text(&s);
    assert_non_null(strstr(text, "Bead <1>\n\n  coordinates         2: x, y\n  parameters          2, "));
    assert_non_null(
        strstr(text, "\n\nconstraints: 2, 1 geometric and 1 kinematic; together linear\n"
                     "  round  geometric (line 6)\n"
                     "  again  linear, integrable on the geometric constraints (proved), redundant here (proved) (line "
                     "7)\n"
                     "  the gradient of again in terms of the others: round\n"
                     "\nconditions (not imposed): 1\n"
                     "  fast  affine, rheonomic, integrable on the geometric constraints (proved) (line 8)\n"));
    assert_non_null(strstr(text, "\n\nconsequences\n  energy              conserved (proved)\n"));
    assert_non_null(strstr(text, "\n\nintegrability\n  together            integrable: "));
    free_subject(&s);
}

/* ---- facts that were made up ---- */

enum { MANY = 20 };

static const char **make_names(nh_arena *arena, const char *format, size_t count) {
    const char **names = NH_NEW_ARRAY(arena, const char *, count);
    for (size_t i = 0; i < count; i++) {
        nh_text text = nh_text_begin(arena);
        nh_text_add(&text, format);
        nh_text_format(&text, "%zu", i * i);
        names[i] = nh_text_string(&text);
    }
    return names;
}

/* Many of everything, of which the text shows some. */
static nh_check_facts make_facts(const subject *s, const char *expression) {
    nh_check_facts facts = *s->facts;
    nh_check_dependent *dependent = NH_NEW_ARRAY(s->arena, nh_check_dependent, MANY);
    nh_check_condition *conditions = NH_NEW_ARRAY(s->arena, nh_check_condition, MANY);
    nh_check_component *components = NH_NEW_ARRAY(s->arena, nh_check_component, MANY);
    for (int i = 0; i < MANY; i++) {
        dependent[i] = (nh_check_dependent){"z'", "row", NH_FORM_RADICAL, expression, i == 1 ? -1 : 0};
        conditions[i] = (nh_check_condition){.kind = NH_CONDITION_RANK, .text = expression, .is_near = i == 2};
        components[i] =
            (nh_check_component){expression, i, {NH_UNKNOWN, NH_EVIDENCE_NONE}, {3, NH_EVIDENCE_PROVED}, i == 4};
    }
    dependent[2].alpha = dependent[3].alpha = NULL;
    dependent[3].form = NH_FORM_IMPLICIT;
    facts.dependent = dependent;
    facts.conditions = conditions;
    facts.components = components;
    facts.coordinates = make_names(s->arena, "q", MANY);
    facts.parameters_open = facts.functions_open = make_names(s->arena, "open", MANY);
    facts.info.coordinates = facts.info.parameters = facts.info.functions = MANY;
    facts.info.parameters_open = facts.info.functions_open = MANY;
    facts.about.dependent = facts.about.conditions = facts.about.components = MANY;
    facts.about.independent_refused = facts.about.rank_drops_at_start = true;
    facts.about.state = NH_CHECK_RANDOM;
    facts.seed = UINT64_MAX;
    memset(facts.about.conditions_complete, 0, sizeof facts.about.conditions_complete);
    return facts;
}

static void check_many(const subject *s, const nh_words *words) {
    assert_string_equal(line_of(words, "", "coordinates"),
                        "20: q0, q1, q4, q9, q16, q25, q36, q49, q64, q81, q100, q121, ...");
    assert_non_null(strstr(line_of(words, "", "parameters"), ", open121, ... (drawn for this check)"));
    assert_string_equal(line_of(words, "", "reference state"),
                        "a random admissible state, seed 18446744073709551615; at the initial state itself the "
                        "constraints lose rank");
    const char *text = join_words(s, words);
    assert_non_null(strstr(text, "\n z' = a + b, here sigma.z = -1\n z': the expression is too long to print\n"
                                 " z' is given implicitly\n"));
    assert_non_null(strstr(text,
                           "\n the model's choice of independent velocities is impossible at the reference state; "
                           "others"));
    assert_non_null(strstr(text, "\nsingular configurations\n perhaps the constraints lose rank where a + b\n"));
    assert_non_null(strstr(text, "\n unknown whether there are others\n"));
    assert_non_null(strstr(text, "\n unknown whether it fails anywhere\n"));
    assert_non_null(strstr(text, "rank where a + b; the reference state is close\n"));
    assert_non_null(strstr(text,
                           "\ncomponents of the admissible states: 20; the answers are about the one that contains the "
                           "reference state\n "
                           "dimension 0, rank 3, perhaps without real states: a + b\n"));
    assert_non_null(strstr(text, "\n reference dimension 4, rank 3,"));
}

PROTECTED_TEST(many_of_everything) {
    subject s = make_subject(context, NULL, bead, 1);
    nh_check_facts facts = make_facts(&s, "a + b");
    s.facts = &facts;
    nh_words text = nh_check_words(s.arena, &facts, NH_WORDS_FOR_TEXT);
    nh_words page = nh_check_words(s.arena, &facts, NH_WORDS_FOR_PAGE);
    check_many(&s, &text);
    check_many(&s, &page);
    assert_non_null(strstr(join_words(&s, &text), "\n and 8 more, see --json\n"));
    assert_non_null(strstr(join_words(&s, &text), "\n and 14 more, see --json\n"));
    assert_non_null(strstr(join_words(&s, &page), "\n and 8 more\n"));
    assert_non_null(strstr(join_words(&s, &page), "\n and 14 more\n"));
    check_text(&s);
    check_report_words(&s, json_at(read_report(&s, true), "sections"));
    assert_int_equal(json_at(read_json(&s), "components")->count, MANY);
    assert_int_equal(json_at(read_json(&s), "rank_drops")->count, MANY);
    free_subject(&s);
}

/* Lines are broken at signs outside of parentheses, and hold no more than 110 columns. */
PROTECTED_TEST(long_expressions) {
    subject s = make_subject(context, NULL, bead, 1);
    nh_text expression = nh_text_begin(s.arena);
    for (int i = 0; i < 12; i++) nh_text_add(&expression, i > 0 ? " + alpha*(beta - gamma)" : "alpha*(beta - gamma)");
    nh_check_facts facts = make_facts(&s, nh_text_string(&expression));
    s.facts = &facts;
    check_text(&s);
    const char *from = strstr(print_text(&s), "\n  z' = ") + 1;
    for (int i = 0; i < 3; i++, from = strchr(from, '\n') + 1) {
        size_t length = strcspn(from, "\n");
        assert_true(length <= 110);
        assert_int_equal(from[length - 1], ')');
        assert_int_equal(strncmp(from, i == 0 ? "  z' = alpha" : "      + alpha", i == 0 ? 12 : 13), 0);
    }
    for (int i = 0; i < 20; i++) nh_text_add(&expression, " + alpha*(beta - gamma)");
    facts = make_facts(&s, nh_text_string(&expression));
    assert_non_null(strstr(print_text(&s), "\n  z' = (long, see --json), here sigma.z = -1\n"));
    nh_words page = nh_check_words(s.arena, &facts, NH_WORDS_FOR_PAGE);
    assert_non_null(strstr(join_words(&s, &page), "\n z' = (too long to show)\n"));
    free_subject(&s);
}

/* Rows of a family with equal facts are one line; where the indices have gaps the ends are named. */
PROTECTED_TEST(families) {
    subject s = make_subject(context, NULL,
                             "coord x[1..5], y[1..2,1..2], z\n"
                             "kinetic sum(i=1..5, x[i]'^2)/2 + z'^2/2 + sum(i=1..2, sum(k=1..2, y[i,k]'^2))/2\n"
                             "constraint a[i=1..5]: x[i]' = i*z'\n"
                             "constraint b[i=1..2,k=1..2]: y[i,k]' = z'\n",
                             1);
    nh_words words = nh_check_words(s.arena, s.facts, NH_WORDS_FOR_TEXT);
    assert_non_null(line_of(&words, "constraints", "a[1..5]"));
    assert_non_null(line_of(&words, "constraints", "b[1][1] ... b[2][2] (4 rows)"));
    assert_string_equal(line_of(&words, "", "coordinates"), "10: x[1..5], y[1][1], y[1][2], y[2][1], y[2][2], z");
    assert_int_equal(json_at(read_report(&s, false), "rows")->count, 9);
    free_subject(&s);
}

/* What the context warns of at the time is in the JSON, and nowhere else. */
PROTECTED_TEST(warnings) {
    subject s = make_subject(context, "w.nh",
                             "coord x, y\nkinetic (x'^2 + y'^2)/2\nconstraint round: x^2 + y^2 = 1\n"
                             "init x = 3, y = 0\n",
                             5);
    const json_value *list = json_at(read_json(&s), "warnings");
    assert_true(list->count > 0);
    assert_string_equal(json_text(json_item(list, 0), "message"), nh_context_diag(context, 0)->sentence);
    assert_string_equal(json_text(json_item(list, 0), "file"), "w.nh");
    assert_string_equal(json_text(read_json(&s), "state"), "random");
    assert_null(strstr(print_text(&s), nh_context_diag(context, 0)->sentence));
    nh_diag_forget(context, 0);
    assert_int_equal(json_at(read_json(&s), "warnings")->count, 0);
    free_subject(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(builtin_models),     cmocka_unit_test(page_has_its_types),
        cmocka_unit_test(known_words),        cmocka_unit_test(text_has_its_columns),
        cmocka_unit_test(many_of_everything), cmocka_unit_test(long_expressions),
        cmocka_unit_test(families),           cmocka_unit_test(warnings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
