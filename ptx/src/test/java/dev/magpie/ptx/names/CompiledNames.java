package dev.magpie.ptx.names;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Names that nvcc gave kernels. */
final class CompiledNames {
  /** All of {@code names/*.cu}, to what they are in C++. */
  static final Map<String, String> ALL = new TreeMap<>();

  static {
    read("kernels");
    read("libraries");
  }

  private CompiledNames() {}

  /** Two lines for each. */
  private static void read(String file) {
    try (InputStream in = CompiledNames.class.getResourceAsStream("/names/" + file + ".txt")) {
      assertThat(in).isNotNull();
      List<String> lines = new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
      for (int i = 0; i < lines.size(); i += 2) {
        ALL.put(lines.get(i), lines.get(i + 1).strip());
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
