package dev.magpie.storage;

import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/** Puts an answer into a buffer, without another copy; what does not fit is left out. */
final class IntoBuffer implements BodySubscriber<ByteBuffer> {
  private final ByteBuffer to;
  private final CompletableFuture<ByteBuffer> done = new CompletableFuture<>();
  private boolean abandoned;

  IntoBuffer(ByteBuffer to) {
    this.to = to;
  }

  /** Touches the buffer no more, whatever still comes: another answer may fill it. */
  synchronized void abandon() {
    abandoned = true;
  }

  /** How much has come. */
  synchronized int filled() {
    return to.position();
  }

  @Override
  public CompletionStage<ByteBuffer> getBody() {
    return done;
  }

  @Override
  public void onSubscribe(Flow.Subscription subscription) {
    subscription.request(Long.MAX_VALUE);
  }

  @Override
  public synchronized void onNext(List<ByteBuffer> parts) {
    for (ByteBuffer part : parts) {
      if (!abandoned) {
        to.put(part.limit(Math.min(part.limit(), part.position() + to.remaining())));
      }
    }
  }

  @Override
  public void onError(Throwable problem) {
    done.completeExceptionally(problem);
  }

  @Override
  public void onComplete() {
    done.complete(to);
  }
}
