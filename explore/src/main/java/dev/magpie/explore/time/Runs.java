package dev.magpie.explore.time;

import dev.magpie.explore.input.Opening;
import dev.magpie.explore.input.ShownGpus;
import dev.magpie.explore.web.PageRequest;

/**
 * The runs that pages show, and what they are timed on.
 *
 * @param opening of them
 * @param gpus that they may be timed on
 */
record Runs(Opening<ShownRun> opening, SystemRuns replays, ShownGpus gpus) {
  /** The one whose number the request has as {@code r}. */
  ShownRun chosen(PageRequest request) {
    return opening.all().get((int) request.number("r", 0, opening.all().size() - 1L, 0));
  }

  /** The replay that a request is about: of a run {@code r} on a {@code system}. */
  SystemRun replay(PageRequest request) {
    return replays.of(chosen(request), TimedSystem.of(gpus, request), request);
  }
}
