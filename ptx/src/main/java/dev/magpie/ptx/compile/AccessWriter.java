package dev.magpie.ptx.compile;

import dev.magpie.ptx.compile.LaneValues.Form;
import dev.magpie.ptx.ir.StateSpace;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Writes the accesses of a loop to memory. What is to be stored waits in spare arrays: {@link
 * #store} writes it when all lanes have passed all checks.
 */
final class AccessWriter {
  private static final ClassDesc REACH = ClassDesc.of(Reach.class.getName());
  private static final ClassDesc WORDS = ClassDesc.of(SharedWords.class.getName());
  private static final ClassDesc LONG = ConstantDescs.CD_long;
  private static final ClassDesc INT = ConstantDescs.CD_int;
  private static final ClassDesc INTS = INT.arrayType();
  private static final ClassDesc VOID = ConstantDescs.CD_void;
  private static final MethodTypeDesc OFFSET = MethodTypeDesc.of(LONG, REACH, LONG, INT, INT);
  private static final MethodTypeDesc GET = MethodTypeDesc.of(LONG, REACH, LONG);
  private static final MethodTypeDesc SET = MethodTypeDesc.of(VOID, REACH, LONG, LONG);

  private final CodeBuilder code;
  private final LanePlan plan;
  private final LaneValues values;
  private final List<LaneStep.Access> accesses;
  private final int lane;

  /**
   * Whether the only access is one that stores to memory of a block's own: done again by the
   * interpreter, should a lane be out of reach, it stores the same. Of global memory others would
   * see it twice, and what lanes stored before one that faults would stay.
   */
  private final boolean storesAtOnce;

  /** For each access the variable with its reach. */
  private final int[] reaches;

  /** For each access the variable with the array of its offsets, or 0. */
  private final int[] offsets;

  /** For each access the variable with the first of the arrays of what it stores. */
  private final int[] stored;

  /** For each access the variable with shared memory, or 0. */
  private final int[] words;

  /** Variables with the word that a register's address lies in. */
  private final Map<List<Object>, Integer> firstWords = new HashMap<>();

  private final IdentityHashMap<LaneStep.Load, LoadGroup> groups;

  private final IdentityHashMap<LaneStep.Access, Integer> numbers = new IdentityHashMap<>();

  /** The number of the access that is written. */
  private int next;

  AccessWriter(
      CodeBuilder code,
      LanePlan plan,
      LaneValues values,
      List<LaneStep.Access> accesses,
      int lane) {
    this.code = code;
    this.plan = plan;
    this.values = values;
    this.accesses = accesses;
    this.lane = lane;
    groups = LoadGroup.of(plan);
    int count = accesses.size();
    storesAtOnce =
        count == 1
            && accesses.getFirst() instanceof LaneStep.Store
            && !isGlobal(accesses.getFirst());
    reaches = new int[count];
    offsets = new int[count];
    stored = new int[count];
    words = new int[count];
    for (int i = 0; i < count; i++) {
      numbers.put(accesses.get(i), i);
    }
  }

  private static boolean isShared(LaneStep.Access access) {
    return access.place().space() == StateSpace.SHARED;
  }

  private static boolean isGlobal(LaneStep.Access access) {
    return access.place().space() == StateSpace.GLOBAL
        || access.place().space() == StateSpace.GENERIC;
  }

  /**
   * Loads what accesses work with into variables, before the loop.
   *
   * @param array the parameter with the reaches
   */
  void begin(int array, SpareArrays spare) {
    for (int i = 0; i < reaches.length; i++) {
      LaneStep.Access access = accesses.get(i);
      reaches[i] = code.allocateLocal(TypeKind.REFERENCE);
      code.aload(array).loadConstant(i).aaload().astore(reaches[i]);
      boolean isStore = access instanceof LaneStep.Store && !storesAtOnce;
      if (isStore || (plan.tellsOffsets() && isGlobal(access))) {
        offsets[i] = spare.take(i);
      }
      for (int element = 0; isStore && element < access.elements(); element++) {
        int variable = spare.next();
        stored[i] = element == 0 ? variable : stored[i];
      }
      if (isShared(access)) {
        words[i] = code.allocateLocal(TypeKind.REFERENCE);
        code.aload(reaches[i])
            .invokestatic(REACH, "words", MethodTypeDesc.of(INTS, REACH))
            .astore(words[i]);
      }
    }
  }

  /** Computes the next access's offset into a variable. */
  private int offset(LaneStep.Access access) {
    LaneStep.Place place = access.place();
    code.aload(reaches[next]);
    values.push(place.base(), Form.BITS);
    if (place.offset() != 0) {
      code.loadConstant(place.offset()).ladd();
    }
    if (place.narrow()) {
      code.loadConstant(0xffff_ffffL).land();
    }
    code.loadConstant(access.bytes() - 1)
        .iload(lane)
        .invokestatic(REACH, place.space() == StateSpace.LOCAL ? "ownOffset" : "offset", OFFSET);
    int variable = code.allocateLocal(TypeKind.LONG);
    code.lstore(variable);
    tell(variable);
    return variable;
  }

  /** Keeps an offset for who wants to know it. */
  private void tell(int offset) {
    if (offsets[next] != 0) {
      code.aload(offsets[next]).iload(lane).lload(offset).lastore();
    }
  }

  /** Lets those who want to know offsets know what they are counted from, behind the loop. */
  void end() {
    groups.forEach((load, group) -> {
      int number = Objects.requireNonNull(numbers.get(load));
      if (number != group.leader && offsets[number] != 0) {
        code.aload(reaches[number])
            .aload(reaches[group.leader])
            .invokestatic(REACH, "follow", MethodTypeDesc.of(VOID, REACH, REACH));
      }
    });
  }

  private static String width(int bytes) {
    return switch (bytes) {
      case 1 -> "Byte";
      case 2 -> "Short";
      case 4 -> "Int";
      default -> "Long";
    };
  }

  void load(LaneStep.Load load) {
    next = Objects.requireNonNull(numbers.get(load));
    if (words[next] != 0 && isOfWords(load)) {
      loadWords(load);
    } else {
      LoadGroup group = groups.get(load);
      if (group == null) {
        loadBytes(load, offset(load), next);
      } else {
        loadBytes(load, offset(load, group), group.leader);
      }
    }
  }

  /** Whether a load's elements are whole words, so many words from the one that is pointed to. */
  private static boolean isOfWords(LaneStep.Load load) {
    long offset = load.place().offset();
    return load.elementBytes() >= Integer.BYTES
        && offset % load.bytes() == 0
        && offset == (int) offset;
  }

  /** Computes the offset of one of several loads. */
  private int offset(LaneStep.Load load, LoadGroup group) {
    if (group.variable == 0) {
      group.leader = next;
      group.variable = code.allocateLocal(TypeKind.LONG);
      code.aload(reaches[next]);
      values.push(load.place().base(), Form.BITS);
      code.loadConstant(group.first()).ladd();
      if (load.place().narrow()) {
        code.loadConstant(0xffff_ffffL).land();
      }
      code.loadConstant(group.span())
          .loadConstant(load.bytes() - 1)
          .iload(lane)
          .invokestatic(
              REACH, "offsetOfFirst", MethodTypeDesc.of(LONG, REACH, LONG, LONG, INT, INT))
          .lstore(group.variable);
    }
    int variable = code.allocateLocal(TypeKind.LONG);
    code.lload(group.variable)
        .loadConstant(load.place().offset() - group.first())
        .ladd()
        .lstore(variable);
    tell(variable);
    return variable;
  }

  private void loadBytes(LaneStep.Load load, int offset, int reach) {
    int bytes = load.elementBytes();
    for (int i = 0; i < load.elements(); i++) {
      code.aload(words[next] != 0 ? words[next] : reaches[reach]).lload(offset);
      if (i > 0) {
        code.loadConstant((long) i * bytes).ladd();
      }
      if (words[next] != 0) {
        code.invokestatic(WORDS, "get" + width(bytes), MethodTypeDesc.of(LONG, INTS, LONG));
      } else {
        code.invokestatic(REACH, "get" + width(bytes), GET);
      }
      popElement(load, i);
    }
  }

  private void popElement(LaneStep.Load load, int element) {
    int bytes = load.elementBytes();
    if (load.extension() == LaneStep.Extension.ZERO && bytes < Long.BYTES) {
      code.loadConstant((1L << (8 * bytes)) - 1).land();
    }
    values.pop(load.d().get(element), Form.BITS);
  }

  private void loadWords(LaneStep.Load load) {
    int first = firstWord(load);
    int width = load.elementBytes() / Integer.BYTES;
    int beyond = (int) (load.place().offset() / Integer.BYTES);
    for (int i = 0; i < load.elements(); i++) {
      pushWord(first, beyond + i * width);
      code.i2l();
      if (width > 1) {
        code.loadConstant(0xffff_ffffL).land();
        pushWord(first, beyond + i * width + 1);
        code.i2l().loadConstant(Integer.SIZE).lshl().lor();
      }
      popElement(load, i);
    }
  }

  private void pushWord(int first, int beyond) {
    code.aload(words[next]).iload(first);
    if (beyond != 0) {
      code.loadConstant(beyond).iadd();
    }
    code.iaload();
  }

  /** The variable with the word that the access's register points to. */
  private int firstWord(LaneStep.Load load) {
    LaneStep.Place place = load.place();
    List<Object> key =
        List.of(place.base(), values.version(place.base()), place.narrow(), load.bytes());
    Integer known = firstWords.get(key);
    if (known != null) {
      return known;
    }
    values.push(place.base(), Form.BITS);
    if (place.narrow()) {
      code.l2i().i2l();
    }
    code.loadConstant(load.bytes() - 1)
        .invokestatic(WORDS, "index", MethodTypeDesc.of(INT, LONG, INT));
    int variable = code.allocateLocal(TypeKind.INT);
    code.istore(variable);
    firstWords.put(key, variable);
    return variable;
  }

  /** Keeps what is to be stored, or stores it if nothing else can fail. */
  void keep(LaneStep.Store store) {
    next = Objects.requireNonNull(numbers.get(store));
    int offset = offset(store);
    if (storesAtOnce) {
      for (int i = 0; i < store.elements(); i++) {
        int element = i;
        set(store, i, offset, () -> values.push(store.values().get(element), Form.BITS));
      }
      return;
    }
    for (int i = 0; i < store.elements(); i++) {
      code.aload(stored[next] + i).iload(lane);
      values.push(store.values().get(i), Form.BITS);
      code.lastore();
    }
  }

  /** Whether an access stores what it has kept, behind the loop. */
  boolean stores(int access) {
    return !storesAtOnce && accesses.get(access) instanceof LaneStep.Store;
  }

  int count() {
    return reaches.length;
  }

  /** Stores what a lane has kept for an access. */
  void store(int access) {
    LaneStep.Store store = (LaneStep.Store) accesses.get(access);
    next = access;
    int offset = code.allocateLocal(TypeKind.LONG);
    code.aload(offsets[access]).iload(lane).laload().lstore(offset);
    for (int i = 0; i < store.elements(); i++) {
      int array = stored[access] + i;
      set(store, i, offset, () -> code.aload(array).iload(lane).laload());
    }
  }

  /** Stores an element that is pushed. */
  private void set(LaneStep.Store store, int element, int offset, Runnable push) {
    int bytes = store.elementBytes();
    boolean inWords = words[next] != 0;
    code.aload(inWords ? words[next] : reaches[next]).lload(offset);
    if (element > 0) {
      code.loadConstant((long) element * bytes).ladd();
    }
    push.run();
    if (inWords) {
      code.invokestatic(WORDS, "set" + width(bytes), MethodTypeDesc.of(VOID, INTS, LONG, LONG));
    } else {
      code.invokestatic(REACH, "set" + width(bytes), SET);
    }
  }
}
