package dev.magpie.ptx;

import dev.magpie.ptx.ir.PtxException;
import dev.magpie.ptx.ir.Variable;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Writes the initial values of variables. */
final class VariableInitializer {
  private VariableInitializer() {}

  static void write(
      String label,
      Variable variable,
      MemorySegment memory,
      Function<String, @Nullable Long> addresses) {
    int bytes = variable.type().bytes();
    long at = 0;
    for (Variable.Initializer value : variable.initializers()) {
      long bits =
          switch (value) {
            case Variable.Initializer.Bits(long each) -> each;
            case Variable.Initializer.Address address -> {
              // Addresses in global and constant memory are their own generic ones.
              Long base = addresses.apply(address.symbol());
              if (base == null) {
                throw new PtxException(
                    "%s:%d: '%s' is initialised with '%s', which is not declared"
                        .formatted(label, variable.line(), variable.name(), address.symbol()));
              }
              yield (base + address.addend()) >>> address.shift();
            }
          };
      for (int i = 0; i < bytes; i++) {
        memory.set(ValueLayout.JAVA_BYTE, at + i, i < 8 ? (byte) (bits >>> (8 * i)) : 0);
      }
      at += bytes;
    }
  }
}
