package dev.magpie.storage;

import java.io.IOException;
import java.net.UnknownHostException;
import java.nio.file.FileSystemException;
import java.time.Duration;

/** Tries again what fails on the way to a store, later each time. */
final class Attempts {
  private static final int MOST = 7;

  /** Before the second; it doubles. */
  private static final long PAUSE_MILLIS = 100;

  /** How long nothing may come of what was asked for. */
  static final Duration PATIENCE =
      Duration.ofMillis(Long.getLong("magpie.storage.patienceMillis", 30_000));

  /** What may fail. */
  @FunctionalInterface
  interface Request<T> {
    T make() throws IOException;
  }

  private final ObjectPath object;
  private int failures;

  Attempts(ObjectPath object) {
    this.object = object;
  }

  static <T> T of(ObjectPath object, Request<T> request) throws IOException {
    Attempts attempts = new Attempts(object);
    while (true) {
      try {
        return request.make();
      } catch (IOException e) {
        attempts.failed(e);
      }
    }
  }

  /** Something came: what fails next is the first failure. */
  void progressed() {
    failures = 0;
  }

  /**
   * Waits before the next attempt.
   *
   * @throws FileSystemException if there is none
   */
  void failed(IOException e) throws FileSystemException {
    if (e instanceof FileSystemException last) {
      throw last;
    }
    failures++;
    String reason = reason(e);
    if (failures == MOST) {
      throw refused("tried %d times: %s".formatted(MOST, reason), e);
    }
    try {
      Thread.sleep(PAUSE_MILLIS << (failures - 1));
    } catch (InterruptedException interrupt) {
      Thread.currentThread().interrupt();
      throw refused("interrupted: " + reason, e);
    }
  }

  /** Why, in words: some messages are a name alone. */
  static String reason(IOException e) {
    if (e instanceof UnknownHostException) {
      return "there is no host " + e.getMessage();
    }
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }

  private FileSystemException refused(String reason, IOException cause) {
    FileSystemException e = new FileSystemException(object.toString(), null, reason);
    e.initCause(cause);
    return e;
  }
}
