package dev.magpie.cli.option;

import dev.magpie.cli.output.BadUsageException;
import dev.magpie.snapshot.Dtype;
import dev.magpie.snapshot.Snapshot;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How files are read that are of no format, mixed into the commands that are given files. */
public final class RawOptions {
  @Option(
      names = "--raw",
      description =
          "Read files as raw bytes that are of no format that is known, by extension or first bytes."
              + " Default: only .bin, .raw and .dat.")
  private boolean raw;

  @Option(
      names = "--dtype",
      paramLabel = "TYPE",
      description = "The same as numbers: u8 to u64, i8 to i64, f16, bf16, f32, f64. Default: u8.")
  private @Nullable String dtype;

  /**
   * Checks them.
   *
   * @throws BadUsageException if there is no type of that name
   */
  public void check() {
    dtype();
  }

  private Dtype dtype() {
    String text = dtype;
    return text == null ? Dtype.U8 : BadUsageException.unlessLegal(() -> Dtype.parse(text));
  }

  /** What files of no format are read as, if they are. */
  public Optional<Dtype> dtypeOfRaw() {
    return raw || dtype != null ? Optional.of(dtype()) : Optional.empty();
  }

  /** Opens what was named. */
  public Snapshot open(List<Path> inputs) {
    return dtypeOfRaw()
        .map(type -> Snapshot.open(inputs, type))
        .orElseGet(() -> Snapshot.open(inputs));
  }

  /** Opens what was named, but for files of directories that are damaged. */
  public Snapshot openSound(List<Path> inputs) {
    return Snapshot.openSound(inputs, dtypeOfRaw());
  }
}
