/* What `check` has found out: the facts that both of its printers write. */
#ifndef NONHOLO_CLI_CHECK_H
#define NONHOLO_CLI_CHECK_H

#include "session.h"
#include "sink.h"

typedef struct facts {
    nh_model_info info;
    nh_row_info *rows; /* row_count */
    size_t row_count;
    bool is_random; /* whether the start is to be drawn */
} facts;

void check_text(sink *out, const session *s, const facts *found);
void check_json(sink *out, const session *s, const facts *found);

#endif
