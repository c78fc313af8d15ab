/* What a command with a MODEL works in: the context, the text, the model that was read with the options. */
#ifndef NONHOLO_CLI_SESSION_H
#define NONHOLO_CLI_SESSION_H

#include "session/source.h"

typedef struct session {
    const options *given;
    nh_context *context;
    source text;
    source added;          /* --file: statements after those of the model */
    nh_strings conditions; /* equations that the model is read with, as conditions */
    nh_strings state;      /* initial values after those of --init */
    nh_model *model;       /* NULL until session_read */
    bool has_data;         /* -o names a file for data, such as a motion or a page: errors of --json do not go there */
    size_t told;           /* this many diagnostics, the first ones, were reported: nothing is said twice */
} session;

/* Makes the context, finds the text of MODEL. EXIT_DONE, or another status after a message; the session is closed in
 * any case by session_close. */
exit_status session_open(session *s, const options *given);
/* Reads the model; what is wrong with it is reported, as JSON with --json. */
exit_status session_read(session *s);
/* The status of a call that failed, after its diagnostics were reported. */
exit_status session_failed(session *s, nh_status status);
/* Reports the warnings and notes of a call that went well; with --json they are part of the result. */
void session_warn(session *s);
/* The text that a call gave, after its warnings, to where -o says; session_failed where it gave none. */
exit_status session_show(session *s, nh_status got, const char *text);
void session_close(session *s);

#endif
