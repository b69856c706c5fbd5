package dev.magpie.ptx.compile;

import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;

/** Makes loops of plans: each is a class of its own, which nothing else refers to. */
public final class LoopCompiler {
  private static final ClassDesc SUPERCLASS = ClassDesc.of(LaneLoop.class.getName());
  private static final ClassDesc NAME =
      ClassDesc.of(LoopCompiler.class.getPackageName(), "CompiledLoop");
  private static final MethodTypeDesc RUN =
      MethodTypeDesc.of(
          ConstantDescs.CD_void,
          ConstantDescs.CD_long.arrayType(2),
          ConstantDescs.CD_int.arrayType(),
          ConstantDescs.CD_int,
          ClassDesc.of(Reach.class.getName()).arrayType(),
          ConstantDescs.CD_long.arrayType(2));

  private LoopCompiler() {}

  /** Compiles a plan. */
  public static LaneLoop compile(LanePlan plan) {
    LoopLayout layout = new LoopLayout(plan);
    List<Object> functions = new ArrayList<>();
    int[] spares = new int[1];
    byte[] bytes =
        ClassFile.of()
            .build(
                NAME,
                type ->
                    type.withFlags(ClassFile.ACC_FINAL | ClassFile.ACC_SYNTHETIC)
                        .withSuperclass(SUPERCLASS)
                        .withMethodBody(
                            ConstantDescs.INIT_NAME,
                            ConstantDescs.MTD_void,
                            0,
                            code ->
                                code.aload(0)
                                    .invokespecial(
                                        SUPERCLASS, ConstantDescs.INIT_NAME, ConstantDescs.MTD_void)
                                    .return_())
                        .withMethodBody(
                            "all",
                            RUN,
                            ClassFile.ACC_FINAL,
                            code ->
                                spares[0] =
                                    new LoopWriter(plan, layout, functions, code, true).write())
                        .withMethodBody(
                            "some",
                            RUN,
                            ClassFile.ACC_FINAL,
                            code -> new LoopWriter(plan, layout, functions, code, false).write()));
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      MethodHandles.Lookup compiled =
          lookup.defineHiddenClassWithClassData(bytes, List.copyOf(functions), true);
      LaneLoop loop =
          (LaneLoop)
              compiled
                  .findConstructor(compiled.lookupClass(), MethodType.methodType(void.class))
                  .invoke();
      loop.setSpares(spares[0]);
      return loop;
    } catch (Throwable e) {
      throw new IllegalStateException("a loop over lanes cannot be made", e);
    }
  }
}
