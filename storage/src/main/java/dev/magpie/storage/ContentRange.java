package dev.magpie.storage;

import java.nio.file.FileSystemException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which part of a file an answer has.
 *
 * @param begin of its bytes; 0 if there are none
 * @param size of the whole file
 */
record ContentRange(long begin, long size) {
  private static final Pattern TEXT =
      Pattern.compile("bytes (?:(\\d{1,18})-\\d{1,18}|\\*)/(\\d{1,18})");

  static ContentRange parse(ObjectPath object, @Nullable String text) throws FileSystemException {
    Matcher range = TEXT.matcher(text == null ? "" : text);
    if (!range.matches()) {
      throw new FileSystemException(
          object.toString(), null, "the server does not say which part of the file it gave");
    }
    long begin = range.group(1) == null ? 0 : Long.parseLong(range.group(1));
    return new ContentRange(begin, Long.parseLong(range.group(2)));
  }

  /** Refuses the part of another file, or another part. */
  void require(ObjectPath object, ObjectAttributes as, long offset) throws FileSystemException {
    if (size != as.size()) {
      throw changed(object);
    }
    if (begin != offset) {
      throw new FileSystemException(
          object.toString(),
          null,
          "the server gave bytes from %d on, and not from %d".formatted(begin, offset));
    }
  }

  static FileSystemException changed(ObjectPath object) {
    return new FileSystemException(
        object.toString(), null, "it changed while it was read; run the command again");
  }
}
