package dev.magpie.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.magpie.job.JobArgument.Address;
import dev.magpie.job.JobArgument.Array;
import dev.magpie.job.JobArgument.Structure;
import dev.magpie.ptx.Argument;
import dev.magpie.snapshot.Dtype;
import java.lang.foreign.ValueLayout;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Structures lie as in C. */
class JobArgumentTest {
  private static JobArgument number(Dtype dtype, long value) {
    return new JobArgument.Scalar(dtype, Formula.of("here", value));
  }

  @Test
  void membersAreAlignedAndTheEndIsPadded() {
    // struct { char; struct { float *; int; }; float[3]; double; short; }
    Structure inner = Structure.of(List.of(new Address("x"), number(Dtype.I32, 1)), 1);
    assertThat(inner.bytes()).isEqualTo(16);
    assertThat(inner.offsets()).containsExactly(0, 8);

    Structure outer =
        Structure.of(
            List.of(
                number(Dtype.I8, 1),
                inner,
                new Array(number(Dtype.F32, 2), 3),
                number(Dtype.F64, 3),
                number(Dtype.I16, 4)),
            1);
    assertThat(outer.offsets()).containsExactly(0, 8, 24, 40, 48);
    assertThat(outer.bytes()).isEqualTo(56);
    assertThat(outer.alignment()).isEqualTo(8);
    assertThat(outer.shown())
        .isEqualTo(
            "{ i8:1 at 0, { @x at 0, i32:1 at 8 } at 8, f32:2 x 3 at 24, f64:3 at 40, i16:4 at 48"
                + " }");
  }

  @Test
  void bytesAreLittleEndianAndPaddingIsZero() {
    Structure structure =
        Structure.of(
            List.of(
                number(Dtype.U8, 0xab),
                new Array(Structure.of(List.of(number(Dtype.I16, -2), number(Dtype.U8, 3)), 1), 2),
                number(Dtype.F32, 1)),
            16);
    assertThat(structure.alignment()).isEqualTo(16);
    Argument argument = structure.argument(new JobScope(Map.of(), 0));
    assertThat(argument).isInstanceOf(Argument.Structure.class);
    byte[] bytes = ((Argument.Structure) argument).bytes().toArray(ValueLayout.JAVA_BYTE);
    assertThat(HexFormat.of().formatHex(bytes))
        .isEqualTo("ab00" + "feff0300" + "feff0300" + "0000" + "0000803f");
  }

  @Test
  void theyAreAsLargeAsParametersAtMost() {
    JobArgument word = number(Dtype.U32, 0);
    assertThat(Structure.of(Collections.nCopies(8191, word), 1).bytes()).isEqualTo(32_764);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Structure.of(Collections.nCopies(8192, word), 1))
        .withMessageContaining("larger than 32764 bytes");
    assertThat(Structure.of(Collections.nCopies(8191, word), 1).shown())
        .endsWith("u32:0 at 60 and 8,175 more }");
  }
}
