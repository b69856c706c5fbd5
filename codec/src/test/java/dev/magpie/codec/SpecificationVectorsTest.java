package dev.magpie.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Sizes and streams of real and made-up blocks, computed by an independent model of every codec.
 */
final class SpecificationVectorsTest {

  /** The specification behind each column; {@code column@N} is the same at a MAG of N bytes. */
  private static final Map<String, String> SPECIFICATIONS =
      Map.ofEntries(
          Map.entry("bdi", "bdi"),
          Map.entry("bdi-6cu", "bdi:units=six"),
          Map.entry("bdi-4b", "bdi:units=b4"),
          Map.entry("magbdi-sx", "mag-bdi"),
          Map.entry("magbdi", "mag-bdi:delta=unsigned"),
          Map.entry("magbdi-min", "mag-bdi:delta=unsigned-min"),
          Map.entry("magbdi-842-sx", "mag-bdi:bases=8+4+2"),
          Map.entry("magbdi-842", "mag-bdi:bases=8+4+2,delta=unsigned"),
          Map.entry("fpc", "fpc"),
          Map.entry("cpack", "c-pack"),
          Map.entry("cpack-nonfull", "c-pack:push=nonfull"),
          Map.entry("cpack-miss", "c-pack:push=miss"),
          Map.entry("cpack-jk", "c-pack:variant=gpu"),
          Map.entry("cpack-32", "c-pack:entries=32"),
          Map.entry("bpc", "bpc"),
          Map.entry("bpc-u", "bpc:deltas=unsigned"),
          Map.entry("zvc", "zvc"),
          Map.entry("fib", "fibonacci"),
          Map.entry("mpc-block", "mpc"),
          Map.entry("bdi+fpc", "bdi+fpc"),
          Map.entry("warped", "warped"),
          Map.entry("e2mc", "e2mc"),
          Map.entry("sc2", "sc2"),
          Map.entry("fvc", "fvc"),
          Map.entry("fph-d", "fp-h:type=f64"),
          Map.entry("fph-f", "fp-h:type=f32"),
          Map.entry("hycomp", "hycomp"),
          Map.entry("tslc-simp", "tslc-simp"),
          Map.entry("tslc-pred", "tslc-pred"),
          Map.entry("tslc-opt", "tslc-opt"));

  /** The MAG of columns and streams that name none. */
  private static final int DEFAULT_MAG = 32;

  static Stream<Arguments> columns() {
    return Stream.of("ex_128.tsv", "gold_64.tsv")
        .flatMap(file -> columns(file).map(column -> Arguments.of(file, column)));
  }

  private static Stream<String> columns(String file) {
    return read(file).header().stream().skip(2);
  }

  @ParameterizedTest
  @MethodSource("columns")
  void sizesMatch(String file, String column) {
    Table table = read(file);
    int index = table.header().indexOf(column);
    BlockCodec codec = codec(column, (int) block(table.rows().getFirst().get(1)).byteSize());
    for (List<String> row : table.rows()) {
      MemorySegment block = block(row.get(1));
      int size = codec.sizeBits(block, 0);
      assertThat(size == BlockCodec.RAW ? "RAW" : String.valueOf(size))
          .as("%s of %s %s", column, row.get(0), row.get(1))
          .isEqualTo(row.get(index));
    }
  }

  @Test
  void streamsMatchAndDecode() {
    Map<String, MemorySegment> blocks =
        read("ex_128.tsv").rows().stream()
            .collect(Collectors.toMap(List::getFirst, row -> block(row.get(1))));
    for (List<String> row : read("streams_128.tsv").rows()) {
      assertStream(codec(row.get(1), 128), Objects.requireNonNull(blocks.get(row.get(0))), row);
    }
  }

  private static void assertStream(BlockCodec codec, MemorySegment block, List<String> row) {
    BitWriter coded = new BitWriter(16);
    int tag = codec.encode(block, 0, coded);
    assertThat(coded.bitCount()).as("%s", row).isEqualTo(Integer.parseInt(row.get(2)));
    assertThat(HexFormat.of().formatHex(coded.toByteArray())).as("%s", row).isEqualTo(row.get(3));

    byte[] stream = HexFormat.of().parseHex(row.get(3));
    BitReader reader = new BitReader();
    reader.load(MemorySegment.ofArray(stream), 0, coded.bitCount());
    byte[] decoded = new byte[codec.blockBytes()];
    codec.decode(reader, tag, MemorySegment.ofArray(decoded), 0);
    assertThat(MemorySegment.ofArray(decoded).mismatch(block)).as("%s", row).isEqualTo(-1);
  }

  private static BlockCodec codec(String column, int blockBytes) {
    String[] parts = column.split("@", 2);
    int magBytes = parts.length == 1 ? DEFAULT_MAG : Integer.parseInt(parts[1]);
    String spec = Objects.requireNonNull(SPECIFICATIONS.get(parts[0]), column);
    CodecSpec parsed = CodecSpec.parse(spec);
    return parsed.create(new Granularity(blockBytes, magBytes), trained(parsed).table());
  }

  /** Trained columns were trained on all blocks of the file that they are in. */
  static CodecTrainer trained(CodecSpec spec) {
    CodecTrainer trainer = spec.trainer();
    if (spec.needsTraining()) {
      for (List<String> row : read("gold_64.tsv").rows()) {
        MemorySegment block = block(row.get(1));
        trainer.add(block, 0, block.byteSize());
      }
    }
    return trainer;
  }

  private static MemorySegment block(String hex) {
    return MemorySegment.ofArray(HexFormat.of().parseHex(hex));
  }

  private record Table(List<String> header, List<List<String>> rows) {}

  private static Table read(String file) {
    try (InputStream in = SpecificationVectorsTest.class.getResourceAsStream("vectors/" + file)) {
      if (in == null) {
        throw new IllegalStateException("no resource vectors/" + file);
      }
      List<List<String>> rows = new ArrayList<>();
      new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .map(line -> Arrays.asList(line.split("\t", -1)))
          .forEach(rows::add);
      return new Table(rows.getFirst(), rows.subList(1, rows.size()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
