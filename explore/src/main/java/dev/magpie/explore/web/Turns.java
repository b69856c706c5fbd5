package dev.magpie.explore.web;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Which requests nobody waits for any more. A server does not see that a page gives a request up;
 * so a part of a page numbers what it asks for, as {@code turn=PART-NUMBER}, and whoever asks for
 * more has given up what it asked for before.
 */
public final class Turns {
  /** Parts of pages that are remembered. */
  private static final int MOST_PARTS = 1000;

  private final Map<String, Turn> latest =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Turn> eldest) {
          return size() > MOST_PARTS;
        }
      };

  /** One request of a part. */
  public static final class Turn {
    private final long number;
    private final CompletableFuture<Void> outdated = new CompletableFuture<>();

    private Turn(long number) {
      this.number = number;
    }

    /** Done as soon as its part has asked for something else. */
    public CompletionStage<Void> outdated() {
      return outdated;
    }

    /**
     * To be called before each piece of work.
     *
     * @throws RefusedException if its part has asked for something else since
     */
    public void requireLatest() {
      if (outdated.isDone()) {
        throw RefusedException.later("the page has asked for something else since");
      }
    }
  }

  /** The turn of a request that has come; one without a number is always waited for. */
  public Turn of(PageRequest request) {
    String text = request.text("turn").orElse("");
    int dash = text.lastIndexOf('-');
    if (dash < 0) {
      return new Turn(0);
    }
    try {
      Turn turn = new Turn(Long.parseLong(text.substring(dash + 1)));
      return begun(text.substring(0, dash), turn);
    } catch (NumberFormatException e) {
      throw RefusedException.wrong("'turn' is as map-3, and not '%s'".formatted(text));
    }
  }

  private Turn begun(String part, Turn turn) {
    Turn before;
    synchronized (latest) {
      before = latest.get(part);
      if (before == null || before.number <= turn.number) {
        latest.put(part, turn);
      }
    }
    if (before != null) {
      (before.number <= turn.number ? before : turn).outdated.complete(null);
    }
    return turn;
  }
}
