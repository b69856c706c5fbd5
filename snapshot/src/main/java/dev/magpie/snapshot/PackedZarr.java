package dev.magpie.snapshot;

import dev.magpie.snapshot.PackedFormat.Entry;
import dev.magpie.snapshot.PackedFormat.Packed;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The Zarr arrays in a file of files, in which each is a folder. */
final class PackedZarr {
  private final String label;
  private final Packed packed;
  private final List<Entry> entries;

  /** Which entry describes the array of a folder, whose name is empty or ends with {@code /}. */
  private final Map<String, Integer> metadata = new HashMap<>();

  /**
   * Looks for them.
   *
   * @param label what messages call the file
   */
  PackedZarr(String label, Packed packed) {
    this.label = label;
    this.packed = packed;
    entries = packed.entries();
    for (int i = 0; i < entries.size(); i++) {
      String path = entries.get(i).name();
      String folder = path.substring(0, path.lastIndexOf('/') + 1);
      switch (path.substring(folder.length())) {
        case ZarrReader.VERSION_2 -> metadata.put(folder, i);
        case ZarrReader.VERSION_3 -> {
          if (ZarrReader.isOfArray(bytes(i))) {
            metadata.putIfAbsent(folder, i);
          }
        }
        default -> {}
      }
    }
  }

  /**
   * Reads the array of a folder that an entry lies in, when it is the entry that describes it.
   *
   * @return whether the entry is of an array
   */
  boolean take(int entry, FileArrays arrays, Decoded decoded) {
    String path = entries.get(entry).name();
    int end = 0;
    do {
      String folder = path.substring(0, end);
      Integer describing = metadata.get(folder);
      if (describing != null) {
        if (describing == entry) {
          read(folder, entry, arrays, decoded);
        }
        return true;
      }
      end = path.indexOf('/', end) + 1;
    } while (end > 0);
    return false;
  }

  private void read(String folder, int describing, FileArrays arrays, Decoded decoded) {
    String path = entries.get(describing).name();
    Bytes bytes = new Bytes(label(path), MemorySegment.ofArray(bytes(describing)));
    Runnable reading = () -> ZarrReader.read(bytes, new Folder(folder), arrays, decoded);
    if (folder.isEmpty()) {
      reading.run();
    } else {
      arrays.within(folder.substring(0, folder.length() - 1), (_, _) -> null, reading);
    }
  }

  private String label(String path) {
    return label + ": " + path;
  }

  private byte[] bytes(int entry) {
    long bytes = entries.get(entry).bytes();
    if (bytes > Integer.MAX_VALUE - 8) {
      throw new SnapshotException(
          "%s: is a file of an array, and larger than 2 GiB"
              .formatted(label(entries.get(entry).name())));
    }
    byte[] array = new byte[(int) bytes];
    if (bytes > 0) {
      packed.unpack(entry, MemorySegment.ofArray(array));
    }
    return array;
  }

  /** What is below a folder. */
  private final class Folder implements ZarrFiles {
    private final String folder;
    private final Map<String, Integer> numbers = new HashMap<>();

    Folder(String folder) {
      this.folder = folder;
      for (int i = 0; i < entries.size(); i++) {
        if (entries.get(i).name().startsWith(folder)) {
          numbers.put(entries.get(i).name().substring(folder.length()), i);
        }
      }
    }

    @Override
    public Map<String, Long> sizes() {
      Map<String, Long> sizes = new HashMap<>();
      numbers.forEach((path, number) -> sizes.put(path, entries.get(number).bytes()));
      return sizes;
    }

    @Override
    public byte[] read(String path) {
      Integer number = numbers.get(path);
      if (number == null) {
        throw new IllegalArgumentException(label(path) + " is not there");
      }
      synchronized (packed) { // Chunks are decoded in parallel.
        return bytes(number);
      }
    }

    @Override
    public String label(String path) {
      return PackedZarr.this.label(folder + path);
    }
  }
}
