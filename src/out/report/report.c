/* Reports: the data of the page, part by part. */
#include "out/report/report.h"

#include <string.h>

#include "base/assert.h"
#include "base/diag.h"
#include "base/text/name.h"
#include "out/report/report_private.h"
#include "out/sheet/sheet.h"

enum {
    MOST_ARROWS = 24,
    MOST_LATEX = 120000, /* characters of one formulation: some dozen pages */
};

/* ---- what the model says about itself ---- */

static bool is_empty_line(const char *from, const char *end) {
    while (from < end && strchr(" \t\r#", *from) != NULL) from++;
    return from == end;
}

static void end_paragraph(nh_json *json, nh_text *paragraph) {
    if (paragraph->length > 0) nh_json_bytes(json, NULL, paragraph->bytes, paragraph->length);
    paragraph->length = 0;
}

static void add_line(nh_text *paragraph, const char *from, const char *end) {
    while (from < end && strchr(" \t#", *from) != NULL) from++;
    while (end > from && strchr(" \t\r", end[-1]) != NULL) end--;
    if (paragraph->length > 0) nh_text_add_char(paragraph, ' ');
    nh_text_add_bytes(paragraph, from, (size_t)(end - from));
}

/* An indented line, of a list or an example, is a paragraph of its own. */
static bool is_indented(const char *from, const char *end) {
    return end - from > 4 && memcmp(from, "#   ", 4) == 0;
}

/* Options, and what is indented more, are between the signs that are around code in a comment. */
static void add_indented(nh_json *json, nh_text *paragraph, const char *from, const char *end) {
    const char *first = from + strspn(from, " \t#");
    bool is_code = first - from > 4 || (end - first > 2 && memcmp(first, "--", 2) == 0);
    if (memchr(from, '`', (size_t)(end - from)) != NULL) is_code = false;
    end_paragraph(json, paragraph);
    if (is_code) nh_text_add_char(paragraph, '`');
    while (end > first && strchr(" \t\r", end[-1]) != NULL) end--;
    nh_text_add_bytes(paragraph, first, (size_t)(end - first));
    if (is_code) nh_text_add_char(paragraph, '`');
    end_paragraph(json, paragraph);
}

/* "# - ..." begins an item of a list, which continues in indented lines. */
static bool begins_item(const char *from, const char *end) {
    return end - from > 4 && memcmp(from, "# - ", 4) == 0;
}

static bool is_item(const nh_text *paragraph) {
    return paragraph->length > 2 && memcmp(paragraph->bytes, "- ", 2) == 0;
}

static void add_comment_line(nh_json *json, nh_text *paragraph, const char *from, const char *end) {
    bool is_empty = is_empty_line(from, end);
    if (is_empty || begins_item(from, end)) end_paragraph(json, paragraph);
    if (is_empty) return;
    if (is_indented(from, end) && !is_item(paragraph)) add_indented(json, paragraph, from, end);
    else add_line(paragraph, from, end);
}

/* The comment at the head of the text as paragraphs: an empty line ends one, and each item of a list is one. */
static void add_about(nh_json *json, nh_arena *arena, const nh_source *source) {
    const char *at = source->text, *behind = at + source->length;
    nh_text paragraph = nh_text_begin(arena);
    nh_json_open(json, "about", '[');
    while (at < behind && *at == '#') {
        const char *end = memchr(at, '\n', (size_t)(behind - at));
        if (end == NULL) end = behind;
        add_comment_line(json, &paragraph, at, end);
        at = end < behind ? end + 1 : behind;
    }
    end_paragraph(json, &paragraph);
    nh_json_close(json);
}

static void add_model(nh_json *json, const nh_report *report) {
    nh_json_open(json, "model", '{');
    nh_json_string(json, "file", report->file != NULL ? report->file : "");
    nh_json_open(json, "pieces", '[');
    for (size_t i = 0; i < report->piece_count; i++) {
        nh_json_open(json, NULL, '[');
        nh_json_string(json, NULL, report->pieces[i].kind);
        nh_json_bytes(json, NULL, report->pieces[i].text, report->pieces[i].length);
        nh_json_close(json);
    }
    nh_json_close(json);
    nh_json_close(json);
}

static void add_repeat(nh_json *json, const nh_report *report) {
    nh_json_open(json, "repeat", '{');
    nh_json_string(json, "command", report->command);
    nh_json_string(json, "date", report->date);
    nh_text seed = nh_text_begin(json->text->arena); /* 64 bits are too many for a number of JavaScript */
    nh_text_format(&seed, "%llu", (unsigned long long)report->seed);
    nh_json_string(json, "seed", nh_text_string(&seed));
    nh_json_close(json);
}

/* ---- what follows from it ---- */

static void add_equations(nh_json *json, nh_arena *arena, const nh_report *report) {
    nh_json_open(json, "equations", '[');
    for (size_t i = 0; i < report->form_count; i++) {
        const nh_report_form *form = &report->forms[i];
        nh_text latex = nh_text_begin(arena);
        if (form->sheet != NULL) nh_sheet_print_latex(&latex, form->sheet);
        bool is_long = latex.length > MOST_LATEX, is_shown = form->sheet != NULL && !is_long;
        nh_json_open(json, NULL, '{');
        nh_json_string(json, "form", form->name);
        nh_json_string(json, "title", form->title);
        nh_json_string(json, "why", is_long ? "its equations fill many pages; derive --form prints them" : form->why);
        if (is_shown) nh_sheet_write_json(json, "sheet", form->sheet, true);
        else nh_json_null(json, "sheet");
        nh_json_string(json, "latex", is_shown ? nh_text_string(&latex) : NULL);
        nh_json_close(json);
    }
    nh_json_close(json);
}

/* Where motions are shown together, the points that were kept for drawing, which may be at the same times, and not the
 * steps, which never are. */
static const nh_trajectory *points_of(nh_arena *arena, const nh_report_motion *motion, bool is_alone) {
    if (is_alone || motion->trajectory->sketch == NULL) return motion->trajectory;
    nh_trajectory *points = NH_NEW(arena, nh_trajectory);
    *points = *motion->trajectory;
    points->has_steps = false;
    return points;
}

static nh_report_film begin_film(nh_arena *arena, const nh_report *report, const nh_report_motion *motion) {
    const nh_trajectory *points = points_of(arena, motion, report->other_count == 0);
    nh_report_film film = {.arena = arena,
                           .motion = motion,
                           .picture = nh_picture_make(arena, report->model, points),
                           .plot = nh_plot_make(arena, report->model, points, MOST_ARROWS)};
    nh_plot_choose_all_panels(film.plot);
    return film;
}

static void add_others(nh_json *json, nh_arena *arena, const nh_report *report, const nh_report_film *first) {
    nh_json_open(json, "others", '[');
    for (size_t i = 0; i < report->other_count; i++) {
        nh_report_film film = begin_film(arena, report, report->others[i]);
        nh_report_match_frames(&film, first);
        nh_report_write_motion(json, NULL, &film, first);
    }
    nh_json_close(json);
}

static void add_motions(nh_json *json, nh_arena *arena, const nh_report *report) {
    if (report->motion == NULL) {
        nh_json_null(json, "picture");
        nh_json_null(json, "motion");
        nh_json_open(json, "others", '[');
        nh_json_close(json);
        return;
    }
    nh_report_film film = begin_film(arena, report, report->motion);
    nh_picture_warn(film.picture);
    nh_report_choose_frames(&film);
    nh_json_string(json, "picture", nh_picture_print(film.picture));
    nh_report_write_motion(json, "motion", &film, NULL);
    add_others(json, arena, report, &film);
}

/* Several computations may warn of the same. An error that did not end the report says what it lacks: a motion. */
static bool was_said(const nh_context *context, size_t number) {
    NH_ASSERT(number < nh_context_diag_count(context));
    const char *sentence = nh_context_diag(context, number)->sentence;
    for (size_t i = 0; i < number; i++)
        if (strcmp(nh_context_diag(context, i)->sentence, sentence) == 0) return true;
    return false;
}

static void add_warnings(nh_json *json, const nh_context *context) {
    nh_json_open(json, "warnings", '[');
    for (size_t i = 0; i < nh_context_diag_count(context); i++) {
        const nh_diag *diag = nh_context_diag(context, i);
        if (diag->severity != NH_SEVERITY_NOTE && !was_said(context, i)) nh_json_string(json, NULL, diag->sentence);
    }
    nh_json_close(json);
}

/* Of the papers those that the data so far speak about by their tags. */
static void add_references(nh_json *json, nh_arena *arena, const nh_report *report) {
    nh_json_open(json, "references", '[');
    for (size_t i = 0; i < report->paper_count; i++) {
        const char *paper = report->papers[i], *from = strrchr(paper, '['), *end = strrchr(paper, ']');
        if (from == NULL || end == NULL || end < from) continue;
        const char *tag = nh_arena_text(arena, from, (size_t)(end + 1 - from));
        if (strstr(nh_text_string(json->text), tag) == NULL) continue;
        while (from > paper && from[-1] == ' ') from--;
        nh_json_open(json, NULL, '{');
        nh_json_string(json, "tag", tag);
        nh_json_bytes(json, "paper", paper, (size_t)(from - paper));
        nh_json_close(json);
    }
    nh_json_close(json);
}

/* The data only: one JSON object, which may occur in a script element. */
static const char *print_data(nh_arena *arena, const nh_report *report) {
    NH_ASSERT(!nh_arena_is_scratch(arena));
    const nh_model *model = report->model;
    nh_text text = nh_text_begin(arena);
    nh_json json = nh_json_begin(&text);
    json.is_compact = json.is_for_html = true;
    nh_json_open(&json, NULL, '{');
    nh_json_integer(&json, "format", 1);
    nh_json_string(&json, "title", nh_name_text(model->context, model->title));
    add_about(&json, arena, &model->source);
    nh_json_string(&json, "version", report->version);
    add_repeat(&json, report);
    add_model(&json, report);
    if (report->check != NULL) nh_check_write_report(&json, "analysis", report->check);
    else nh_json_null(&json, "analysis");
    add_equations(&json, arena, report);
    add_motions(&json, arena, report);
    nh_report_write_integrals(&json, report);
    nh_report_write_stability(&json, arena, model, report->stability);
    add_warnings(&json, model->context);
    add_references(&json, arena, report);
    nh_json_close(&json);
    return nh_text_string(&text);
}

const char *nh_report_print(nh_arena *arena, const nh_report *report, size_t *length) {
    NH_ASSERT(length != NULL);
    const char *title = nh_name_text(report->model->context, report->model->title);
    return nh_report_page(arena, title, print_data(arena, report), length);
}
