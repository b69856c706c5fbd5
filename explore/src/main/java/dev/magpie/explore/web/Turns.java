package dev.magpie.explore.web;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Which requests nobody waits for any more. A server does not see that a page gives a request up;
 * so a part of a page numbers what it asks for, as {@code turn=PART-NUMBER}, and whoever asks for
 * more has given up what it asked for before.
 */
public final class Turns {
  /** Parts of pages that are remembered. */
  private static final int MOST_PARTS = 1000;

  private final Map<String, Long> latest =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
          return size() > MOST_PARTS;
        }
      };

  /** One request of a part. */
  public final class Turn {
    private final String part;
    private final long number;

    private Turn(String part, long number) {
      this.part = part;
      this.number = number;
    }

    /**
     * To be called before each piece of work.
     *
     * @throws RefusedException if its part has asked for something else since
     */
    public void requireLatest() {
      synchronized (latest) {
        if (latest.getOrDefault(part, number) > number) {
          throw RefusedException.later("the page has asked for something else since");
        }
      }
    }
  }

  /** The turn of a request that has come; one without a number is always waited for. */
  public Turn of(PageRequest request) {
    String text = request.text("turn").orElse("");
    int dash = text.lastIndexOf('-');
    if (dash < 0) {
      return new Turn("", Long.MAX_VALUE);
    }
    try {
      Turn turn = new Turn(text.substring(0, dash), Long.parseLong(text.substring(dash + 1)));
      synchronized (latest) {
        latest.merge(turn.part, turn.number, Math::max);
      }
      return turn;
    } catch (NumberFormatException e) {
      throw RefusedException.wrong("'turn' is as map-3, and not '%s'".formatted(text));
    }
  }
}
