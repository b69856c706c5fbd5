package dev.magpie.cuda;

import dev.magpie.cuda.channel.CallHandler;
import dev.magpie.cuda.channel.ClientLibrary;
import dev.magpie.cuda.channel.ProgramListener;
import dev.magpie.cuda.channel.ProgramMemory;
import dev.magpie.cuda.runtime.DeviceDescription;
import dev.magpie.cuda.runtime.DeviceHost;
import dev.magpie.cuda.runtime.Exports;
import dev.magpie.cuda.runtime.Session;
import dev.magpie.ptx.Device;
import dev.magpie.ptx.LaunchOptions;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Executes a program of CUDA, unmodified: its process calls a library that stands in place of the
 * CUDA runtime and driver, and its kernels are executed here.
 *
 * <pre>{@code
 * ClientLibrary library = ClientLibrary.in(ClientLibrary.userCache(System.getenv()), System.err::println);
 * int status =
 *     new CudaExecution(library, DeviceDescription.of(gpu), LaunchOptions.DEFAULT)
 *         .run(new ProcessBuilder("./app", "1000").inheritIO(), Host::new);
 * }</pre>
 */
public final class CudaExecution {
  /** How long a program may take to end when it is asked to, in milliseconds. */
  private static final long PATIENCE = 2000;

  private final ClientLibrary library;
  private final DeviceDescription device;
  private final LaunchOptions options;

  /**
   * An execution.
   *
   * @param device what programs are told that they have
   * @param options of all launches
   */
  public CudaExecution(ClientLibrary library, DeviceDescription device, LaunchOptions options) {
    this.library = library;
    this.device = device;
    this.options = options;
  }

  /**
   * Runs a program to its end.
   *
   * @param builder of its process, whose environment gets what leads calls here
   * @param hosts makes what executes the launches of a process's device; it is called on the thread
   *     that answers the process
   * @return its exit status; 128 and the number of a signal that ended it
   * @throws IOException if it cannot be started
   */
  public int run(ProcessBuilder builder, Function<Device, DeviceHost> hosts) throws IOException {
    Failure failure = new Failure();
    Exports exports = new Exports();
    try (ProgramListener listener =
            new ProgramListener(memory -> session(memory, hosts, exports), failure::keep);
        Interrupts interrupts = new Interrupts()) {
      Map<String, String> environment = builder.environment();
      library.offer(environment);
      listener.offer(environment);
      Process process = interrupts.start(builder);
      failure.endsWith(process);
      Thread ending = new Thread(() -> end(process));
      try {
        remember(ending);
        int status = process.waitFor();
        listener.awaitEnd();
        failure.rethrow();
        return status;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted", e);
      } finally {
        end(process);
        forget(ending);
      }
    }
  }

  private CallHandler session(
      ProgramMemory memory, Function<Device, DeviceHost> hosts, Exports exports) {
    return new Session(memory, device, hosts, options, exports);
  }

  /** Has something done when this process ends, if it does not end already. */
  static void remember(Thread hook) throws IOException {
    try {
      Runtime.getRuntime().addShutdownHook(hook);
    } catch (IllegalStateException e) {
      throw new IOException("the run is being ended", e);
    }
  }

  private static void forget(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException _) {
      // It is running.
    }
  }

  /** No process of the program stays. */
  private static void end(Process process) {
    Failure.end(process);
    try {
      if (!process.waitFor(PATIENCE, TimeUnit.MILLISECONDS)) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
      }
    } catch (InterruptedException _) {
      process.destroyForcibly();
    }
  }
}
