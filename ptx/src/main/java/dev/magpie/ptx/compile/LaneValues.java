package dev.magpie.ptx.compile;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * A lane's registers and predicates as variables of a method. A register's value may be at hand as
 * bits, as a single or as a double; it is converted when it is first wanted as another.
 */
final class LaneValues {
  /** What a variable holds of a register. */
  enum Form {
    BITS(TypeKind.LONG),
    SINGLE(TypeKind.FLOAT),
    DOUBLE(TypeKind.DOUBLE);

    private final TypeKind type;

    Form(TypeKind type) {
      this.type = type;
    }

    ClassDesc descriptor() {
      return type.upperBound();
    }
  }

  private static final ClassDesc SINGLE_BITS = ClassDesc.of(SingleBits.class.getName());
  private static final ClassDesc DOUBLES = ClassDesc.of("java.lang.Double");

  /** The variables of a register, and which of them are up to date. */
  private static final class Variables {
    final Map<Form, Integer> all = new EnumMap<>(Form.class);
    final Map<Form, Integer> valid = new EnumMap<>(Form.class);
    int version;
  }

  private final CodeBuilder code;
  private final LanePlan.Slots slots;
  private final Map<Integer, Variables> registers = new HashMap<>();
  private final Map<Integer, Integer> predicates = new HashMap<>();

  LaneValues(CodeBuilder code, LanePlan.Slots slots) {
    this.code = code;
    this.slots = slots;
  }

  private Variables variables(int slot) {
    return registers.computeIfAbsent(slot, _ -> new Variables());
  }

  /** Takes a register's new value from the stack. */
  void pop(int slot, Form form) {
    Variables of = variables(slot);
    of.valid.clear();
    of.version++;
    popAnother(of, form);
  }

  /** Takes another form of a register's value from the stack. */
  private void popAnother(Variables of, Form form) {
    int variable = of.all.computeIfAbsent(form, _ -> code.allocateLocal(form.type));
    of.valid.put(form, variable);
    code.storeLocal(form.type, variable);
  }

  /** How often a register has been written so far. */
  int version(int slot) {
    return variables(slot).version;
  }

  /** Puts a register's value onto the stack. */
  void push(int slot, Form form) {
    if (slots.isConstant(slot)) {
      pushConstant(slots.constant(slot), form);
      return;
    }
    Variables of = variables(slot);
    Integer known = of.valid.get(form);
    if (known != null) {
      code.loadLocal(form.type, known);
      return;
    }
    if (form == Form.BITS) {
      Form from = of.valid.containsKey(Form.SINGLE) ? Form.SINGLE : Form.DOUBLE;
      push(slot, from);
      toBits(from);
    } else {
      push(slot, Form.BITS);
      fromBits(form);
    }
    popAnother(of, form);
    push(slot, form);
  }

  /** Makes a form be at hand, so that pushing it later converts nothing. */
  void prepare(int slot, Form form) {
    if (!slots.isConstant(slot) && !variables(slot).valid.containsKey(form)) {
      push(slot, form);
      if (form == Form.SINGLE) {
        code.pop();
      } else {
        code.pop2();
      }
    }
  }

  private void pushConstant(long bits, Form form) {
    switch (form) {
      case BITS -> code.loadConstant(bits);
      case SINGLE -> code.loadConstant(Float.intBitsToFloat((int) bits));
      case DOUBLE -> code.loadConstant(Double.longBitsToDouble(bits));
    }
  }

  private void toBits(Form from) {
    if (from == Form.SINGLE) {
      code.invokestatic(
              SINGLE_BITS, "of", MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_float))
          .i2l();
    } else {
      code.invokestatic(
          DOUBLES,
          "doubleToLongBits",
          MethodTypeDesc.of(ConstantDescs.CD_long, ConstantDescs.CD_double));
    }
  }

  private void fromBits(Form form) {
    if (form == Form.SINGLE) {
      code.invokestatic(
          SINGLE_BITS,
          "toSingle",
          MethodTypeDesc.of(ConstantDescs.CD_float, ConstantDescs.CD_long));
    } else {
      code.invokestatic(
          DOUBLES,
          "longBitsToDouble",
          MethodTypeDesc.of(ConstantDescs.CD_double, ConstantDescs.CD_long));
    }
  }

  /** Takes a predicate, 0 or 1, from the stack. */
  void popPredicate(int predicate) {
    code.istore(predicates.computeIfAbsent(predicate, _ -> code.allocateLocal(TypeKind.INT)));
  }

  /** Puts 0 or 1 onto the stack: a predicate, or its opposite if the number is a complement. */
  void pushPredicate(int number) {
    int predicate = number >= 0 ? number : ~number;
    if (slots.isTrue(predicate)) {
      code.loadConstant(number >= 0 ? 1 : 0);
      return;
    }
    code.iload(Objects.requireNonNull(predicates.get(predicate)));
    if (number < 0) {
      code.iconst_1().ixor();
    }
  }
}
