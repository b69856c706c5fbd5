package dev.magpie.cuda.channel;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The way to one process. Its calls are answered one after the other, on one thread. */
final class ProgramChannel implements AutoCloseable {
  /** About 50 microseconds: what a program does between two calls, as a rule. */
  private static final int SPINS = 2000;

  private static final int MOST_GREETING = 64;
  private static final Pattern GREETING = Pattern.compile("(\\d{1,9}) (\\d{1,9})");

  private final SocketChannel socket;
  private final SharedBlock block;
  private final ProgramMemory memory;
  private final ByteBuffer bell = ByteBuffer.allocateDirect(1);

  private ProgramChannel(SocketChannel socket, SharedBlock block, ProgramMemory memory) {
    this.socket = socket;
    this.block = block;
    this.memory = memory;
  }

  /**
   * Takes the process that has connected: it says where the memory is that it shares.
   *
   * @throws IOException if it does not, or the memory cannot be mapped
   */
  static ProgramChannel open(SocketChannel socket) throws IOException {
    Matcher greeting = GREETING.matcher(line(socket));
    if (!greeting.matches()) {
      throw new IOException("a process that is no program of CUDA has connected");
    }
    Path memory = Path.of("/proc", greeting.group(1), "fd", greeting.group(2));
    try (FileChannel file =
        FileChannel.open(memory, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      MemorySegment all =
          file.map(
              FileChannel.MapMode.READ_WRITE,
              0,
              SharedBlock.MEMORY + SharedBlock.MEMORY_BYTES,
              Arena.ofAuto());
      SharedBlock block = new SharedBlock(all);
      ProgramChannel channel =
          new ProgramChannel(
              socket,
              block,
              new ProgramMemory(
                  Long.parseLong(greeting.group(1)),
                  Integer.parseInt(greeting.group(2)),
                  block.memory()));
      channel.ring();
      return channel;
    }
  }

  private static String line(SocketChannel socket) throws IOException {
    ByteBuffer text = ByteBuffer.allocate(MOST_GREETING);
    while (text.hasRemaining()) {
      int from = text.position();
      if (socket.read(text) < 0) {
        break;
      }
      if (text.get(text.position() - 1) == '\n' && text.position() > from) {
        return new String(text.array(), 0, text.position() - 1, US_ASCII);
      }
    }
    return "";
  }

  /** The device's memory. */
  ProgramMemory memory() {
    return memory;
  }

  private void ring() throws IOException {
    bell.clear();
    socket.write(bell);
  }

  /** Answers calls until the process is gone. */
  void serve(CallHandler handler) throws IOException {
    Answer answer = new Answer(block);
    while (await()) {
      Request request = block.request();
      if (request == null) {
        throw new IOException("a call of the program is damaged");
      }
      answer.begin();
      handler.handle(request, answer);
      answer.end();
      if (block.answer()) {
        ring();
      }
    }
  }

  /** Waits for a call; false if there will be none. */
  private boolean await() throws IOException {
    for (int i = 0; i < SPINS; i++) {
      if (block.isCalled()) {
        return true;
      }
      Thread.onSpinWait();
    }
    block.setServerSleeps(true);
    try {
      while (!block.isCalled()) {
        bell.clear();
        if (socket.read(bell) < 0) {
          return block.isCalled();
        }
      }
      return true;
    } finally {
      block.setServerSleeps(false);
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
