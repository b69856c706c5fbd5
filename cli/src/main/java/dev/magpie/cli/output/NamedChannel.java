package dev.magpie.cli.output;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;

/**
 * A channel whose errors say what could not be written, and tell a reader who left from a fault.
 */
public final class NamedChannel implements WritableByteChannel {
  private final String name;
  private final WritableByteChannel channel;

  public NamedChannel(String name, WritableByteChannel channel) {
    this.name = name;
    this.channel = channel;
  }

  @Override
  public int write(ByteBuffer bytes) throws IOException {
    try {
      return channel.write(bytes);
    } catch (IOException e) {
      throw "Broken pipe".equals(e.getMessage())
          ? new BrokenPipeException(e)
          : new IOException("%s: cannot be written: %s".formatted(name, e.getMessage()), e);
    }
  }

  @Override
  public boolean isOpen() {
    return channel.isOpen();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
