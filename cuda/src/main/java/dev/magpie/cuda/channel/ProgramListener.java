package dev.magpie.cuda.channel;

import dev.magpie.settings.IoReason;
import dev.magpie.settings.WholeDirectory;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Waits for processes that call CUDA, and lets each be answered on a thread of its own. */
public final class ProgramListener implements AutoCloseable {
  /** Longest name of a socket, less some for the file itself. */
  private static final int MOST_NAME = 100;

  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final WholeDirectory directory;
  private final Path name;
  private final ServerSocketChannel server;
  private final Function<ProgramMemory, CallHandler> handlers;
  private final Consumer<Throwable> failed;
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean isClosed;

  /**
   * Begins to wait.
   *
   * @param handlers makes what answers a process, whose device has the memory given
   * @param failed is told what ended a thread that should not have ended
   * @throws IOException if there is no place for the socket
   */
  public ProgramListener(Function<ProgramMemory, CallHandler> handlers, Consumer<Throwable> failed)
      throws IOException {
    this.handlers = handlers;
    this.failed = failed;
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    directory =
        WholeDirectory.begin(temporary.resolve("magpie-exec-" + ProcessHandle.current().pid()));
    // Nobody else is to ask.
    Files.setPosixFilePermissions(directory.part(), PosixFilePermissions.fromString("rwx------"));
    name = directory.part().resolve("s");
    if (name.toString().length() > MOST_NAME) {
      directory.close();
      throw new IOException(
          "%s: is too long for a socket; name a shorter place with MAGPIE_JAVA_OPTS=-Djava.io.tmpdir=DIR"
              .formatted(temporary));
    }
    server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      server.bind(UnixDomainSocketAddress.of(name));
    } catch (IOException e) {
      close();
      throw e;
    }
    Thread acceptor = new Thread(this::accept, "exec-accept");
    acceptor.setDaemon(true);
    acceptor.start();
  }

  /** Lets a program find the way here. */
  public void offer(Map<String, String> environment) {
    environment.put("MAGPIE_EXEC_SOCKET", name.toString());
  }

  private void accept() {
    while (!isClosed) {
      SocketChannel socket;
      try {
        socket = server.accept();
      } catch (ClosedChannelException _) {
        return;
      } catch (IOException e) {
        failed.accept(e);
        return;
      }
      Thread thread = new Thread(() -> serve(socket), "exec-serve");
      thread.setDaemon(true);
      synchronized (threads) {
        threads.add(thread);
      }
      thread.start();
    }
  }

  private void serve(SocketChannel socket) {
    try (ProgramChannel channel = ProgramChannel.open(socket)) {
      try {
        serve(channel);
      } catch (IOException | RuntimeException | Error e) {
        // Before the channel is closed, which the program would tell of in a line of its own.
        fail(e);
      }
    } catch (IOException e) {
      fail(e);
    }
  }

  private void serve(ProgramChannel channel) throws IOException {
    CallHandler handler = handlers.apply(channel.memory());
    try {
      channel.serve(handler);
    } finally {
      handler.end();
    }
  }

  /** A program that is killed ends in the middle of something; another failure has a reason. */
  private void fail(Throwable thrown) {
    boolean isEnd =
        thrown instanceof IOException e
            && (IoReason.of(e).contains("reset") || IoReason.of(e).contains("Broken pipe"));
    if (!isEnd) {
      failed.accept(thrown);
    }
  }

  /**
   * Waits until all that was asked is answered, when the programs have ended; not for long, as who
   * was killed may have asked for much.
   */
  public void awaitEnd() {
    for (@Nullable Thread each = next(); each != null; each = next()) {
      try {
        each.join(PATIENCE);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
      synchronized (threads) {
        threads.remove(each);
      }
    }
  }

  private @Nullable Thread next() {
    synchronized (threads) {
      return threads.isEmpty() ? null : threads.getFirst();
    }
  }

  @Override
  public void close() throws IOException {
    isClosed = true;
    server.close();
    directory.close();
  }
}
