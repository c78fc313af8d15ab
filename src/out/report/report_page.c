/* The page around the data: web/dist/report.html with the title and the data in place of its two marks. */
#include <string.h>

#include "base/assert.h"
#include "base/protect.h"
#include "out/report/report_private.h"

/* The bytes of web/dist/report.html, which the build puts into the library. */
extern const char nh_page[];

/* What has a meaning in HTML is escaped, and control characters are blanks. */
static void add_escaped(nh_text *text, const char *words) {
    for (; *words != '\0'; words++) {
        switch (*words) {
            case '&': nh_text_add(text, "&amp;"); break;
            case '<': nh_text_add(text, "&lt;"); break;
            case '>': nh_text_add(text, "&gt;"); break;
            default: nh_text_add_char(text, (unsigned char)*words < ' ' ? ' ' : *words);
        }
    }
}

const char *nh_report_page(nh_arena *arena, const char *title, const char *data, size_t *length) {
    static const char title_mark[] = "@REPORT_TITLE@", data_mark[] = "@REPORT_DATA@";
    const char *at_title = strstr(nh_page, title_mark);
    const char *at_data = at_title != NULL ? strstr(at_title, data_mark) : NULL;
    NH_ASSERT(at_title != NULL && at_data != NULL);
    nh_text text = nh_text_begin(arena);
    if (at_data == NULL)
        nh_fail(nh_arena_context(arena), NH_E_INTERNAL, "page", "the page in the library has no slot for its data");
    nh_text_add_bytes(&text, nh_page, (size_t)(at_title - nh_page));
    add_escaped(&text, title);
    at_title += sizeof title_mark - 1;
    nh_text_add_bytes(&text, at_title, (size_t)(at_data - at_title));
    nh_text_add(&text, data);
    nh_text_add(&text, at_data + sizeof data_mark - 1);
    *length = text.length;
    return nh_text_string(&text);
}
