package dev.magpie.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class CodecSpecTest {

  @Test
  void readsSettings() {
    CodecSpec spec = CodecSpec.parse("c-pack:push=miss,entries=32");
    assertThat(spec.family().name()).isEqualTo("c-pack");
    assertThat(spec.value("push")).isEqualTo("miss");
    assertThat(spec.value("variant")).as("the default").isEqualTo("standard");
    assertThat(spec.isGiven("entries")).isTrue();
    assertThat(spec.isGiven("variant")).isFalse();
    assertThat(spec).hasToString("c-pack:push=miss,entries=32");
    assertThat(spec).isEqualTo(CodecSpec.parse("c-pack:push=miss,entries=32"));
    assertThat(spec).isNotEqualTo(CodecSpec.parse("c-pack:push=miss"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "zcv           | no codec is called 'zcv'; the nearest are ",
        "''            | no codec is called ''; the nearest are ",
        "fpc:run=8     | codec 'fpc' has no parameters, so 'run' means nothing to it",
        "fpc:          | codec 'fpc' has no parameters, so '' means nothing to it",
        "zvc:wrod=2    | codec 'zvc' has no parameter 'wrod'; it has word",
        "zvc:          | codec 'zvc' has no parameter ''; it has word",
        "zvc:word      | parameter 'word' of codec 'zvc' needs a value: 4 or 2",
        "zvc:word=     | parameter 'word' of codec 'zvc' is 4 or 2, not ''",
        "zvc:word=3    | parameter 'word' of codec 'zvc' is 4 or 2, not '3'",
        "zvc:word=2,   | codec 'zvc' has no parameter ''; it has word",
        "mpc:dim=0     | parameter 'dim' of codec 'mpc' is 1 to 31, not '0'",
        "mpc:dim=32    | parameter 'dim' of codec 'mpc' is 1 to 31, not '32'",
        "mpc:dim=+1    | parameter 'dim' of codec 'mpc' is 1 to 31, not '+1'",
        "mpc:dim=01    | parameter 'dim' of codec 'mpc' is 1 to 31, not '01'",
        "mpc:dim=\u0661 | parameter 'dim' of codec 'mpc' is 1 to 31, not '\u0661'",
        "mpc:dim=1e9   | parameter 'dim' of codec 'mpc' is 1 to 31, not '1e9'",
        "mpc:dim=99999999999 | parameter 'dim' of codec 'mpc' is 1 to 31, not '99999999999'",
        "zvc:word=2,word=2 | parameter 'word' of codec 'zvc' is given twice",
        "c-pack:push=none | parameter 'push' of codec 'c-pack' is all, nonfull or miss, not 'none'"
      })
  void saysWhatIsWrong(String text, String message) {
    assertThatExceptionOfType(CodecSpecException.class)
        .isThrownBy(() -> CodecSpec.parse(text))
        .withMessageStartingWith(message);
  }

  @ParameterizedTest
  @CsvSource({"zcv, zvc", "fcp, fpc", "FPC, fpc", "cpack, c-pack", "fib, fibonacci", "bpcc, bpc"})
  void namesTheNearestCodecs(String wrong, String right) {
    assertThatExceptionOfType(CodecSpecException.class)
        .isThrownBy(() -> CodecSpec.parse(wrong))
        .withMessageMatching(".*; the nearest are .*\\b" + right + "\\b.*");
  }

  @ParameterizedTest
  @ValueSource(ints = {32, 64})
  void mpcNeedsLargeBlocks(int blockBytes) {
    Granularity granularity = new Granularity(blockBytes, 32);
    assertThat(Codecs.family("mpc").supports(granularity)).isFalse();
    assertThatExceptionOfType(CodecSpecException.class)
        .isThrownBy(() -> Codecs.create("mpc", granularity))
        .withMessage("codec 'mpc' needs blocks of at least 128 bytes, not " + blockBytes);
  }

  @Test
  void contradictingSettings() {
    assertThatExceptionOfType(CodecSpecException.class)
        .isThrownBy(() -> Codecs.create("c-pack:variant=gpu,push=all", Granularity.DEFAULT))
        .withMessage(
            "codec 'c-pack' pushes misses only with variant=gpu, so push=all contradicts it");
    assertThat(Codecs.create("c-pack:variant=gpu,push=miss", Granularity.DEFAULT)).isNotNull();
  }

  @Test
  void namesAreUnique() {
    List<String> names = Codecs.families().stream().map(CodecFamily::name).toList();
    assertThat(names).doesNotHaveDuplicates();
    assertThat(Codecs.all()).extracting(CodecSpec::toString).isEqualTo(names);
  }

  @Test
  void everyCodecThatCompressesIsEitherLosslessOrLossy() {
    List<CodecSpec> compressing = new ArrayList<>(Codecs.lossless());
    compressing.addAll(Codecs.lossy());
    assertThat(compressing)
        .containsExactlyInAnyOrderElementsOf(
            Codecs.all().stream().filter(spec -> !spec.toString().equals("none")).toList());
    assertThat(Codecs.lossy()).allMatch(spec -> spec.family().isLossy());
    assertThat(Codecs.untrained())
        .isNotEmpty()
        .isSubsetOf(Codecs.lossless())
        .noneMatch(CodecSpec::needsTraining);
  }

  @Test
  void everyFamilySaysWhatItIs() {
    for (CodecFamily family : Codecs.families()) {
      assertThat(family.title()).isNotBlank();
      assertThat(family.source()).isNotBlank();
      assertThat(family.latency().source()).isNotBlank();
      for (Parameter parameter : family.parameters()) {
        assertThat(parameter.meaning()).isNotBlank();
        assertThat(parameter.legalValues()).isNotBlank();
        String defaultValue = parameter.defaultValue();
        assertThat(defaultValue.isEmpty() || parameter.accepts(defaultValue))
            .as("%s of %s", parameter.name(), family.name())
            .isTrue();
      }
    }
  }

  @Test
  void combinations() {
    Parameter bases = new Parameter.Combination("bases", "4", List.of("2", "4", "8"), "base sizes");
    assertThat(List.of("4", "8+4", "8+4+2", "2")).allMatch(bases::accepts);
    assertThat(List.of("", "+", "4+", "3", "4+4", "8,4", "04")).noneMatch(bases::accepts);
  }
}
