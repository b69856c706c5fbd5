package dev.magpie.snapshot;

import dev.magpie.snapshot.PackedFormat.Entry;
import dev.magpie.snapshot.PackedFormat.Packed;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** Reads what the files of a {@link PackedFormat} hold. */
final class PackedReader {
  private final PackedFormat format;

  PackedReader(PackedFormat format) {
    this.format = format;
  }

  void read(Bytes file, FileArrays arrays, Decoded decoded) {
    Set<String> used = new HashSet<>();
    Set<String> dumps = new HashSet<>();
    Set<String> others = new HashSet<>();
    try (Packed packed = format.open(arrays.source())) {
      List<Entry> entries = packed.entries();
      PackedZarr zarr = new PackedZarr(file.label(), packed);
      for (int i = 0; i < entries.size(); i++) {
        Entry entry = entries.get(i);
        if (zarr.take(i, arrays, decoded) || isPassedOver(entry.name())) {
          continue;
        }
        if (entry.bytes() == 0) {
          others.add(entry.name());
          continue;
        }
        MemorySegment memory = decoded.allocate(entry.bytes(), entry.name());
        packed.unpack(i, memory);
        Bytes inner = new Bytes(file.label() + ": " + entry.name(), memory.asReadOnly());
        Optional<FileFormat> kind = FileFormat.of(entry.name(), inner);
        if (kind.isPresent() && !kind.get().isPacked()) {
          FileArrays.Beside siblings =
              (path, unpacked) -> beside(entry.name(), path, packed, unpacked, used);
          arrays.within(
              entry.name(), siblings, () -> kind.get().reader().read(inner, arrays, decoded));
        } else if (FileFormat.isDump(entry.name())) {
          arrays.within(
              entry.name(), (_, _) -> null, () -> RawReader.read(inner, Dtype.U8, arrays));
          dumps.add(entry.name());
        } else {
          others.add(entry.name());
        }
      }
    }
    // What a model has beside it is its own.
    dumps.stream().filter(used::contains).forEach(arrays::remove);
    others.removeAll(used);
    int skipped = others.size();
    if (skipped > 0) {
      arrays.remark(
          "%s in it %s of no format that is read"
              .formatted(
                  skipped == 1 ? "one file" : skipped + " files", skipped == 1 ? "is" : "are"));
    }
  }

  /** Another file of those that are packed. */
  private static @Nullable Bytes beside(
      String of, Path path, Packed packed, Decoded decoded, Set<String> used) {
    String name = of.substring(0, of.lastIndexOf('/') + 1) + path.toString().replace('\\', '/');
    List<Entry> entries = packed.entries();
    for (int i = 0; i < entries.size(); i++) {
      if (entries.get(i).name().equals(name)) {
        MemorySegment memory = decoded.allocate(entries.get(i).bytes(), name);
        packed.unpack(i, memory);
        used.add(name);
        return new Bytes(name, memory.asReadOnly());
      }
    }
    return null;
  }

  /** As in a directory. */
  private static boolean isPassedOver(String path) {
    Path file = Path.of(path);
    return ZarrReader.isMetadata(file)
        || StreamSupport.stream(file.spliterator(), false)
            .anyMatch(each -> each.toString().startsWith("."));
  }
}
