package dev.magpie.workload.trace;

import dev.magpie.workload.SeriesPrograms;
import dev.magpie.workload.hpc.HpcPrograms;
import dev.magpie.workload.series.MatrixView;
import dev.magpie.workload.training.TrainingPrograms;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.ArrayLoadInstruction;
import java.lang.classfile.instruction.ArrayStoreInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.List;
import java.util.Set;

/** Loads the programs' classes with their array instructions turned into calls of a recorder. */
final class RecordingLoader extends ClassLoader {
  private static final List<String> PROGRAMS =
      List.of(
          HpcPrograms.class.getPackageName() + ".", TrainingPrograms.class.getPackageName() + ".");
  private static final Set<TypeKind> NUMBERS =
      Set.of(TypeKind.INT, TypeKind.LONG, TypeKind.FLOAT, TypeKind.DOUBLE);
  private static final String PRODUCT =
      MatrixView.class.getName().replace('.', '/') + ".addProduct";
  private static final ClassDesc RECORDER = ClassDesc.of(ArrayRecorder.class.getName());

  RecordingLoader() {
    super("traced programs", RecordingLoader.class.getClassLoader());
  }

  /**
   * Whether this loader defines the class: programs, their list and the recorder. Their interface
   * is the parent's, so that callers can use it.
   */
  private static boolean isOwn(String name) {
    return name.equals(ArrayRecorder.class.getName())
        || name.equals(SeriesPrograms.class.getName())
        || PROGRAMS.stream().anyMatch(name::startsWith);
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!isOwn(name)) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      return loaded == null ? define(name) : loaded;
    }
  }

  private Class<?> define(String name) throws ClassNotFoundException {
    String file = name.replace('.', '/') + ".class";
    try (InputStream in = getParent().getResourceAsStream(file)) {
      if (in == null) {
        throw new ClassNotFoundException(name);
      }
      byte[] bytes = in.readAllBytes();
      byte[] own = name.equals(ArrayRecorder.class.getName()) ? bytes : recording(bytes);
      return defineClass(name, own, 0, own.length);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private byte[] recording(byte[] bytes) {
    ClassFile classFile =
        ClassFile.of(
            ClassFile.ClassHierarchyResolverOption.of(
                ClassHierarchyResolver.ofResourceParsing(getParent())
                    .orElse(ClassHierarchyResolver.defaultResolver())));
    return classFile.transformClass(
        classFile.parse(bytes), ClassTransform.transformingMethodBodies(RecordingLoader::replace));
  }

  private static void replace(CodeBuilder code, CodeElement element) {
    switch (element) {
      case ArrayLoadInstruction load when NUMBERS.contains(load.typeKind()) -> {
        ClassDesc type = load.typeKind().upperBound();
        code.invokestatic(
            RECORDER, "load", MethodTypeDesc.of(type, type.arrayType(), ConstantDescs.CD_int));
      }
      case ArrayStoreInstruction store when NUMBERS.contains(store.typeKind()) -> {
        ClassDesc type = store.typeKind().upperBound();
        code.invokestatic(
            RECORDER,
            "store",
            MethodTypeDesc.of(ConstantDescs.CD_void, type.arrayType(), ConstantDescs.CD_int, type));
      }
      case InvokeInstruction call when isKnown(call) ->
          code.invokestatic(RECORDER, call.name().stringValue(), call.typeSymbol());
      default -> code.with(element);
    }
  }

  private static boolean isKnown(InvokeInstruction call) {
    String method = call.owner().asInternalName() + "." + call.name().stringValue();
    return method.equals("java/lang/System.arraycopy")
        || method.equals(PRODUCT)
        || (method.equals("java/util/Arrays.fill")
            && "IJFD".contains(call.type().stringValue().substring(2, 3)));
  }
}
