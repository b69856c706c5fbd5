package dev.magpie.explore.input;

import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.config.GpuConfigs;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The GPUs that pages may name: those there are, and a user's own.
 *
 * @param own by what commands call them, which is where their files are
 */
public record ShownGpus(Map<String, GpuConfig> own) {
  /** Separates what pages say of a system, in addresses. */
  private static final String SEPARATORS = ".*[|;].*";

  /**
   * @throws IllegalArgumentException if pages cannot name one
   */
  public ShownGpus {
    own.keySet().stream()
        .filter(name -> name.matches(SEPARATORS))
        .findFirst()
        .ifPresent(name -> {
          throw new IllegalArgumentException(name + ": a GPU's name has no | and no ;");
        });
    own = Map.copyOf(own);
  }

  /** The names of all, a user's own first. */
  public List<String> names() {
    return Stream.concat(own.keySet().stream().sorted(), GpuConfigs.names().stream()).toList();
  }

  /** The GPU of that name. */
  public Optional<GpuConfig> named(String name) {
    return Optional.ofNullable(own.get(name)).or(() -> GpuConfigs.named(name));
  }
}
