package dev.magpie.gpu.accelsim;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the lines before a kernel's first block say. Tracers have written values under each other's
 * names, so that only the sizes are relied upon; what cannot be is replaced.
 *
 * @param name of the kernel
 * @param threadsPerBlock of all three dimensions
 * @param sharedBytes of a block; 0 where the file says what no block has
 * @param registers of a thread; 0 where the file says what no thread has
 * @param shared where generic addresses of shared memory begin; 0 if not told
 * @param local the same for local memory
 * @param hasBlock whether instructions begin with block and warp, as the first versions' do
 * @param hasLine whether they begin with a line of the source
 */
record TraceHeader(
    String name,
    int threadsPerBlock,
    int sharedBytes,
    int registers,
    long shared,
    long local,
    boolean hasBlock,
    boolean hasLine) {

  private static final int MOST_THREADS = 1024;
  private static final int MOST_SHARED = 227 << 10;
  private static final int MOST_REGISTERS = 255;
  private static final int MOST_LINES = 1000;
  private static final Pattern SIZES = Pattern.compile("\\((\\d{1,9}),(\\d{1,9}),(\\d{1,9})\\)");

  /** Reads up to the line that begins with #. */
  static TraceHeader read(TraceLines lines) {
    Map<String, String> values = new HashMap<>();
    for (int i = 0; i < MOST_LINES && lines.next(); i++) {
      if (lines.length() == 0) {
        continue;
      }
      if (lines.startsWith("#")) {
        return of(values, lines);
      }
      String line = lines.text();
      int equals = line.indexOf('=');
      if (line.charAt(0) != '-' || equals < 0) {
        throw lines.wrong("is no '-key = value' of a trace's beginning");
      }
      values.put(line.substring(1, equals).strip(), line.substring(equals + 1).strip());
    }
    throw lines.wrong("is no trace of Accel-Sim's: its beginning does not end with '#'");
  }

  private static TraceHeader of(Map<String, String> values, TraceLines lines) {
    Matcher sizes = SIZES.matcher(values.getOrDefault("block dim", ""));
    if (!sizes.matches()) {
      throw lines.wrong("no '-block dim = (x,y,z)' stands before this line");
    }
    long threads =
        Long.parseLong(sizes.group(1))
            * Long.parseLong(sizes.group(2))
            * Long.parseLong(sizes.group(3));
    if (threads < 1 || threads > MOST_THREADS) {
      throw lines.wrong(
          "a block of %s threads is none: there are 1 to %d"
              .formatted(values.get("block dim"), MOST_THREADS));
    }
    String format = lines.text().toLowerCase(Locale.ROOT);
    long version = number(values.get("accelsim tracer version"));
    return new TraceHeader(
        values.getOrDefault("kernel name", "?"),
        (int) threads,
        within(number(values.get("shmem")), MOST_SHARED),
        within(number(values.get("nregs")), MOST_REGISTERS),
        number(values.get("shmem base_addr")),
        number(values.get("local mem base_addr")),
        format.contains("threadblock_x") || version == 1 || version == 2,
        number(values.get("enable lineinfo")) == 1);
  }

  private static int within(long value, int most) {
    return value > most ? 0 : (int) value;
  }

  /** A number, decimal or 0x; 0 for anything else. */
  private static long number(@org.jspecify.annotations.Nullable String text) {
    if (text == null) {
      return 0;
    }
    try {
      return Math.max(
          0,
          text.startsWith("0x")
              ? Long.parseLong(text, 2, text.length(), 16)
              : Long.parseLong(text));
    } catch (NumberFormatException _) {
      return 0;
    }
  }
}
