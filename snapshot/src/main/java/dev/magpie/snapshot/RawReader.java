package dev.magpie.snapshot;

import java.util.List;

/** Reads raw binary: one array of a type that the user says. */
final class RawReader {
  private RawReader() {}

  static void read(Bytes file, Dtype dtype, FileArrays arrays) {
    if (file.size() % dtype.bytes() != 0) {
      throw file.at(
          file.size(),
          "the file ends within an element of type %s; name another --dtype".formatted(dtype));
    }
    arrays.add(
        arrays.baseName(),
        ElementType.of(dtype),
        List.of(file.size() / dtype.bytes()),
        file.array(0, file.size(), "the file"));
  }
}
