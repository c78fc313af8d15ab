/* Pages about a model for tests: making them, and reading their data. */
#ifndef NH_TESTS_REPORT_READER_H
#define NH_TESTS_REPORT_READER_H

#include "json_reader.h"

#include <math.h>

#include "base/io/file.h"

/* ---- making and reading a page ---- */

typedef struct subject {
    nh_context *context;
    nh_arena *arena;
    nh_model *model;
    nh_report_def def;
} subject;

static inline subject read_subject(nh_context *context, const char *text) {
    subject s = {.context = context, .arena = nh_arena_create(context), .def = nh_default_report()};
    nh_read_def read = nh_default_read();
    if (nh_model_read(context, &read, text, strlen(text), &s.model) != NH_OK)
        fail_msg("%s", nh_context_diag(context, 0)->sentence);
    return s;
}

/* With everything that a page can have. */
static inline subject make_subject(nh_context *context, const char *text, double to) {
    subject s = read_subject(context, text);
    nh_check_def check = nh_default_check();
    nh_derive_def derive = nh_default_derive();
    nh_run_def run = nh_default_run();
    derive.form = "all";
    run.to = to;
    run.sketch = run.reactions = true;
    assert_int_equal(nh_check_make(s.model, &check, &s.def.check), NH_OK);
    assert_int_equal(nh_derive_make(s.model, &derive, &s.def.derivation), NH_OK);
    assert_int_equal(nh_run_make(s.model, &run, &s.def.run), NH_OK);
    return s;
}

static inline void free_subject(const subject *s) {
    nh_run_destroy(s->def.run);
    nh_derive_destroy(s->def.derivation);
    nh_check_destroy(s->def.check);
    nh_model_destroy(s->model);
    nh_arena_destroy(s->arena);
}

static inline const char *write_page(const subject *s, size_t *length) {
    const char *path = test_path("page.html");
    nh_status status = nh_report_write(s->model, &s->def, path);
    if (status != NH_OK) fail_msg("%s", test_last_code(s->context));
    return nh_file_read(s->arena, path, length);
}

/* The element that has the data ends where the first </script> is: nothing in the data may end it before. */
static inline const json_value *data_of(const subject *s, const char *page) {
    static const char head[] = "<script type=\"application/json\" id=\"report-data\">";
    const char *from = strstr(page, head);
    assert_non_null(from);
    from += sizeof head - 1;
    const char *end = strstr(from, "</script>");
    assert_non_null(end);
    const json_value *data = json_read(s->arena, from, (size_t)(end - from));
    assert_non_null(data);
    return data;
}

static inline const json_value *make_data(const subject *s) {
    size_t length;
    return data_of(s, write_page(s, &length));
}

/* ---- packed numbers ---- */

typedef struct numbers {
    size_t count;
    double *values;
} numbers;

static inline uint32_t letter_value(char letter) {
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *found = strchr(letters, letter);
    assert_true(letter != '\0' && found != NULL);
    return (uint32_t)(found - letters);
}

static inline numbers unpack(nh_arena *arena, const char *text) {
    bool is_single = strncmp(text, "f32:", 4) == 0;
    assert_true(is_single || strncmp(text, "f64:", 4) == 0);
    text += 4;
    size_t length = strlen(text), count = 0;
    assert_true(length % 4 == 0);
    uint8_t *bytes = nh_arena_alloc(arena, length + 8);
    for (size_t i = 0; i < length; i += 4) {
        uint32_t bits = 0;
        for (int k = 0; k < 4; k++)
            bits = bits << 6 | (text[i + (size_t)k] == '=' ? 0 : letter_value(text[i + (size_t)k]));
        for (int k = 0; k < 3; k++)
            if (text[i + (size_t)k + 1] != '=') bytes[count++] = (uint8_t)(bits >> (16 - 8 * k));
    }
    size_t size = is_single ? 4 : 8;
    assert_true(count % size == 0);
    numbers found = {count / size, NH_NEW_ARRAY(arena, double, count / size + 1)};
    for (size_t i = 0; i < found.count; i++) {
        float single;
        memcpy(&single, bytes + i * size, sizeof single);
        if (is_single) found.values[i] = (double)single;
        else memcpy(&found.values[i], bytes + i * size, sizeof *found.values);
    }
    return found;
}

static inline numbers numbers_at(const subject *s, const json_value *of, const char *key) {
    return unpack(s->arena, json_text(of, key));
}

/* The curve of this name in a panel of this group. */
static inline numbers curve_of(const subject *s, const json_value *motion, const char *group, const char *name) {
    const json_value *panels = json_at(motion, "panels");
    for (const json_value *panel = panels->first; panel != NULL; panel = panel->next) {
        if (strcmp(json_text(panel, "group"), group) != 0) continue;
        for (const json_value *c = json_at(panel, "curves")->first; c != NULL; c = c->next)
            if (strcmp(json_text(c, "name"), name) == 0) return numbers_at(s, c, "values");
    }
    fail_msg("there is no curve %s among %s", name, group);
    abort();
}

static inline void check_value(const char *what, double t, double value, double wanted, double tolerance) {
    if (!(fabs(value - wanted) <= tolerance * (1 + fabs(wanted))))
        fail_msg("%s is %.9g at t = %g, not %.9g", what, value, t, wanted);
}

#endif
