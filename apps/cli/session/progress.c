/* One line that is written over and over; nothing in the first second, so that quick work stays quiet. */
#include "session/progress.h"

#include <stdio.h>
#include <unistd.h>

static const double QUIET_SECONDS = 1;

static bool is_shown;

bool shows_progress(void) {
    return isatty(STDERR_FILENO) != 0;
}

void show_progress(void *user, const nh_progress *progress) {
    (void)user;
    if (progress->seconds < QUIET_SECONDS) return;
    is_shown = true;
    fprintf(stderr, "\r\x1b[K%s, %.0f s", progress->what, progress->seconds);
    if (progress->fraction > 0.001) {
        double left = progress->seconds * (1 - progress->fraction) / progress->fraction;
        fprintf(stderr, ", %.0f %%, about %.0f s left", 100 * progress->fraction, left);
    }
    fflush(stderr);
}

void clear_progress(void) {
    if (is_shown) fputs("\r\x1b[K", stderr);
    is_shown = false;
}
