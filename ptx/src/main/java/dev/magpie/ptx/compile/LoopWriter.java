package dev.magpie.ptx.compile;

import dev.magpie.ptx.compile.LaneValues.Form;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DynamicConstantDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Writes the bytecode of a loop: for all 32 lanes, or for those of a mask.
 *
 * <p>Registers are Java's own variables within an iteration. All accesses are checked before the
 * first one that writes, so that the loop does everything or nothing: what it stores waits in spare
 * arrays until all lanes are through, and then is stored one step after the other, as a warp does.
 */
final class LoopWriter {
  private static final ClassDesc LOOP = ClassDesc.of(LaneLoop.class.getName());
  private static final ClassDesc LONG = ConstantDescs.CD_long;
  private static final ClassDesc INT = ConstantDescs.CD_int;
  private static final ClassDesc VOID = ConstantDescs.CD_void;
  private static final ClassDesc LONG_ARRAYS = LONG.arrayType(2);
  private static final int LANES = 32;

  // The method's parameters.
  private static final int R = 1;
  private static final int P = 2;
  private static final int MASK = 3;
  private static final int REACHES = 4;
  private static final int SPARE = 5;

  private final LanePlan plan;
  private final LoopLayout layout;
  private final List<Object> functions;
  private final CodeBuilder code;
  private final boolean all;
  private final LaneValues values;
  private final AccessWriter accesses;
  private final SpareArrays spare;
  private final int lane;

  /** Variables that hold the arrays of registers that are read, and of those that are written. */
  private final Map<Integer, Integer> inputArrays = new HashMap<>();

  private final Map<Integer, Integer> outputArrays = new HashMap<>();
  private final Map<Integer, Integer> inputMasks = new HashMap<>();
  private final Map<Integer, Integer> outputMasks = new HashMap<>();

  /** Registers whose results go to spare arrays first, with the number of the array. */
  private final Map<Integer, Integer> exchanged = new HashMap<>();

  LoopWriter(
      LanePlan plan, LoopLayout layout, List<Object> functions, CodeBuilder code, boolean all) {
    this.plan = plan;
    this.layout = layout;
    this.functions = functions;
    this.code = code;
    this.all = all;
    lane = code.allocateLocal(TypeKind.INT);
    values = new LaneValues(code, plan.slots());
    accesses = new AccessWriter(code, plan, values, layout.accesses, lane);
    spare = new SpareArrays(code, SPARE, layout.accesses.size());
  }

  /** Writes the method's body; returns how many spare arrays it works with. */
  int write() {
    code.iload(MASK);
    firstLane();
    takeArrays();
    accesses.begin(REACHES, spare);
    plan.steps().stream().filter(this::isUniform).forEach(this::step);
    loop(this::iteration);
    giveBack();
    accesses.end();
    for (int i = 0; i < accesses.count(); i++) {
      if (accesses.stores(i)) {
        int access = i;
        loop(() -> accesses.store(access));
      }
    }
    code.return_();
    return spare.count();
  }

  private void takeArrays() {
    for (int slot : layout.inputs) {
      code.aload(R).loadConstant(slot).aaload();
      if (plan.slots().isUniform(slot)) {
        code.iload(lane).laload();
        values.pop(slot, Form.BITS);
      } else {
        inputArrays.put(slot, storedReference());
      }
    }
    for (int slot : layout.outputs) {
      if (plan.slots().isUniform(slot)) {
        continue;
      }
      if (layout.keepsOld(slot)) {
        exchanged.put(slot, spare.count());
        outputArrays.put(slot, spare.next());
      } else {
        code.aload(R).loadConstant(slot).aaload();
        outputArrays.put(slot, storedReference());
      }
    }
    for (int predicate : layout.inputPredicates) {
      code.aload(P).loadConstant(predicate).iaload();
      inputMasks.put(predicate, storedInt());
    }
    for (int predicate : layout.outputPredicates) {
      code.iconst_0();
      outputMasks.put(predicate, storedInt());
    }
  }

  private int storedReference() {
    int variable = code.allocateLocal(TypeKind.REFERENCE);
    code.astore(variable);
    return variable;
  }

  private int storedInt() {
    int variable = code.allocateLocal(TypeKind.INT);
    code.istore(variable);
    return variable;
  }

  /** Does something for each lane. */
  private void loop(Runnable body) {
    Label next = code.newLabel();
    if (all) {
      code.iconst_0().istore(lane).labelBinding(next);
      body.run();
      code.iinc(lane, 1).iload(lane).loadConstant(LANES).if_icmplt(next);
      return;
    }
    int rest = code.allocateLocal(TypeKind.INT);
    code.iload(MASK).istore(rest).labelBinding(next);
    code.iload(rest);
    firstLane();
    body.run();
    code.iload(rest).dup().iconst_1().isub().iand().dup().istore(rest).ifne(next);
  }

  /** Makes the first lane of the mask on the stack the current one. */
  private void firstLane() {
    code.invokestatic(
            ClassDesc.of("java.lang.Integer"), "numberOfTrailingZeros", MethodTypeDesc.of(INT, INT))
        .istore(lane);
  }

  /** Whether a step's result is the same in all lanes, so that once is enough. */
  private boolean isUniform(LaneStep step) {
    return !step.results().isEmpty()
        && !(step instanceof LaneStep.Select)
        && step.results().stream().allMatch(plan.slots()::isUniform);
  }

  private void iteration() {
    inputArrays.forEach((slot, array) -> {
      code.aload(array).iload(lane).laload();
      values.pop(slot, Form.BITS);
    });
    inputMasks.forEach((predicate, mask) -> {
      code.iload(mask).iload(lane).iushr().iconst_1().iand();
      values.popPredicate(predicate);
    });
    plan.steps().stream().filter(step -> !isUniform(step)).forEach(this::step);
    outputArrays.forEach((slot, array) -> {
      code.aload(array).iload(lane);
      values.push(slot, Form.BITS);
      code.lastore();
    });
    outputMasks.forEach((predicate, mask) -> {
      code.iload(mask);
      values.pushPredicate(predicate);
      code.iload(lane).ishl().ior().istore(mask);
    });
  }

  private void step(LaneStep step) {
    switch (step) {
      case LaneStep.Copy(int d, int a) -> {
        values.push(a, Form.BITS);
        values.pop(d, Form.BITS);
      }
      case LaneStep.Unary(int d, int a, LongUnaryOperator function) ->
          values.pop(d, apply(function, LongUnaryOperator.class, a));
      case LaneStep.Binary(int d, int a, int b, LongBinaryOperator function) ->
          values.pop(d, apply(function, LongBinaryOperator.class, a, b));
      case LaneStep.Ternary(int d, int a, int b, int c, LongTernaryOperator function) ->
          values.pop(d, apply(function, LongTernaryOperator.class, a, b, c));
      case LaneStep.Split split -> split(split);
      case LaneStep.Test test -> test(test);
      case LaneStep.Select select -> select(select);
      case LaneStep.Combine(int p, int a, int b, LaneStep.Logic logic) -> {
        values.pushPredicate(a);
        values.pushPredicate(b);
        combine(logic);
        values.popPredicate(p);
      }
      case LaneStep.Load load -> accesses.load(load);
      case LaneStep.Store store -> accesses.keep(store);
      case LaneStep.Nothing() -> {}
    }
  }

  /** Pushes a function, which the compiler of the JVM sees through, as it is constant. */
  private void pushFunction(Object function, Class<?> type) {
    int index = functions.indexOf(function);
    if (index < 0) {
      index = functions.size();
      functions.add(function);
    }
    code.loadConstant(
        DynamicConstantDesc.ofNamed(
            ConstantDescs.BSM_CLASS_DATA_AT,
            ConstantDescs.DEFAULT_NAME,
            ClassDesc.ofDescriptor(type.descriptorString()),
            index));
  }

  /** Pushes what a function makes of registers; returns its form. */
  private Form apply(Object function, Class<?> general, int... sources) {
    return switch (function) {
      case RealFunction.Single1 f ->
          call(f, RealFunction.Single1.class, "apply", Form.SINGLE, sources);
      case RealFunction.Single2 f ->
          call(f, RealFunction.Single2.class, "apply", Form.SINGLE, sources);
      case RealFunction.Single3 f ->
          call(f, RealFunction.Single3.class, "apply", Form.SINGLE, sources);
      case RealFunction.Double2 f ->
          call(f, RealFunction.Double2.class, "apply", Form.DOUBLE, sources);
      case RealFunction.Double3 f ->
          call(f, RealFunction.Double3.class, "apply", Form.DOUBLE, sources);
      default -> call(function, general, "applyAsLong", Form.BITS, sources);
    };
  }

  private Form call(Object function, Class<?> type, String method, Form form, int... sources) {
    pushFunction(function, type);
    for (int slot : sources) {
      values.push(slot, form);
    }
    invoke(type, method, form.descriptor(), form, sources.length);
    return form;
  }

  private void invoke(Class<?> type, String method, ClassDesc result, Form form, int arity) {
    code.invokeinterface(
        ClassDesc.ofDescriptor(type.descriptorString()),
        method,
        MethodTypeDesc.of(result, Collections.nCopies(arity, form.descriptor())));
  }

  private void split(LaneStep.Split split) {
    int whole = code.allocateLocal(TypeKind.LONG);
    values.push(split.a(), Form.BITS);
    code.lstore(whole);
    for (int i = 0; i < split.d().size(); i++) {
      pushFunction(split.functions().get(i), LongUnaryOperator.class);
      code.lload(whole);
      invoke(LongUnaryOperator.class, "applyAsLong", LONG, Form.BITS, 1);
      values.pop(split.d().get(i), Form.BITS);
    }
  }

  private void select(LaneStep.Select select) {
    // Before the ways part.
    values.prepare(select.a(), Form.BITS);
    values.prepare(select.b(), Form.BITS);
    Label otherwise = code.newLabel();
    Label end = code.newLabel();
    values.pushPredicate(select.predicate());
    code.ifeq(otherwise);
    values.push(select.a(), Form.BITS);
    code.goto_(end).labelBinding(otherwise);
    values.push(select.b(), Form.BITS);
    code.labelBinding(end);
    values.pop(select.d(), Form.BITS);
  }

  private void test(LaneStep.Test test) {
    switch (test.test()) {
      case RealFunction.SingleTest f ->
          compare(test, f, RealFunction.SingleTest.class, "holds", Form.SINGLE);
      case RealFunction.DoubleTest f ->
          compare(test, f, RealFunction.DoubleTest.class, "holds", Form.DOUBLE);
      default -> compare(test, test.test(), LongTest.class, "test", Form.BITS);
    }
    int result = storedInt();
    LaneStep.Logic logic = test.logic();
    int with = result;
    if (logic != null) {
      // Before p is written, which it may be.
      values.pushPredicate(test.with());
      with = storedInt();
    }
    code.iload(result);
    popTest(test.p(), logic, with);
    if (test.q() >= 0) {
      code.iload(result).iconst_1().ixor();
      popTest(test.q(), logic, with);
    }
  }

  private void compare(
      LaneStep.Test test, Object function, Class<?> type, String method, Form form) {
    pushFunction(function, type);
    values.push(test.a(), form);
    values.push(test.b(), form);
    invoke(type, method, ConstantDescs.CD_boolean, form, 2);
  }

  private void popTest(int predicate, LaneStep.@Nullable Logic logic, int with) {
    if (logic != null) {
      code.iload(with);
      combine(logic);
    }
    values.popPredicate(predicate);
  }

  private void combine(LaneStep.Logic logic) {
    switch (logic) {
      case AND -> code.iand();
      case OR -> code.ior();
      case XOR -> code.ixor();
    }
  }

  private void giveBack() {
    for (int slot : layout.outputs) {
      if (plan.slots().isUniform(slot)) {
        code.aload(R).loadConstant(slot).aaload();
        values.push(slot, Form.BITS);
        code.iload(MASK)
            .invokestatic(LOOP, "fill", MethodTypeDesc.of(VOID, LONG.arrayType(), LONG, INT));
      }
    }
    exchanged.forEach((slot, index) -> {
      code.aload(R).loadConstant(slot).aload(SPARE).loadConstant(index);
      if (all) {
        code.invokestatic(
            LOOP, "exchange", MethodTypeDesc.of(VOID, LONG_ARRAYS, INT, LONG_ARRAYS, INT));
      } else {
        code.iload(MASK)
            .invokestatic(
                LOOP, "blend", MethodTypeDesc.of(VOID, LONG_ARRAYS, INT, LONG_ARRAYS, INT, INT));
      }
    });
    outputMasks.forEach((predicate, mask) -> {
      code.aload(P).loadConstant(predicate);
      code.aload(P).loadConstant(predicate).iaload();
      code.iload(MASK).iconst_m1().ixor().iand().iload(mask).ior().iastore();
    });
  }
}
