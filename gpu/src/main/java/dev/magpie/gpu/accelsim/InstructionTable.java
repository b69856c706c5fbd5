package dev.magpie.gpu.accelsim;

import dev.magpie.gpu.stream.MachineForm;
import dev.magpie.gpu.stream.MemoryAccess.Kind;
import dev.magpie.gpu.stream.OperationClass;
import dev.magpie.gpu.stream.StreamInstruction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The instructions of a kernel that its trace has met, by what stands of them in each line but for
 * the lanes: address, registers, operation.
 */
final class InstructionTable {
  /** R0 to R254; R255 is always zero. */
  static final int REGISTERS = 255;

  private static final int MOST = 1 << 20;
  private static final Pattern REGISTER = Pattern.compile("U?R(\\d{1,3})");

  private final List<byte[]> keys = new ArrayList<>();
  private final List<Opcode> opcodes = new ArrayList<>();
  private final List<StreamInstruction> instructions = new ArrayList<>();
  private final Set<String> unknown = new TreeSet<>();
  private int highestRegister = -1;
  private int[] slots = new int[256];
  private boolean isComplete;

  /** Lets nothing be added any more. */
  void complete() {
    isComplete = true;
  }

  List<StreamInstruction> instructions() {
    return List.copyOf(instructions);
  }

  /** Operations that {@link Opcodes} does not have. */
  Set<String> unknown() {
    return unknown;
  }

  /** The highest register that is named, or -1. */
  int highestRegister() {
    return highestRegister;
  }

  Opcode opcode(int instruction) {
    return opcodes.get(instruction);
  }

  boolean hasResult(int instruction) {
    return instructions.get(instruction).writes().length > 0;
  }

  /**
   * The number of an instruction, new or not; negative if there are too many, or if it is new and
   * may not be.
   *
   * @param pc where its address stands in the bytes, up to pcEnd
   * @param rest where registers and operation stand, up to restEnd
   */
  int find(byte[] bytes, int pc, int pcEnd, int rest, int restEnd) {
    int hash = hash(hash(0, bytes, pc, pcEnd), bytes, rest, restEnd);
    int slot = hash & (slots.length - 1);
    while (slots[slot] != 0) {
      byte[] key = keys.get(slots[slot] - 1);
      int split = pcEnd - pc;
      if (key.length == split + restEnd - rest
          && Arrays.equals(key, 0, split, bytes, pc, pcEnd)
          && Arrays.equals(key, split, key.length, bytes, rest, restEnd)) {
        return slots[slot] - 1;
      }
      slot = (slot + 1) & (slots.length - 1);
    }
    if (isComplete || keys.size() == MOST) {
      return -1;
    }
    byte[] key = Arrays.copyOf(Arrays.copyOfRange(bytes, pc, pcEnd), pcEnd - pc + restEnd - rest);
    System.arraycopy(bytes, rest, key, pcEnd - pc, restEnd - rest);
    keys.add(key);
    slots[slot] = keys.size();
    add(text(bytes, pc, pcEnd), text(bytes, rest, restEnd).strip().split("\\s+", -1));
    if (2 * keys.size() > slots.length) {
      grow();
    }
    return keys.size() - 1;
  }

  private void grow() {
    int[] wider = new int[2 * slots.length];
    for (int i = 0; i < keys.size(); i++) {
      byte[] key = keys.get(i);
      int slot = hash(0, key, 0, key.length) & (wider.length - 1);
      while (wider[slot] != 0) {
        slot = (slot + 1) & (wider.length - 1);
      }
      wider[slot] = i + 1;
    }
    slots = wider;
  }

  private static int hash(int start, byte[] bytes, int from, int to) {
    int hash = start;
    for (int i = from; i < to; i++) {
      hash = (hash ^ bytes[i]) * 0x01000193;
      hash ^= hash >>> 15;
    }
    return hash;
  }

  private static String text(byte[] bytes, int from, int to) {
    return new String(bytes, from, to - from, StandardCharsets.UTF_8);
  }

  /** {@code 1 R4 LDG.E 1 R2}: results, operation, sources. */
  private void add(String pc, String[] words) {
    int results = Integer.parseInt(words[0]);
    String name = words[results + 1];
    Opcode opcode = Opcode.parse(name);
    if (!opcode.isKnown()) {
      unknown.add(name.split("\\.", 2)[0]);
    }
    int[] writes = registers(words, 1, results + 1);
    boolean isLoad = opcode.access() == Kind.LOAD || opcode.access() == Kind.LOAD_UNCACHED;
    if (opcode.kind() == OperationClass.MEMORY && isLoad && writes.length == 1) {
      // Wide results take the registers that follow; the trace names the first.
      int more = opcode.matrices() > 0 ? opcode.matrices() : Math.max(1, opcode.width() / 4);
      writes = IntStream.range(writes[0], Math.min(REGISTERS, writes[0] + more)).toArray();
    }
    instructions.add(
        new StreamInstruction(
            opcode.kind(),
            registers(words, results + 3, words.length),
            writes,
            MachineForm.AS_WRITTEN,
            "0x%s (%s)".formatted(pc, name),
            null));
    opcodes.add(opcode);
  }

  private int[] registers(String[] words, int from, int to) {
    int[] numbers =
        IntStream.range(from, to)
            .map(i -> register(words[i]))
            .filter(number -> number >= 0 && number < REGISTERS)
            .distinct()
            .toArray();
    for (int number : numbers) {
      highestRegister = Math.max(highestRegister, number);
    }
    return numbers;
  }

  private static int register(@Nullable String word) {
    Matcher matcher = REGISTER.matcher(word == null ? "" : word);
    return matcher.matches() ? Integer.parseInt(matcher.group(1)) : -1;
  }
}
