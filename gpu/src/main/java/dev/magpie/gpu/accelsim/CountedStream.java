package dev.magpie.gpu.accelsim;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.LongConsumer;

/** A stream that tells how much was read of it. */
final class CountedStream extends FilterInputStream {
  private final LongConsumer read;

  CountedStream(InputStream in, LongConsumer read) {
    super(in);
    this.read = read;
  }

  @Override
  public int read() throws IOException {
    int value = super.read();
    if (value >= 0) {
      read.accept(1);
    }
    return value;
  }

  @Override
  public int read(byte[] bytes, int offset, int count) throws IOException {
    int got = super.read(bytes, offset, count);
    if (got > 0) {
      read.accept(got);
    }
    return got;
  }
}
