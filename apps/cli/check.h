/* What `check` has found out: the facts that both of its printers write. */
#ifndef NONHOLO_CLI_CHECK_H
#define NONHOLO_CLI_CHECK_H

#include "session.h"
#include "sink.h"

/* What a row is, and what was found out about it; of a condition that is not imposed the second is empty. */
typedef struct row_facts {
    nh_row_info info;
    nh_check_row check;
} row_facts;

typedef struct facts {
    nh_model_info info;
    nh_check *check;
    nh_check_info about;
    row_facts *rows; /* row_count */
    size_t row_count;
} facts;

void check_text(sink *out, const session *s, const facts *found);
void check_json(sink *out, const session *s, const facts *found);

/* Parts of check_text. */
void begin_line(sink *out, const char *label); /* "  coordinates    " */
void add_answers(sink *out, const facts *found);

#endif
