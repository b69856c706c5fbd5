package dev.magpie.ptx.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * A few instructions, run once for each set of operands in one launch, and compared with Java.
 *
 * <pre>{@code
 * probe("add.u32 %d, %a, %b;").in("u32", left).in("u32", right).out("u32")
 *     .check(v -> v[0] + v[1] & 0xffffffffL);
 * }</pre>
 *
 * Inputs are in registers {@code %a}, {@code %b}, {@code %c}; results are expected in {@code %d},
 * {@code %e}, {@code %f}. {@code %u0} to {@code %u3} (32 bits), {@code %w0} to {@code %w3} (64),
 * {@code %h0} to {@code %h3} (16) and {@code %q0} to {@code %q3} (predicates) are free to use.
 */
final class Probe {
  private static final String INPUTS = "abcghi";
  private static final String OUTPUTS = "defjkl";
  private static final int BLOCK = 128;

  private final String body;
  private String module = "";
  private final List<String> inputTypes = new ArrayList<>();
  private final List<long[]> inputs = new ArrayList<>();
  private final List<String> outputTypes = new ArrayList<>();

  private Probe(String body) {
    this.body = body;
  }

  static Probe probe(String body) {
    return new Probe(body);
  }

  /** Declarations beside the kernel. */
  Probe module(String declarations) {
    module = declarations;
    return this;
  }

  Probe in(String type, long[] values) {
    inputTypes.add(type);
    inputs.add(values);
    return this;
  }

  Probe out(String type) {
    outputTypes.add(type);
    return this;
  }

  /** Compares the one result, with the bits above its type zero. */
  void check(ToLongFunction<long[]> expected) {
    checkAll(operands -> new long[] {expected.applyAsLong(operands)});
  }

  void checkAll(Function<long[], long[]> expected) {
    int count = inputs.getFirst().length;
    long[][] results = run();
    for (int i = 0; i < count; i++) {
      int at = i;
      long[] operands = inputs.stream().mapToLong(values -> values[at]).toArray();
      long[] right = expected.apply(operands);
      for (int r = 0; r < right.length; r++) {
        if (!same(outputTypes.get(r), results[r][i], right[r])) {
          assertThat(Long.toHexString(results[r][i]))
              .as(
                  "%s%nresult %d of (%s), %d of %d",
                  body,
                  r,
                  LongStream.of(operands)
                      .mapToObj(Long::toHexString)
                      .collect(Collectors.joining(", ")),
                  i,
                  count)
              .isEqualTo(Long.toHexString(right[r]));
        }
      }
    }
  }

  /** Which NaN an instruction on doubles gives is not laid down. */
  private static boolean same(String type, long one, long other) {
    return one == other
        || (type.equals("f64")
            && Double.isNaN(Double.longBitsToDouble(one))
            && Double.isNaN(Double.longBitsToDouble(other)));
  }

  /** The results, register by register. */
  long[][] run() {
    int count = inputs.getFirst().length;
    for (long[] values : inputs) {
      assertThat(values).hasSize(count);
    }
    return Launched.run(ptx(count), inputs, outputTypes.size(), BLOCK);
  }

  private String ptx(int count) {
    StringBuilder text = new StringBuilder(".version 8.6\n.target sm_90\n.address_size 64\n");
    text.append(module).append('\n');
    int pointers = inputs.size() + outputTypes.size();
    text.append(".visible .entry probe(");
    for (int p = 0; p < pointers; p++) {
      text.append(p == 0 ? "" : ", ").append(".param .u64 p").append(p);
    }
    text.append(")\n{\n.reg .b32 %t, %u<4>;\n.reg .b64 %address, %offset, %w<4>;\n");
    text.append(".reg .b16 %h<4>;\n.reg .pred %past, %q<4>;\n.reg .b32 %x, %y;\n");
    for (int i = 0; i < inputs.size(); i++) {
      text.append(".reg .")
          .append(register(inputTypes.get(i)))
          .append(" %")
          .append(INPUTS.charAt(i));
      text.append(";\n");
    }
    for (int o = 0; o < outputTypes.size(); o++) {
      text.append(".reg .").append(register(outputTypes.get(o)));
      text.append(" %").append(OUTPUTS.charAt(o)).append(";\n");
    }
    text.append("mov.u32 %t, %tid.x;\nmov.u32 %x, %ctaid.x;\nmov.u32 %y, %ntid.x;\n");
    text.append("mad.lo.u32 %t, %x, %y, %t;\n");
    text.append("setp.ge.u32 %past, %t, ").append(count).append(";\n@%past ret;\n");
    text.append("mul.wide.u32 %offset, %t, 8;\n");
    for (int i = 0; i < inputs.size(); i++) {
      text.append("ld.param.u64 %address, [p").append(i).append("];\n");
      text.append("add.u64 %address, %address, %offset;\n");
      text.append("ld.global.").append(memory(inputTypes.get(i))).append(" %");
      text.append(INPUTS.charAt(i)).append(", [%address];\n");
    }
    text.append(body.strip()).append('\n');
    for (int o = 0; o < outputTypes.size(); o++) {
      text.append("ld.param.u64 %address, [p").append(inputs.size() + o).append("];\n");
      text.append("add.u64 %address, %address, %offset;\n");
      text.append("st.global.").append(memory(outputTypes.get(o))).append(" [%address], %");
      text.append(OUTPUTS.charAt(o)).append(";\n");
    }
    return text.append("ret;\n}\n").toString();
  }

  /** Bytes live in registers of 16 bits. */
  private static String register(String type) {
    return type.endsWith("8") && type.length() == 2 ? type.charAt(0) + "16" : type;
  }

  private static String memory(String type) {
    return switch (type) {
      case "f16", "bf16" -> "b16";
      case "f16x2", "bf16x2", "tf32" -> "b32";
      default -> type;
    };
  }

  @Override
  public String toString() {
    return body + Arrays.toString(inputTypes.toArray());
  }
}
