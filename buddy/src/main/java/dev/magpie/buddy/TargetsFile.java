package dev.magpie.buddy;

import dev.magpie.memory.buddy.TargetRatio;
import dev.magpie.settings.InputFiles;
import dev.magpie.settings.IoReason;
import dev.magpie.settings.SettingsException;
import dev.magpie.snapshot.Allocation;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads the targets that {@code magpie profile -o} wrote, or a person. */
public final class TargetsFile {
  /** What {@code magpie profile -o} writes. */
  public static final String SCHEMA = "magpie.profile/1";

  /** Far more than a profile has; a file beyond it is none. */
  private static final int MOST_BYTES = 256 << 20;

  /**
   * Targets, and the codec that they were found with.
   *
   * @param program whose memory was profiled, where the file says so
   * @param byAllocation those that have one, in the file's order
   * @param bytes of allocations, where the file has them
   * @param buddyAccessFractions shares of entries that exceed the target, where the file has them
   * @param codec its specification
   */
  public record Targets(
      Optional<String> program,
      Map<Allocation.Key, TargetRatio> byAllocation,
      Map<Allocation.Key, Long> bytes,
      Map<Allocation.Key, Double> buddyAccessFractions,
      String codec) {
    public Targets {
      byAllocation = Collections.unmodifiableMap(new LinkedHashMap<>(byAllocation));
      bytes = Map.copyOf(bytes);
      buddyAccessFractions = Map.copyOf(buddyAccessFractions);
    }

    /**
     * The targets by the name of an allocation alone, whatever file it stood in.
     *
     * @throws SettingsException if files have allocations of one name with different targets
     */
    public Map<String, TargetRatio> byName() {
      Map<String, TargetRatio> named = new HashMap<>();
      byAllocation.forEach((key, target) -> {
        TargetRatio other = named.put(key.name(), target);
        if (other != null && other != target) {
          throw new SettingsException(
              "allocations called %s have targets %s and %s".formatted(key.name(), target, other));
        }
      });
      return named;
    }

    /** The sizes by name, of names that have one size. */
    public Map<String, Long> bytesByName() {
      Map<String, Set<Long>> sizes = new HashMap<>();
      bytes.forEach(
          (key, size) -> sizes.computeIfAbsent(key.name(), _ -> new HashSet<>()).add(size));
      sizes.values().removeIf(each -> each.size() > 1);
      Map<String, Long> named = new HashMap<>();
      sizes.forEach((name, size) -> named.put(name, size.iterator().next()));
      return named;
    }
  }

  private final Path file;

  private TargetsFile(Path file) {
    this.file = file;
  }

  /**
   * What the file says.
   *
   * @throws SettingsException if the file is no {@code magpie.profile/1}
   */
  public static Targets read(Path file) {
    return new TargetsFile(file).targets();
  }

  private Targets targets() {
    JsonNode document = parse();
    String schema = document.path("schema").asString("");
    if (!schema.equals(SCHEMA)) {
      throw wrong(
          "has %s, and not \"%s\", the schema that 'magpie profile -o' writes"
              .formatted(schema.isEmpty() ? "no schema" : "the schema \"" + schema + "\"", SCHEMA));
    }
    JsonNode allocations = document.path("allocations");
    if (!allocations.isArray()) {
      throw wrong("has no list of allocations");
    }
    Map<Allocation.Key, TargetRatio> targets = new LinkedHashMap<>();
    Map<Allocation.Key, Long> bytes = new HashMap<>();
    Map<Allocation.Key, Double> accesses = new HashMap<>();
    for (int i = 0; i < allocations.size(); i++) {
      JsonNode allocation = allocations.get(i);
      Allocation.Key key =
          new Allocation.Key(text(allocation, i, "path"), text(allocation, i, "name"));
      try {
        TargetRatio target = TargetRatio.parse(text(allocation, i, "target"));
        if (targets.put(key, target) != null) {
          throw wrong("names allocation %s twice".formatted(key.name()));
        }
      } catch (IllegalArgumentException e) {
        throw wrong("allocations[%d]: %s".formatted(i, e.getMessage()));
      }
      JsonNode size = allocation.path("bytes");
      if (!size.isMissingNode()) {
        bytes.put(key, bytes(size, i));
      }
      JsonNode share = allocation.path("buddyAccessFraction");
      if (!share.isMissingNode()) {
        accesses.put(key, fraction(share, i));
      }
    }
    return new Targets(
        Optional.ofNullable(text(document, "program")),
        targets,
        bytes,
        accesses,
        Objects.requireNonNullElse(text(document, "codec"), "bpc"));
  }

  private long bytes(JsonNode size, int index) {
    if (!size.isIntegralNumber() || !size.canConvertToLong() || size.asLong() < 0) {
      throw wrong("allocations[%d] has \"bytes\" that are no number from 0 on".formatted(index));
    }
    return size.asLong();
  }

  private double fraction(JsonNode share, int index) {
    double value = share.asDouble(Double.NaN);
    if (!share.isNumber() || !(value >= 0 && value <= 1)) {
      throw wrong(
          "allocations[%d] has a \"buddyAccessFraction\" that is no number from 0 to 1"
              .formatted(index));
    }
    return value;
  }

  /** What a file written by hand may leave out. */
  private @Nullable String text(JsonNode document, String property) {
    JsonNode value = document.path(property);
    if (value.isMissingNode()) {
      return null;
    }
    if (!value.isString()) {
      throw wrong("has a %s that is no text".formatted(property));
    }
    return value.asString();
  }

  private String text(JsonNode allocation, int index, String property) {
    @Nullable JsonNode value = allocation.get(property);
    if (value == null || !value.isString()) {
      throw wrong("allocations[%d] has no text \"%s\"".formatted(index, property));
    }
    return value.asString();
  }

  private JsonNode parse() {
    try {
      return JsonMapper.builder().build().readTree(InputFiles.bytes(file, MOST_BYTES));
    } catch (NoSuchFileException e) {
      throw wrong("no such file");
    } catch (JacksonException e) {
      throw new SettingsException(
          "%s:%d: is not JSON: %s"
              .formatted(
                  file,
                  e.getLocation() == null ? 1 : Math.max(1, e.getLocation().getLineNr()),
                  e.getOriginalMessage().replaceFirst(" \\(start marker.*", "")));
    } catch (IOException e) {
      throw wrong("cannot be read: " + IoReason.of(e));
    }
  }

  private SettingsException wrong(String what) {
    return new SettingsException(file + ": " + what);
  }
}
