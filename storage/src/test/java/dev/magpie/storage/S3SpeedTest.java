package dev.magpie.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.snapshot.Contents;
import dev.magpie.snapshot.Dtype;
import dev.magpie.snapshot.Snapshot;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongConsumer;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.auth.AuthenticationType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads of ranges against plain requests for the same ranges of the same server, unsigned. */
@Tag("long")
class S3SpeedTest {
  private static final int RANGE_BYTES = 2 << 20;
  private static final int RANGES = 512;
  private static final int AT_ONCE = 8;
  private static final int ROUNDS = 9;

  @Test
  void rangesComeAsFastAsTheServerGivesThem(@TempDir Path served) throws Exception {
    Files.createDirectory(served.resolve("runs"));
    byte[] range = new byte[RANGE_BYTES];
    new Random(1).nextBytes(range);
    try (OutputStream out = Files.newOutputStream(served.resolve("runs/a.bin"))) {
      for (int i = 0; i < RANGES; i++) {
        out.write(range);
      }
    }
    // The server compares it with what it says of it, which are whole seconds.
    Files.setLastModifiedTime(
        served.resolve("runs/a.bin"), FileTime.from(Instant.parse("2026-01-01T00:00:00Z")));
    S3Proxy server = S3Server.start(served, AuthenticationType.NONE);
    System.setProperty("aws.endpointUrlS3", "http://127.0.0.1:" + server.getPort());
    System.setProperty("aws.region", "us-east-1");
    System.setProperty("aws.accessKeyId", S3Server.KEY);
    System.setProperty("aws.secretAccessKey", S3Server.SECRET);
    URI plain = URI.create("http://127.0.0.1:%d/runs/a.bin".formatted(server.getPort()));
    List<Double> ratios = new ArrayList<>();
    List<Double> kept = new ArrayList<>();
    List<Double> web = new ArrayList<>();
    try (Snapshot snapshot =
            Snapshot.open(List.of(Path.of(URI.create("s3://runs/a.bin"))), Dtype.U8);
        Snapshot overHttp = Snapshot.open(List.of(Path.of(plain)), Dtype.U8);
        Arena arena = Arena.ofShared()) {
      Contents contents = snapshot.allocations().getFirst().contents();
      Contents webContents = overHttp.allocations().getFirst().contents();
      Queue<MemorySegment> buffers = new ConcurrentLinkedQueue<>();
      for (int i = 0; i < AT_ONCE; i++) {
        buffers.add(arena.allocate(RANGE_BYTES));
      }
      for (int round = -2; round < ROUNDS; round++) {
        double asked = seconds(from -> ask(plain, from, null));
        double put =
            seconds(from -> {
              MemorySegment buffer = buffers.remove();
              ask(plain, from, buffer);
              buffers.add(buffer);
            });
        double http =
            seconds(from -> {
              MemorySegment buffer = buffers.remove();
              webContents.read(from, buffer);
              buffers.add(buffer);
            });
        double read =
            seconds(from -> {
              MemorySegment buffer = buffers.remove();
              contents.read(from, buffer);
              buffers.add(buffer);
            });
        if (round >= 0) {
          ratios.add(asked / read);
          kept.add(put / read);
          web.add(asked / http);
          System.out.printf(
              "plain %.0f MB/s, into memory %.0f, http:// %.0f, s3:// %.0f; %.3f and %.3f%n",
              1e-6 * RANGES * RANGE_BYTES / asked,
              1e-6 * RANGES * RANGE_BYTES / put,
              1e-6 * RANGES * RANGE_BYTES / http,
              1e-6 * RANGES * RANGE_BYTES / read,
              asked / read,
              put / read);
        }
      }
    } finally {
      server.stop();
    }
    print("plain requests / s3://", ratios);
    print("plain requests into memory / s3://", kept);
    print("plain requests / http://", web);
    assertThat(ratios.get(ROUNDS / 2)).isGreaterThan(0.8);
  }

  private static void print(String what, List<Double> ratios) {
    ratios.sort(null);
    System.out.printf(
        "%s: median %.3f, from %.3f to %.3f%n",
        what, ratios.get(ROUNDS / 2), ratios.getFirst(), ratios.getLast());
  }

  private static double seconds(LongConsumer range) throws Exception {
    long begin = System.nanoTime();
    try (ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE)) {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < RANGES; i++) {
        long from = (long) i * RANGE_BYTES;
        all.add(threads.submit(() -> range.accept(from)));
      }
      for (Future<?> each : all) {
        each.get();
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
    return 1e-9 * (System.nanoTime() - begin);
  }

  /** Throws away what comes, or puts it into memory. */
  private static void ask(URI file, long from, @Nullable MemorySegment to) {
    try {
      HttpURLConnection request = (HttpURLConnection) file.toURL().openConnection();
      request.setRequestProperty("Range", "bytes=%d-%d".formatted(from, from + RANGE_BYTES - 1));
      byte[] buffer = new byte[1 << 16];
      long sum = 0;
      try (InputStream in = request.getInputStream()) {
        for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
          if (to != null) {
            MemorySegment.copy(buffer, 0, to, ValueLayout.JAVA_BYTE, sum, count);
          }
          sum += count;
        }
      }
      if (sum != RANGE_BYTES) {
        throw new IOException("%d bytes".formatted(sum));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
