package dev.magpie.container;

import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;

/** Takes bytes and forgets them. */
final class Nowhere implements WritableByteChannel {
  @Override
  public int write(ByteBuffer bytes) {
    int count = bytes.remaining();
    bytes.position(bytes.limit());
    return count;
  }

  @Override
  public boolean isOpen() {
    return true;
  }

  @Override
  public void close() {}
}
