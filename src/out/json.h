/* JSON, written value by value into a text:
 *
 *     nh_json json = nh_json_begin(&text);
 *     nh_json_open(&json, NULL, '{');
 *     nh_json_string(&json, "name", "x");
 *     nh_json_open(&json, "list", '[');
 *     nh_json_integer(&json, NULL, 3);
 *     nh_json_close(&json);
 *     nh_json_close(&json);
 *
 * In an object every value has a key, in a list none (NULL). What occurs in a list is on one line each,
 * unless is_compact is set. */
#ifndef NH_OUT_JSON_H
#define NH_OUT_JSON_H

#include <stdbool.h>
#include <stdint.h>

#include <nonholo/context.h>
#include <nonholo/fact.h>

#include "base/text/text.h"

/* Objects and lists within each other. */
enum { NH_JSON_DEPTH_MAX = 24 };

typedef struct nh_json {
    nh_text *text;
    bool is_compact;  /* without blanks and line ends; false unless set before the first value */
    bool is_for_html; /* may occur in a script element of a page: < > & U+2028 U+2029 as \u003c ...; likewise */
    int depth;
    int flat_from;                    /* the depth from which all is on one line */
    char closing[NH_JSON_DEPTH_MAX];  /* by level */
    bool is_begun[NH_JSON_DEPTH_MAX]; /* whether the level has a value */
} nh_json;

nh_json nh_json_begin(nh_text *text);
void nh_json_open(nh_json *json, const char *key, char bracket);      /* '{' or '[' */
void nh_json_open_line(nh_json *json, const char *key, char bracket); /* all that is in it is on one line */
void nh_json_close(nh_json *json);                                    /* the last one does not end the line */
/* Any bytes become a valid string: controls are escaped, what is no UTF-8 becomes U+FFFD. NULL is null. */
void nh_json_string(nh_json *json, const char *key, const char *string);
void nh_json_bytes(nh_json *json, const char *key, const char *bytes, size_t length); /* the same, with 0 among them */
void nh_json_integer(nh_json *json, const char *key, uint64_t value);
void nh_json_number(nh_json *json, const char *key, double value); /* 17 digits; null when not finite */
void nh_json_truth(nh_json *json, const char *key, bool value);
void nh_json_null(nh_json *json, const char *key);
/* A number that is given as text: as it stands where JSON has such numbers, else as a string; null when it is empty. */
void nh_json_digits(nh_json *json, const char *key, const char *digits);
/* A list of strings, on lines of their own. */
void nh_json_strings(nh_json *json, const char *key, size_t count, const char *const *items);
/* key: true, false or null, and key_by: what it rests on. */
void nh_json_fact(nh_json *json, const char *key, nh_fact fact);
void nh_json_evidence(nh_json *json, const char *key, nh_evidence by); /* key_by only */
/* The diagnostics of one severity as a list. */
void nh_json_diags(nh_json *json, const char *key, const nh_context *context, nh_severity severity);

#endif
