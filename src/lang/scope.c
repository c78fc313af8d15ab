/* Names and what they mean. A member of a family has a name of its own, "x[3]"; the bare name means the family. */
#include <string.h>

#include "base/text/closest.h"
#include "lang/reading_private.h"

/* After this many members of families, suggestions look no further. */
enum { MOST_CANDIDATES = 100000 };

nh_quantity *nh_scope_local(nh_reading *r, nh_name name) {
    for (size_t i = r->locals.count; i-- > r->first_local;)
        if (r->locals.items[i].name == name) return &r->locals.items[i].value;
    return NULL;
}

static nh_meaning *any_meaning(nh_reading *r, nh_name name) {
    const uint64_t *place = nh_map_get(&r->meaning_of, name);
    return place != NULL ? &r->meanings.items[*place] : NULL;
}

static nh_meaning *use_meaning(const nh_reading *r, nh_meaning *meaning) {
    if (meaning == NULL || meaning->statement > r->statement) return NULL;
    if (!r->does_not_use || meaning->kind != NH_MEANS_COORDINATE) meaning->is_used = true;
    if (meaning->is_used && meaning->family != NH_MODEL_NONE) r->families.items[meaning->family].is_used = true;
    return meaning;
}

bool nh_scope_is_known(const nh_reading *r, nh_name name) {
    return nh_map_get(&r->meaning_of, name) != NULL;
}

nh_meaning *nh_scope_find(nh_reading *r, nh_name name) {
    return use_meaning(r, any_meaning(r, name));
}

/* The short way, without a name: most families are runs. */
static nh_meaning *member_of_run(nh_reading *r, nh_name base, uint32_t count, const int64_t *index) {
    const nh_meaning *known = any_meaning(r, base);
    if (known == NULL || known->kind != NH_MEANS_FAMILY || count != 1) return NULL;
    const nh_family *family = &r->families.items[known->number];
    bool is_there = family->is_run && index[0] >= family->low[0] && index[0] <= family->high[0];
    return is_there ? &r->meanings.items[family->first + (size_t)(index[0] - family->low[0])] : NULL;
}

nh_meaning *nh_scope_find_member(nh_reading *r, nh_name base, uint32_t count, const int64_t *index) {
    nh_meaning *meaning = member_of_run(r, base, count, index);
    return meaning != NULL ? use_meaning(r, meaning) : nh_scope_find(r, nh_scope_member(r, base, count, index));
}

bool nh_scope_is_visible(nh_reading *r, nh_name name) {
    const nh_meaning *meaning = any_meaning(r, name);
    return meaning != NULL && meaning->statement <= r->statement;
}

bool nh_scope_is_deferred(nh_reading *r, nh_name name) {
    return nh_map_get(&r->deferred, name) != NULL;
}

/* "[3]", written from the end of a buffer; returns where it begins. */
static char *write_index(char *end, int64_t value) {
    uint64_t digits = value < 0 ? -(uint64_t)value : (uint64_t)value;
    *--end = ']';
    do *--end = (char)('0' + digits % 10);
    while ((digits /= 10) > 0);
    if (value < 0) *--end = '-';
    *--end = '[';
    return end;
}

nh_name nh_scope_member(nh_reading *r, nh_name base, uint32_t count, const int64_t *index) {
    if (count == 0) return base;
    enum { INDEX_BYTES = 24, SHORT = 256 };
    char indices[NH_INDICES_MAX * INDEX_BYTES], joined[SHORT], *end = indices + sizeof indices, *begin = end;
    for (uint32_t i = count; i-- > 0;) begin = write_index(begin, index[i]);
    size_t length = nh_name_length(r->context, base), tail = (size_t)(end - begin);
    char *bytes = length + tail <= SHORT ? joined : nh_arena_alloc(r->arena, length + tail);
    memcpy(bytes, nh_name_text(r->context, base), length);
    memcpy(bytes + length, begin, tail);
    return nh_name_of(r->context, bytes, length + tail);
}

/* ---- declaring ---- */

static nh_meaning *add_meaning(nh_reading *r, nh_name name, nh_meaning_kind kind, uint32_t number, uint32_t line) {
    nh_meaning meaning = {
        .name = name, .kind = kind, .number = number, .statement = r->statement, .family = NH_MODEL_NONE, .line = line};
    nh_map_put(&r->meaning_of, name, r->meanings.count);
    nh_array_push(&r->meanings, meaning);
    return &r->meanings.items[r->meanings.count - 1];
}

static bool declared_already(nh_reading *r, const nh_meaning *earlier, nh_name name, nh_place place) {
    if (earlier->kind != NH_MEANS_FAILED)
        nh_reading_error_at(r, place, (nh_words){"declared-twice", NULL}, "'%s' is already declared in line %u",
                            NH_NAME(r, name), (unsigned)earlier->line);
    return false;
}

/* The family with this bare name, made when there is none; NULL after an error. */
static nh_family *family_of(nh_reading *r, nh_meaning_kind kind, nh_name base, uint32_t indices, nh_place place) {
    nh_meaning *known = any_meaning(r, base);
    if (known == NULL) {
        nh_family family = {.kind = kind, .indices = indices, .members = {.arena = r->arena}};
        nh_array_push(&r->families, family);
        add_meaning(r, base, NH_MEANS_FAMILY, (uint32_t)r->families.count - 1, place.line);
        nh_warn_about_name(r, base, place);
        known = any_meaning(r, base);
    }
    if (known->kind != NH_MEANS_FAMILY) {
        declared_already(r, known, base, place);
        return NULL;
    }
    nh_family *family = &r->families.items[known->number];
    if (family->kind != kind || family->indices != indices) {
        nh_words words = {"declared-twice",
                          "all members of a family are of the same kind and have the same number of indices"};
        nh_reading_error_at(r, place, words, "'%s' is already declared in line %u as something else", NH_NAME(r, base),
                            (unsigned)known->line);
        return NULL;
    }
    return family;
}

void nh_scope_declare_empty(nh_reading *r, nh_meaning_kind kind, nh_name base, uint32_t indices, nh_place place) {
    (void)family_of(r, kind, base, indices, place);
}

/* Takes in one more member, whose meaning will have this number. */
static void widen_family(nh_family *family, const int64_t *index, size_t meaning) {
    bool first = family->members.count == 0;
    if (first) family->first = meaning;
    family->is_run = family->indices == 1 && (first || (family->is_run && index[0] == family->high[0] + 1 &&
                                                        meaning == family->first + family->members.count));
    for (uint32_t i = 0; i < family->indices; i++) {
        if (first || index[i] < family->low[i]) family->low[i] = index[i];
        if (first || index[i] > family->high[i]) family->high[i] = index[i];
    }
}

static bool declare_member(nh_reading *r, nh_meaning_kind kind, nh_name base, uint32_t indices, const int64_t *index,
                           uint32_t number, nh_place place) {
    nh_name name = nh_scope_member(r, base, indices, index);
    nh_meaning *earlier = any_meaning(r, name);
    if (earlier != NULL) return declared_already(r, earlier, name, place);
    nh_family *family = family_of(r, kind, base, indices, place);
    if (family == NULL) return false;
    widen_family(family, index, r->meanings.count);
    nh_array_push(&family->members, name);
    uint32_t number_of_family = any_meaning(r, base)->number;
    add_meaning(r, name, kind, number, place.line)->family = number_of_family;
    return true;
}

bool nh_scope_declare(nh_reading *r, nh_meaning_kind kind, nh_name base, uint32_t indices, const int64_t *index,
                      uint32_t number, nh_place place) {
    nh_needs_keep(r, kind, number);
    if (indices > 0) return declare_member(r, kind, base, indices, index, number, place);
    nh_meaning *earlier = any_meaning(r, base);
    if (earlier != NULL) return declared_already(r, earlier, base, place);
    add_meaning(r, base, kind, number, place.line);
    nh_warn_about_name(r, base, place);
    return true;
}

void nh_scope_declare_failed(nh_reading *r, nh_name base) {
    nh_meaning *known = any_meaning(r, base);
    if (known == NULL) add_meaning(r, base, NH_MEANS_FAILED, 0, 0);
    else if (known->kind == NH_MEANS_FAMILY) known->kind = NH_MEANS_FAILED; /* one member failed: trust none */
}

static bool add_label(nh_reading *r, int kind, nh_name name, bool is_vector, nh_place place) {
    const uint64_t *earlier = nh_map_get(&r->label_of[kind], name);
    if (earlier != NULL) {
        nh_reading_error_at(r, place, (nh_words){"declared-twice", NULL}, "the label '%s' is already used in line %u",
                            NH_NAME(r, name), (unsigned)r->labels[kind].items[*earlier].line);
        return false;
    }
    nh_map_put(&r->label_of[kind], name, r->labels[kind].count);
    nh_label label = {name, place.line, is_vector};
    nh_array_push(&r->labels[kind], label);
    return true;
}

bool nh_scope_label(nh_reading *r, int kind, nh_name name, bool is_vector, nh_place place) {
    bool good = add_label(r, kind, name, is_vector, place);
    for (uint32_t i = 0; is_vector && good && i < 3; i++)
        good = add_label(r, kind, nh_scope_component(r, name, i), false, place);
    return good;
}

const nh_label *nh_scope_find_label(const nh_reading *r, nh_name name) {
    const uint64_t *place = nh_map_get(&r->label_of[0], name);
    return place != NULL ? &r->labels[0].items[*place] : NULL;
}

bool nh_scope_label_failed(const nh_reading *r, const char *text) {
    return nh_map_get(&r->failed_labels, nh_name_of(r->context, text, strcspn(text, "[."))) != NULL;
}

nh_name nh_scope_component(nh_reading *r, nh_name name, uint32_t i) {
    return nh_name_of_text(r->context, nh_reading_text(r, "%s.%c", NH_NAME(r, name), "xyz"[i]));
}

/* ---- suggestions ---- */

const char *nh_scope_nearest(nh_reading *r, nh_name name) {
    if (nh_reading_is_silent(r)) return NULL;
    nh_closest search = nh_closest_begin(NH_NAME(r, name));
    for (size_t i = r->first_local; i < r->locals.count; i++)
        nh_closest_offer(&search, NH_NAME(r, r->locals.items[i].name));
    size_t most = r->meanings.count < MOST_CANDIDATES ? r->meanings.count : MOST_CANDIDATES;
    for (size_t i = 0; i < most; i++) {
        const nh_meaning *meaning = &r->meanings.items[i];
        bool visible = meaning->statement <= r->statement && meaning->kind != NH_MEANS_FAILED;
        if (visible && meaning->family == NH_MODEL_NONE) nh_closest_offer(&search, NH_NAME(r, meaning->name));
    }
    nh_closest_offer(&search, "pi");
    return nh_closest_found(&search);
}
