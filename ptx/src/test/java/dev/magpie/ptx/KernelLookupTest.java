package dev.magpie.ptx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.ptx.execute.Dim3;
import dev.magpie.ptx.execute.KernelFaultException;
import dev.magpie.ptx.ir.PtxException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Kernels of C++ by their names there. */
class KernelLookupTest {
  private static final String FLOATS = "_Z6reduceIfLj512EEvPT_S1_j";
  private static final String DOUBLES = "_Z6reduceIdLj512EEvPT_S1_j";

  private static Module module(List<String> kernels) {
    return module(
        kernels.stream()
            .map(".visible .entry %s() { ret; }\n"::formatted)
            .collect(Collectors.joining()));
  }

  private static Module module(String declarations) {
    return new Device()
        .load("some.ptx", ".version 8.0\n.target sm_75\n.address_size 64\n" + declarations);
  }

  @Test
  void aKernelIsTheSameByEachOfItsNames() {
    Module module = module(List.of(FLOATS, "_Z5cleanPf"));
    Kernel reduce = module.kernel(FLOATS);
    assertThat(module.kernel("reduce")).isSameAs(reduce);
    assertThat(module.kernel("reduce<float, 512u>")).isSameAs(reduce);
    assertThat(module.kernel("void reduce<float, 512>(float *, float *, unsigned int)"))
        .isSameAs(reduce);
    assertThat(reduce.name()).isEqualTo(FLOATS);
    assertThat(reduce.shortName()).isEqualTo("reduce<float, 512u>");
  }

  @Test
  void ofSeveralTheirNamesAreTold() {
    assertThatThrownBy(() -> module(List.of(FLOATS, DOUBLES)).kernel("reduce"))
        .isInstanceOf(PtxException.class)
        .hasMessage(
            "some.ptx: 'reduce' is the name of 2 kernels; write which, as reduce<float, 512u>, reduce<double, 512u>");
  }

  @Test
  void ofAFewAllAreToldWhereThereIsNone() {
    assertThatThrownBy(() -> module(List.of(FLOATS, "_Z5cleanPf")).kernel("sum"))
        .hasMessage("some.ptx: has no kernel 'sum'; it has reduce<float, 512u>, clean");
    assertThatThrownBy(() -> module("").kernel("sum"))
        .hasMessage("some.ptx: has no kernel 'sum'; it has none");
  }

  @Test
  void ofManyTheNearestAreTold() {
    List<String> kernels =
        IntStream.range(0, 20).mapToObj(i -> "_Z7kernel%cv".formatted('a' + i)).toList();
    assertThatThrownBy(() -> module(kernels).kernel("kernelC"))
        .hasMessage(
            "some.ptx: has no kernel 'kernelC'; it has 20, the nearest are kernela, kernelb, kernelc");
    List<String> instances =
        IntStream.range(0, 20).mapToObj(i -> "_Z1kILi%dEEvv".formatted(i)).toList();
    assertThatThrownBy(() -> module(instances).kernel("k"))
        .hasMessage(
            "some.ptx: 'k' is the name of 20 kernels; write which, as k<0>, k<1>, k<2>, k<3>, k<4>, k<5>, k<6>, k<7>"
                + " and 12 more");
  }

  @Test
  void faultsNameTheKernelAsInItsSource() {
    Kernel kernel = module(".visible .entry _Z4stopIiEvPT_() { trap; }").kernel("stop");
    assertThatThrownBy(() ->
            new Device().launch(Launch.of(kernel, Dim3.of(1), Dim3.of(1)), LaunchOptions.DEFAULT))
        .isInstanceOf(KernelFaultException.class)
        .hasMessageStartingWith("some.ptx:4: kernel stop<int>, block (0,0,0)");
    assertThatThrownBy(() ->
            module(".func _Z4halfPf();\n.visible .entry _Z5wholev() { call _Z4halfPf; ret; }")
                .kernel("whole"))
        .hasMessage(
            "some.ptx:5: kernel whole: call: function 'half(float*)' is not defined in the module, and the device has none of"
                + " the name");
  }
}
