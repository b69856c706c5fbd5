package dev.magpie.cuda;

import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/**
 * Leaves Ctrl-C to a program that runs: a terminal tells it itself. Who presses it again means this
 * process, too, and so does who presses it before there is a program.
 */
final class Interrupts implements AutoCloseable {
  private @Nullable Object before;
  private @Nullable Process program;
  private boolean pressed;

  /** Begins before the program does: one that came in between would end this process alone. */
  Interrupts() {
    before =
        handle((_, method, _) -> {
          if (method.getName().equals("handle")) {
            pressed();
          }
          return null;
        });
  }

  private synchronized void pressed() {
    Process running = program;
    if (pressed && running != null) {
      running.destroy();
    }
    pressed = true;
  }

  /** Starts the program; what is pressed meanwhile is told it, too. */
  synchronized Process start(ProcessBuilder builder) throws IOException {
    Process process = builder.start();
    program = process;
    if (pressed) {
      process.destroy();
    }
    return process;
  }

  /** The JDK has signals in a class that compilers warn of. */
  private static @Nullable Object handle(InvocationHandler handler) {
    try {
      Class<?> type = Class.forName("sun.misc.SignalHandler");
      return handle(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    } catch (ReflectiveOperationException _) {
      // Ctrl-C then ends both at once.
      return null;
    }
  }

  private static @Nullable Object handle(Object handler) throws ReflectiveOperationException {
    Class<?> signal = Class.forName("sun.misc.Signal");
    Method handle = signal.getMethod("handle", signal, Class.forName("sun.misc.SignalHandler"));
    return handle.invoke(null, signal.getConstructor(String.class).newInstance("INT"), handler);
  }

  @Override
  public void close() {
    if (before != null) {
      try {
        handle(before);
      } catch (ReflectiveOperationException _) {
        // As it was set, it can be set again.
      }
      before = null;
    }
  }
}
