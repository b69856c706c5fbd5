package dev.magpie.gpu.recording;

import dev.magpie.gpu.packed.ByteReader;
import dev.magpie.gpu.packed.ByteWriter;
import dev.magpie.gpu.stream.MachineForm;
import dev.magpie.gpu.stream.StreamInstruction;
import dev.magpie.ptx.ir.SourceLine;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What instructions are in machine code, and what they were compiled from. It stands behind all
 * launches, where versions that knew neither end.
 */
final class InstructionOrigins {
  /** Bits of a set of spaces. */
  private static final int FORM_BITS = 3;

  private static final int MOST_MACHINE_INSTRUCTIONS = 255;

  private InstructionOrigins() {}

  // Forms in machine code.

  static void writeForms(List<StreamInstruction> instructions, ByteWriter out) {
    for (StreamInstruction each : instructions) {
      MachineForm form = each.form();
      out.number(form.instructions());
      out.number(form.iterations());
      out.octet(form.reads() << FORM_BITS | form.writes());
    }
  }

  /** The same instructions with the forms that {@link #writeForms} wrote. */
  static List<StreamInstruction> withForms(List<StreamInstruction> instructions, ByteReader in) {
    List<StreamInstruction> formed = new ArrayList<>();
    for (StreamInstruction each : instructions) {
      int parts = in.number(MOST_MACHINE_INSTRUCTIONS);
      int iterations = in.number(MOST_MACHINE_INSTRUCTIONS);
      int spaces = in.octet();
      int reads = spaces >> FORM_BITS & MachineForm.ALL;
      formed.add(
          each.with(
              new MachineForm(parts, iterations, reads, spaces & MachineForm.ALL),
              each.location()));
    }
    return formed;
  }

  // Lines.

  /** Writes lines, and in place of a file that came before its number. */
  static final class LineWriter {
    private final Map<String, Integer> files = new HashMap<>();

    void write(List<StreamInstruction> instructions, ByteWriter out) {
      for (StreamInstruction each : instructions) {
        SourceLine location = each.location();
        if (location == null) {
          out.number(0);
          continue;
        }
        int known = files.size();
        int file = files.computeIfAbsent(location.file(), _ -> known);
        out.number(file + 1L);
        if (file == known) {
          out.text(location.file());
        }
        out.number(location.line());
      }
    }
  }

  /** Reads what a {@link LineWriter} wrote, in the same order. */
  static final class LineReader {
    private final List<String> files = new ArrayList<>();
    private @Nullable SourceLine last;

    List<StreamInstruction> read(List<StreamInstruction> instructions, ByteReader in) {
      List<StreamInstruction> located = new ArrayList<>();
      for (StreamInstruction each : instructions) {
        located.add(each.with(each.form(), location(in)));
      }
      return located;
    }

    private @Nullable SourceLine location(ByteReader in) {
      int number = in.number(files.size() + 1);
      if (number == 0) {
        return null;
      }
      if (number > files.size()) {
        files.add(in.text());
      }
      SourceLine read = new SourceLine(files.get(number - 1), in.number(Integer.MAX_VALUE));
      last = read.equals(last) ? last : read;
      return last;
    }
  }
}
