package dev.magpie.codec.statistical;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.magpie.codec.BitReader;
import dev.magpie.codec.BitWriter;
import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.CodecSpecException;
import dev.magpie.codec.CodecTable;
import dev.magpie.codec.CodecTrainer;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class HuffmanCodeTest {

  /** Codes that an independent model made from the same blocks. */
  @ParameterizedTest
  @CsvSource({"e2mc, e2mc_table_64.tsv, 20", "sc2, sc2_table_64.tsv, 32"})
  void codesMatch(String codec, String file, int limit) throws IOException {
    CodecTrainer trainer = CodecSpec.parse(codec).trainer();
    for (String[] row : rows("gold_64.tsv")) {
      byte[] block = HexFormat.of().parseHex(row[1]);
      trainer.add(MemorySegment.ofArray(block), 0, block.length);
    }
    CodecTable.Field field = trainer.table().fields().getFirst();
    HuffmanCode code = new HuffmanCode(field, limit);
    Map<String, String> codes = new HashMap<>();
    for (int i = 0; i < field.entries().size(); i++) {
      codes.put(String.valueOf(field.entries().get(i).value()), code.code(i));
    }
    codes.put("ESC", code.code(field.entries().size()));
    Map<String, String> expected = new HashMap<>();
    rows(file).forEach(row -> expected.put(row[0], row[2]));
    assertThat(codes).isEqualTo(expected);
  }

  private static List<String[]> rows(String file) throws IOException {
    try (InputStream in = CodecSpec.class.getResourceAsStream("vectors/" + file)) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .skip(1)
          .map(line -> line.split("\t"))
          .toList();
    }
  }

  @Test
  void lengthsAreBoundedOptimalAndPrefixFree() {
    Random random = new Random(3);
    for (int round = 0; round < 200; round++) {
      long[] weights =
          random.longs(1 + random.nextInt(60), 1, 1L << random.nextInt(1, 40)).sorted().toArray();
      int least = Integer.SIZE - Integer.numberOfLeadingZeros(weights.length - 1);
      int[] bounded = PackageMerge.lengths(weights, Math.max(1, least));
      assertThat(Arrays.stream(bounded).max().orElse(0)).isLessThanOrEqualTo(Math.max(1, least));
      int[] free = PackageMerge.lengths(weights, 32);
      for (int[] lengths : List.of(bounded, free)) {
        double kraft = Arrays.stream(lengths).mapToDouble(length -> Math.pow(2, -length)).sum();
        assertThat(kraft).isEqualTo(weights.length == 1 ? 0.5 : 1);
      }
      assertThat(cost(weights, free)).isEqualTo(huffmanCost(weights));
    }
  }

  private static long cost(long[] weights, int[] lengths) {
    return IntStream.range(0, weights.length).mapToLong(i -> weights[i] * lengths[i]).sum();
  }

  /** The sum of the inner nodes' weights of Huffman's own tree. */
  private static long huffmanCost(long[] weights) {
    PriorityQueue<Long> nodes = new PriorityQueue<>();
    Arrays.stream(weights).forEach(nodes::add);
    long cost = weights.length == 1 ? weights[0] : 0;
    while (nodes.size() > 1) {
      long pair = nodes.remove() + nodes.remove();
      cost += pair;
      nodes.add(pair);
    }
    return cost;
  }

  @Test
  void aCodeWithoutEntriesEscapesEverything() {
    HuffmanCode code = new HuffmanCode(new CodecTable.Field("word", 32, List.of(), 0), 20);
    BitWriter out = new BitWriter(8);
    code.write(-7, out);
    assertThat(out.bitCount()).isEqualTo(33).isEqualTo(code.bits(-7));
    assertThat(code.read(new BitReader(out))).isEqualTo(-7);
  }

  @Test
  void tooFewBitsForTheValues() {
    CodecTable.Field field =
        new CodecTable.Field(
            "word",
            32,
            IntStream.range(0, 4).mapToObj(i -> new CodecTable.Entry(i, 1)).toList(),
            0);
    assertThatExceptionOfType(CodecSpecException.class)
        .isThrownBy(() -> new HuffmanCode(field, 2))
        .withMessage("codes of at most 2 bits are not enough for 4 values and an escape");
  }
}
