/* JSON, written value by value:
 *
 *     json j = json_begin(&sink);
 *     json_open(&j, NULL, '{');
 *     json_string(&j, "name", "x");
 *     json_open(&j, "list", '[');
 *     json_integer(&j, NULL, 3);
 *     json_close(&j);
 *     json_close(&j);
 *
 * In an object every value has a key, in a list none (NULL). Objects within lists stand on one line. */
#ifndef NONHOLO_CLI_JSON_H
#define NONHOLO_CLI_JSON_H

#include <stdbool.h>
#include <stdint.h>

#include "sink.h"

enum { JSON_DEPTH_MAX = 16 };

typedef struct json {
    sink *out;
    int depth;
    char closing[JSON_DEPTH_MAX];
    bool is_begun[JSON_DEPTH_MAX]; /* whether the level has a value */
    int flat_from;                 /* the depth from which all stands on one line */
} json;

json json_begin(sink *out);
void json_open(json *j, const char *key, char bracket);
void json_open_line(json *j, const char *key, char bracket);  /* all that is in it stands on one line */
void json_close(json *j);                                     /* the last one also ends the line */
void json_string(json *j, const char *key, const char *text); /* NULL: null. Bytes that are no UTF-8 become U+FFFD */
void json_integer(json *j, const char *key, uint64_t value);
void json_number(json *j, const char *key, double value);          /* null when not finite */
void json_velocity(json *j, const char *coordinate, double value); /* the same under "x'" */
/* A number that is given as text: as it stands where JSON has such numbers, else as a string; null when it is empty. */
void json_digits(json *j, const char *key, const char *text);
void json_null(json *j, const char *key);
void json_truth(json *j, const char *key, bool value);
/* key: true, false or null, and key_by: `by`, or "unknown". */
void json_fact(json *j, const char *key, nh_truth value, const char *by);

#endif
