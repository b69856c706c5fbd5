package dev.magpie.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(300)
class PipelineTest {
  /** A number, and what it is times two. */
  private static final class Piece {
    int number;
    int doubled;
  }

  private final List<Integer> emptied = new ArrayList<>();
  private final Set<Thread> workers = Collections.newSetFromMap(new ConcurrentHashMap<>());
  private int made;

  private Pipeline<Piece> pipeline(int threads) {
    return new Pipeline<>(threads, this::make, this::work, piece -> emptied.add(piece.doubled));
  }

  private Piece make() {
    made++;
    return new Piece();
  }

  private void work(Piece piece) {
    workers.add(Thread.currentThread());
    piece.doubled = 2 * piece.number;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void piecesAreEmptiedInTheirOrder(int threads) throws IOException {
    List<Integer> expected = new ArrayList<>();
    try (Pipeline<Piece> pipeline = pipeline(threads)) {
      for (int number = 0; number < 100; number++) {
        Piece piece = pipeline.next();
        piece.number = number;
        pipeline.submit(piece);
        expected.add(2 * number);
      }
      pipeline.drain();
      assertThat(emptied).isEqualTo(expected);
      assertThat(made).isEqualTo(threads == 1 ? 1 : 2 * threads);
    }
    if (threads == 1) {
      assertThat(workers).containsExactly(Thread.currentThread());
    } else {
      assertThat(workers).doesNotContain(Thread.currentThread()).hasSizeBetween(1, threads);
    }
  }

  @Test
  void aPieceThatIsGivenBackIsUsedAgain() throws IOException {
    try (Pipeline<Piece> pipeline = pipeline(1)) {
      Piece piece = pipeline.next();
      pipeline.giveBack(piece);
      assertThat(pipeline.next()).isSameAs(piece);
      pipeline.drain();
      assertThat(emptied).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void whatEndsWorkEndsItsCaller(int threads) throws IOException {
    for (Throwable cause :
        List.of(
            new IOException("full"),
            new IllegalArgumentException("bad"),
            new StackOverflowError())) {
      try (Pipeline<Piece> pipeline =
          new Pipeline<>(threads, Piece::new, _ -> sneakyThrow(cause), _ -> {})) {
        assertThatThrownBy(
                () -> {
                  pipeline.submit(pipeline.next());
                  pipeline.drain();
                })
            .isSameAs(cause);
      }
    }
  }

  @Test
  void aCallerWhoIsInterruptedIsToldAndStaysSo() throws IOException {
    CountDownLatch never = new CountDownLatch(1);
    try (Pipeline<Piece> pipeline = new Pipeline<>(2, Piece::new, _ -> await(never), _ -> {})) {
      pipeline.submit(pipeline.next());
      Thread.currentThread().interrupt();
      assertThatThrownBy(pipeline::drain).isInstanceOf(IOException.class).hasMessage("interrupted");
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  private static void await(CountDownLatch latch) throws IOException {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IOException("stopped", e);
    }
  }

  /** The work that is stopped ends only once the caller waits for that. */
  @Test
  void closingStopsWorkAndWaitsForItsEnd() throws IOException, InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    AtomicBoolean hasEnded = new AtomicBoolean();
    Thread caller = Thread.currentThread();
    Pipeline.Step<Piece> work =
        _ -> {
          begun.countDown();
          try {
            await(new CountDownLatch(1));
          } finally {
            while (caller.getState() == Thread.State.RUNNABLE) {
              Thread.onSpinWait();
            }
            hasEnded.set(true);
          }
        };
    try (Pipeline<Piece> pipeline = new Pipeline<>(2, Piece::new, work, _ -> {})) {
      pipeline.submit(pipeline.next());
      begun.await();
    }
    assertThat(hasEnded).isTrue();
  }

  @SuppressWarnings("unchecked")
  private static <T extends Throwable> void sneakyThrow(Throwable cause) throws T {
    throw (T) cause;
  }
}
