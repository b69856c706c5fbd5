package dev.magpie.cli;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;

/** A channel whose errors say what could not be written. */
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
      throw NamedStream.named(name, e);
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
