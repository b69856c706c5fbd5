package dev.magpie.job;

import dev.magpie.ptx.Argument;
import dev.magpie.snapshot.Dtype;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What a job passes for a parameter, or has for a member of a structure. */
sealed interface JobArgument {
  /** Bytes that it takes. */
  int bytes();

  /** What its place is a multiple of, as in C. */
  int alignment();

  /** It, as messages show it. */
  String shown();

  /** What is passed in an iteration. */
  Argument argument(JobScope scope);

  /** The numbers that it has, at whatever depth. */
  List<Formula> formulas();

  /** The address of a buffer. */
  record Address(String buffer) implements JobArgument {
    @Override
    public int bytes() {
      return Long.BYTES;
    }

    @Override
    public int alignment() {
      return Long.BYTES;
    }

    @Override
    public String shown() {
      return "@" + buffer;
    }

    @Override
    public Argument argument(JobScope scope) {
      return Argument.of(scope.buffer(buffer));
    }

    @Override
    public List<Formula> formulas() {
      return List.of();
    }
  }

  /** A number of a type. */
  record Scalar(Dtype dtype, Formula number) implements JobArgument {
    @Override
    public int bytes() {
      return dtype.bytes();
    }

    @Override
    public int alignment() {
      return dtype.bytes();
    }

    @Override
    public String shown() {
      return "%s:%s".formatted(dtype, number.text());
    }

    @Override
    public Argument argument(JobScope scope) {
      return new Argument.Scalar(dtype, number.bits(dtype, scope));
    }

    @Override
    public List<Formula> formulas() {
      return List.of(number);
    }
  }

  /**
   * A member several times.
   *
   * @param count 1 or more
   */
  record Array(JobArgument element, int count) implements JobArgument {
    @Override
    public int bytes() {
      return Math.multiplyExact(element.bytes(), count);
    }

    @Override
    public int alignment() {
      return element.alignment();
    }

    @Override
    public String shown() {
      return "%s x %d".formatted(element.shown(), count);
    }

    @Override
    public Argument argument(JobScope scope) {
      return element.argument(scope);
    }

    @Override
    public List<Formula> formulas() {
      return element.formulas();
    }
  }

  /**
   * A structure by value, whose members lie as a C compiler lays them: each at the next multiple of
   * its alignment, and the whole a multiple of its own.
   *
   * @param members one or more
   * @param offsets of the members, in bytes
   */
  record Structure(List<JobArgument> members, List<Integer> offsets, int bytes, int alignment)
      implements JobArgument {
    /** As much memory as a kernel's parameters may take. */
    static final int MOST_BYTES = 32_764;

    private static final int MOST_SHOWN = 16;

    /**
     * Lays out members.
     *
     * @param least what its alignment is at least
     * @throws IllegalArgumentException if it takes more than parameters may
     */
    static Structure of(List<JobArgument> members, int least) {
      List<Integer> offsets = new ArrayList<>();
      long end = 0;
      int alignment = least;
      for (JobArgument member : members) {
        long offset = up(end, member.alignment());
        end = offset + member.bytes();
        if (up(end, alignment) > MOST_BYTES) {
          throw new IllegalArgumentException(
              "the structure is larger than %d bytes, the most that parameters take"
                  .formatted(MOST_BYTES));
        }
        offsets.add((int) offset);
        alignment = Math.max(alignment, member.alignment());
      }
      return new Structure(
          List.copyOf(members), List.copyOf(offsets), (int) up(end, alignment), alignment);
    }

    private static long up(long bytes, int alignment) {
      return Math.ceilDiv(bytes, alignment) * (long) alignment;
    }

    @Override
    public String shown() {
      StringBuilder all = new StringBuilder();
      for (int i = 0; i < Math.min(MOST_SHOWN, members.size()); i++) {
        all.append(i == 0 ? "" : ", ")
            .append("%s at %d".formatted(members.get(i).shown(), offsets.get(i)));
      }
      if (members.size() > MOST_SHOWN) {
        all.append(String.format(Locale.ROOT, " and %,d more", members.size() - MOST_SHOWN));
      }
      return "{ %s }".formatted(all);
    }

    @Override
    public Argument argument(JobScope scope) {
      byte[] place = new byte[bytes];
      write(scope, place, 0);
      return new Argument.Structure(MemorySegment.ofArray(place));
    }

    private void write(JobScope scope, byte[] place, int start) {
      for (int i = 0; i < members.size(); i++) {
        write(members.get(i), scope, place, start + offsets.get(i));
      }
    }

    private static void write(JobArgument member, JobScope scope, byte[] place, int start) {
      switch (member) {
        case Address(String buffer) -> write(place, start, 8, scope.buffer(buffer).address());
        case Scalar(Dtype dtype, Formula number) ->
            write(place, start, dtype.bytes(), number.bits(dtype, scope));
        case Array(JobArgument element, int count) -> {
          for (int i = 0; i < count; i++) {
            write(element, scope, place, start + i * element.bytes());
          }
        }
        case Structure inner -> inner.write(scope, place, start);
      }
    }

    private static void write(byte[] place, int start, int bytes, long bits) {
      for (int i = 0; i < bytes; i++) {
        place[start + i] = (byte) (bits >>> (8 * i));
      }
    }

    @Override
    public List<Formula> formulas() {
      return members.stream().flatMap(each -> each.formulas().stream()).toList();
    }
  }
}
