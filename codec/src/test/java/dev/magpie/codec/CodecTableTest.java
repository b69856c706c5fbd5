package dev.magpie.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class CodecTableTest {
  @TempDir private Path directory = Path.of("unset");

  private static CodecTable trained(String spec) {
    return CodecCases.table(CodecSpec.parse(spec), 128);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "e2mc",
        "sc2:entries=16",
        "fvc",
        "fp-h",
        "fp-h:type=f32",
        "hycomp",
        "ecf8",
        "zipnn:type=f32"
      })
  void textAndTableAreTheSame(String spec) throws IOException {
    CodecTable table = trained(spec);
    assertThat(CodecTable.parse(table.toText())).isEqualTo(table);

    Path file = Files.writeString(directory.resolve("table.txt"), table.toText());
    String separator = spec.contains(":") ? "," : ":";
    BlockCodec read = Codecs.create(spec + separator + "table=" + file, Granularity.DEFAULT);
    BlockCodec made = CodecSpec.parse(spec).create(Granularity.DEFAULT, table);
    for (byte[] sample : SampleBlocks.of(128)) {
      MemorySegment block = MemorySegment.ofArray(sample);
      assertThat(read.sizeBits(block, 0)).isEqualTo(made.sizeBits(block, 0));
    }
  }

  @Test
  void theOrderDoesNotMatter() {
    for (String each : List.of("e2mc", "hycomp")) {
      CodecSpec spec = CodecSpec.parse(each);
      List<byte[]> samples = SampleBlocks.of(128);
      CodecTrainer whole = spec.trainer();
      CodecTrainer backwards = spec.trainer();
      for (int i = 0; i < samples.size(); i++) {
        whole.add(MemorySegment.ofArray(samples.get(i)), 0, 128);
        int reversed = samples.size() - 1 - i;
        backwards.add(MemorySegment.ofArray(samples.get(reversed)), 0, 128);
      }
      assertThat(backwards.table()).isEqualTo(whole.table());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''                                               | codec table:1: this is no codec table",
        "magpie-table 2;end;                              | codec table:1: this is no codec table",
        "magpie-table 1;                                  | codec table:2: a field or the",
        "magpie-table 1;end                               | codec table:2: something follows",
        "magpie-table 1;end;;                             | codec table:2: something follows",
        "magpie-table 1;field word 32 2 0;1 1             | codec table:3: the table is cut",
        "magpie-table 1;field word 33 0 0;end;            | codec table:2: the table has a"
            + " bad",
        "magpie-table 1;field word 32 1 0;1;end;          | codec table:3: a value and its",
        "magpie-table 1;field word 32 1 0;01 1;end;       | codec table:3: a number is",
        "magpie-table 1;field word 32 1 0;-1 1;end;       | codec table:3: a number is",
        "magpie-table 1;field word 32 1 0;4294967296 1;end; | codec table:3: the table has a"
            + " v",
        "magpie-table 1;field word 32 2 0;1 1;0 1;end;    | codec table:4: the table has" + " entr",
        "magpie-table 1;field word 32 2 0;1 2;1 1;end;    | codec table:4: the table has a v",
        "magpie-table 1;field word 32 1 0;1 0;end;        | codec table:3: the table has a"
            + " bad",
        "magpie-table 1;field word 32 9999999999 0;end;   | codec table:3: a value and its",
      })
  void saysWhatIsWrong(String text, String message) {
    assertThatExceptionOfType(CodecSpecException.class)
        .isThrownBy(() -> CodecTable.parse(text.replace(';', '\n')))
        .withMessageStartingWith(message);
  }

  @Test
  void aDamagedTableIsReadOrRefused() {
    String text = trained("fvc").toText();
    Random random = new Random(5);
    for (int round = 0; round < 2000; round++) {
      char[] damaged = text.toCharArray();
      damaged[random.nextInt(damaged.length)] = (char) random.nextInt(128);
      int length = random.nextInt(3) > 0 ? damaged.length : random.nextInt(damaged.length);
      String read = new String(damaged, 0, length);
      assertThatCode(
              () -> {
                try {
                  CodecTable.parse(read);
                } catch (CodecSpecException e) {
                  assertThat(e).hasMessageNotContaining("null");
                }
              })
          .doesNotThrowAnyException();
    }
  }

  @Test
  void codecsWithoutATableThatFitsSayWhatTheyNeed() throws IOException {
    assertThatExceptionOfType(CodecSpecException.class)
        .isThrownBy(() -> Codecs.create("e2mc", Granularity.DEFAULT))
        .withMessage("codec 'e2mc' has to be trained: give it a table, as in e2mc:table=FILE");
    Path missing = directory.resolve("missing");
    assertThatExceptionOfType(CodecSpecException.class)
        .isThrownBy(() -> Codecs.create("e2mc:table=" + missing, Granularity.DEFAULT))
        .withMessage(missing + ": no such table");
    assertThatExceptionOfType(CodecSpecException.class)
        .isThrownBy(() -> CodecSpec.parse("e2mc").create(Granularity.DEFAULT, trained("sc2")))
        .withMessage("the table is of another codec: it has no field 'half-word' of 16 bits");
    Path other = Files.writeString(directory.resolve("other"), trained("sc2").toText());
    assertThatExceptionOfType(CodecSpecException.class)
        .isThrownBy(() -> Codecs.create("e2mc:table=" + other, Granularity.DEFAULT))
        .withMessage(
            other + ": the table is of another codec: it has no field 'half-word' of 16 bits");
    assertThatExceptionOfType(CodecSpecException.class)
        .isThrownBy(
            () -> CodecSpec.parse("sc2:entries=64").create(Granularity.DEFAULT, trained("fvc")))
        .withMessage("the table keeps 8 values of word, and the codec wants 64; train it again");
  }

  @Test
  void aTableServesCodecsThatWantLessOfIt() {
    CodecTable large = trained("sc2");
    CodecSpec small = CodecSpec.parse("sc2:entries=16");
    BlockCodec fromLarge = small.create(Granularity.DEFAULT, large);
    BlockCodec own = small.create(Granularity.DEFAULT, trained("sc2:entries=16"));
    for (byte[] sample : SampleBlocks.of(128)) {
      MemorySegment block = MemorySegment.ofArray(sample);
      assertThat(fromLarge.sizeBits(block, 0)).isEqualTo(own.sizeBits(block, 0));
    }
  }
}
