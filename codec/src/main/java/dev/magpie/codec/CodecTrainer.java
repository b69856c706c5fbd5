package dev.magpie.codec;

import java.io.Serializable;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Counts the values in sample blocks and makes the table of a trained codec from them, whatever the
 * order of the blocks. Not thread-safe.
 *
 * <pre>{@code
 * CodecSpec spec = CodecSpec.parse("e2mc");
 * CodecTrainer trainer = spec.trainer();
 * trainer.add(memory, 0, 128);
 * BlockCodec codec = spec.create(Granularity.DEFAULT, trainer.table());
 * }</pre>
 */
public final class CodecTrainer {
  private final List<SymbolField> fields;
  private final List<ValueCounts> counts;

  CodecTrainer(List<SymbolField> fields) {
    this.fields = List.copyOf(fields);
    counts = fields.stream().map(field -> new ValueCounts(field.bits())).toList();
  }

  /** Counts the values in whole words from a byte offset on; {@code bytes} are blocks' sizes. */
  public void add(MemorySegment memory, long offset, long bytes) {
    for (int f = 0; f < fields.size(); f++) {
      SymbolField field = fields.get(f);
      ValueCounts values = counts.get(f);
      for (long at = 0; at < bytes; at += field.wordBytes()) {
        values.add(field.value(memory, offset + at), 1);
      }
    }
  }

  /**
   * How often each value of each field occurred, for a trainer elsewhere.
   *
   * @param values by field
   * @param counts of these
   */
  public record Counts(List<int[]> values, List<long[]> counts) implements Serializable {}

  /** What was counted so far. */
  public Counts counts() {
    return new Counts(
        counts.stream().map(ValueCounts::values).toList(),
        counts.stream().map(ValueCounts::counts).toList());
  }

  /** Adds what another trainer of the same codec has counted. */
  public void add(Counts more) {
    for (int f = 0; f < fields.size(); f++) {
      int[] values = more.values().get(f);
      for (int i = 0; i < values.length; i++) {
        counts.get(f).add(values[i], more.counts().get(f)[i]);
      }
    }
  }

  /** The table of all blocks so far. */
  public CodecTable table() {
    return new CodecTable(
        IntStream.range(0, fields.size()).mapToObj(f -> counts.get(f).top(fields.get(f))).toList());
  }
}
