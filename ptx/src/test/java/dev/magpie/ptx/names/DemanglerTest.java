package dev.magpie.ptx.names;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Names of C++, out of what compilers made of them. */
@Timeout(300)
class DemanglerTest {
  @Test
  void allThatNvccGaveKernelsAreRead() {
    CompiledNames.ALL.forEach(
        (mangled, name) -> assertThat(Demangler.demangle(mangled)).as(mangled).hasToString(name));
    assertThat(CompiledNames.ALL).hasSizeGreaterThan(110);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "saxpy | saxpy",
        "_Z5emptyv | empty()",
        "_ZN3FooIiEC1Ev | Foo<int>::Foo()",
        "_ZN3FooD0Ev | Foo::~Foo()",
        "_ZN5outer3BoxIiEltERKS1_ | outer::Box<int>::operator<(outer::Box<int> const&)",
        "_ZltIiEbT_S0_ | operator< <int>(int, int)",
        "_ZNK3FoocviEv | Foo::operator int() const",
        "_ZNSt6vectorIiSaIiEE9push_backERKi | std::vector<int, std::allocator<int>>::push_back(int const&)",
        "_Z1fRKSsSo | f(std::string const&, std::ostream)",
        "_Z1fDv4_fCfPU3AS1f | f(float __vector(4), float _Complex, float AS1*)",
        "_Z1fM3FooKFvvEz | f(void (Foo::*)() const, ...)",
        "_Z3fooB5cxx11v | foo[abi:cxx11]()",
        "_Z1fIRiEvOT_RS1_ | f<int&>(int&, int&)",
        "_Z1fIJiiEJffEEvDpPFT_T0_E | f<int, int, float, float>(int (*)(float), int (*)(float))",
        "_Z1fIiEvDTcl1gfp_EE | f<int>(decltype(g({parm#1})))",
        "_Z1fIiEvDTplfp_sz1xE | f<int>(decltype({parm#1} + sizeof(x)))",
        "_Z1fILin3EEv1SIXngT_EE | f<-3>(S<-(-3)>)",
        "_ZN12_GLOBAL__N_11fEv | (anonymous namespace)::f()",
        "_ZZ4mainE1x | main::x",
        "_ZZ4mainENKUlT_E_clIiEEDaS_ | main::{lambda(auto:1)#1}::operator()<int>(int) const",
        "_ZN2at6native29vectorized_elementwise_kernelILi4ENS0_15CUDAFunctor_addIfEESt5arrayIPcLm3EEEEviT0_T1_"
            + " | at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>,"
            + " std::array<char*, 3ul>>(int, at::native::CUDAFunctor_add<float>, std::array<char*, 3ul>)",
      })
  void namesAreAsInTheProgram(String mangled, String name) {
    assertThat(KernelNames.demangle(mangled)).isEqualTo(name);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "_",
        "_Z",
        "_Z1",
        "_Z9x",
        "_Z1fT_",
        "_Z1fS_",
        "_Z1fIT_EvT_",
        "_Z1fIKT_EvKT_",
        "_ZTV3Foo",
        "_Z1fi rest",
        "_Z0v",
        "_Z99999999999999f",
        "_Z6_Z1fvv",
        "_ZN3FooE?",
        "_Z1fILi",
        "Z1fi"
      })
  void whatCannotBeReadStays(String name) {
    assertThat(KernelNames.demangle(name)).isEqualTo(name);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "P", "N1aI", "1aI", "FP", "DTpl", "XT_", "Z1f", "A1_", "M1a", "1a", "N1a", "J", "UlP"
      })
  void deepNamesStay(String part) {
    for (String begin : List.of("_Z1f", "_ZN", "_Z1fI")) {
      String name = begin + part.repeat(8000 / part.length()) + "i";
      assertThat(KernelNames.demangle(name)).hasSizeLessThan(1 << 18);
    }
  }

  /** Each refers twice to the one before. */
  @Test
  void aNameOfExponentialLengthStays() {
    StringBuilder name = new StringBuilder("_Z1f1aIiiES_IS0_S0_E");
    for (char each = '1'; each <= 'Z'; each++) {
      if (Character.isLetterOrDigit(each)) {
        name.append("S_IS%c_S%c_E".formatted(each, each));
      }
    }
    assertThat(KernelNames.demangle(name.toString())).isEqualTo(name.toString());
  }

  @Test
  void damagedNamesAreReadOrStay() {
    Random random = new Random(20);
    List<String> names = new ArrayList<>(CompiledNames.ALL.keySet());
    String letters = "_0123456789NESTIZDULXJKPROFMAvifjbcdplmgstz";
    for (int i = 0; i < 50_000; i++) {
      StringBuilder name = new StringBuilder(names.get(random.nextInt(names.size())));
      for (int edits = 1 + random.nextInt(4); edits > 0; edits--) {
        int at = random.nextInt(name.length());
        String other = names.get(random.nextInt(names.size()));
        int from = random.nextInt(other.length());
        switch (random.nextInt(3)) {
          case 0 -> name.setCharAt(at, letters.charAt(random.nextInt(letters.length())));
          case 1 -> name.delete(at, Math.min(name.length() - 1, at + 1));
          default -> name.insert(at, other, from, Math.min(other.length(), from + 9));
        }
      }
      assertThat(KernelNames.demangle(name.toString())).isNotEmpty();
    }
  }
}
