package dev.magpie.ptx.names;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The shortest names that tell kernels apart, and kernels by what people write. */
class KernelNamesTest {
  private static final String FLOATS = "_Z6reduceIfLj512EEvPT_S1_j";
  private static final String DOUBLES = "_Z6reduceIdLj256EEvPT_S1_j";
  private static final String SORT = "_Z9mergeSortPiS_j";
  private static final String NESTED = "_ZN3foo3barILi4EEEvPf";
  private static final String INTS = "_Z3addPi";
  private static final String LONGS = "_Z3addPl";
  private static final String HIDDEN = "_ZN12_GLOBAL__N_16hiddenEv";
  private static final String COPY = "_Z4copyPKfRKj";
  private static final KernelNames NAMES =
      KernelNames.of(
          List.of(
              "saxpy",
              FLOATS,
              DOUBLES,
              SORT,
              NESTED,
              INTS,
              LONGS,
              HIDDEN,
              COPY,
              "_Z4copyPfj",
              "_Z5saxpyv"));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "saxpy | saxpy",
        FLOATS + " | reduce<float, 512u>",
        DOUBLES + " | reduce<double, 256u>",
        SORT + " | mergeSort",
        NESTED + " | foo::bar<4>",
        INTS + " | add(int*)",
        LONGS + " | add(long*)",
        HIDDEN + " | (anonymous namespace)::hidden",
        "_Z5saxpyv | saxpy()",
        "_Z5otherv | other()",
      })
  void theShortestIsWhatTellsItFromTheOthers(String kernel, String shortest) {
    assertThat(NAMES.shortest(kernel)).isEqualTo(shortest);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "reduce<float, 512u> | " + FLOATS,
        "reduce<float,512> | " + FLOATS,
        "reduce<float, (unsigned int)512> | " + FLOATS,
        "void reduce<float, 512u>(float*, float*, unsigned int) | " + FLOATS,
        "reduce<float, 512u> (float *, float *, unsigned) | " + FLOATS,
        "copy(const float *, const unsigned &) | " + COPY,
        "copy(float const*, unsigned int const&) | " + COPY,
        FLOATS + " | " + FLOATS,
        "mergeSort | " + SORT,
        "mergeSort(int*, int*, unsigned int) | " + SORT,
        "::mergeSort | " + SORT,
        "bar | " + NESTED,
        "bar<4> | " + NESTED,
        "foo::bar | " + NESTED,
        "foo::bar(float*) | " + NESTED,
        "add(long *) | " + LONGS,
        "hidden | " + HIDDEN,
        "saxpy | saxpy",
        "saxpy() | _Z5saxpyv",
      })
  void partsMayBeLeftOut(String typed, String kernel) {
    assertThat(NAMES.matching(typed)).containsExactly(kernel);
  }

  @Test
  void aNameOfSeveralIsThatOfAll() {
    assertThat(NAMES.matching("reduce")).containsExactly(FLOATS, DOUBLES);
    assertThat(NAMES.matching("add")).containsExactly(INTS, LONGS);
    assertThat(NAMES.matching("foo")).isEmpty();
    assertThat(NAMES.matching("reduce<float>")).isEmpty();
  }

  /** Otherwise nobody could name the one that is not in a namespace. */
  @Test
  void whatIsWholeComesBeforeWhatIsLeftOut() {
    KernelNames names = KernelNames.of(List.of("_Z3addi", "_ZN2ns3addEi", "_ZN2ns3addIiEEvT_"));
    assertThat(names.matching("add")).containsExactly("_Z3addi");
    assertThat(names.matching("ns::add")).containsExactly("_ZN2ns3addEi");
    assertThat(names.matching("ns::add<int>")).containsExactly("_ZN2ns3addIiEEvT_");
  }

  @Test
  void theNearestComesFirst() {
    assertThat(NAMES.nearest("redcue", 2))
        .containsExactly("reduce<float, 512u>", "reduce<double, 256u>");
    assertThat(NAMES.nearest("mergesort", 1)).containsExactly("mergeSort");
    assertThat(NAMES.nearest("_Z9mergeSortPiS_i", 1)).containsExactly("mergeSort");
  }

  @Test
  void longNamesLeaveOutMore() {
    String transform =
        "_ZN3cub17CUB_300001_SM_7506detail4scan16DeviceScanKernelINS2_10policy_hubIiiijN4cuda3std3__44plusIvEEEEEEvPT_";
    assertThat(KernelNames.of(List.of(transform)).shortest(transform))
        .isEqualTo("cub::CUB_300001_SM_750::detail::scan::DeviceScanKernel");
  }

  @Test
  void whatIsShownMeansOneKernel() {
    Set<String> kernels = CompiledNames.ALL.keySet();
    KernelNames names = KernelNames.of(kernels);
    Set<String> shown = new HashSet<>();
    for (String each : kernels) {
      assertThat(shown.add(names.shortest(each))).as(each).isTrue();
      assertThat(names.matching(names.shortest(each))).containsExactly(each);
      assertThat(names.matching(KernelNames.demangle(each))).as(each).containsExactly(each);
    }
  }

  @Test
  void kernelsOfOneNameInCxxKeepThatOfPtx() {
    String here = "_ZN27_GLOBAL__N__8404671b_4_a_cu1fEv";
    String there = "_ZN27_GLOBAL__N__9515782c_4_b_cu1fEv";
    KernelNames names = KernelNames.of(List.of(here, there));
    assertThat(names.shortest(here)).isEqualTo(here);
    assertThat(names.matching("f")).containsExactly(here, there);
  }
}
