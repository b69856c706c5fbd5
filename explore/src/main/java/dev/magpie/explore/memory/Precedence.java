package dev.magpie.explore.memory;

import dev.magpie.explore.web.Resource;
import java.util.concurrent.CancellationException;

/** What a page waits for goes before what is measured in the background. */
final class Precedence {
  /** Requests under way; guarded by this. */
  private int underWay;

  /** The resource, whose requests go before. */
  Resource of(Resource resource) {
    return request -> {
      begin();
      try {
        return resource.answer(request);
      } finally {
        end();
      }
    };
  }

  private synchronized void begin() {
    underWay++;
  }

  private synchronized void end() {
    underWay--;
    if (underWay == 0) {
      notifyAll();
    }
  }

  /**
   * Waits until no such request is under way; between two ranges of what is measured.
   *
   * @throws CancellationException if the thread is interrupted
   */
  synchronized void giveWay() {
    try {
      while (underWay > 0) {
        wait();
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw new CancellationException();
    }
  }
}
