package dev.magpie.ptx.names;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What binutils makes of the same names. It writes spaces and parentheses elsewhere, and what a
 * template returns.
 */
class BinutilsNamesTest {
  /** Where it differs in more than that, and what of. */
  private static final Map<String, String> DIFFERENT =
      Map.ofEntries(
          Map.entry("_Z9automaticILDnEEvv", "a null pointer is decltype(nullptr)"),
          Map.entry("_Z5realsILf3fc00000ELdbfd0000000000000EEvv", "a real is its bits"),
          Map.entry("_Z6calledIXadL_ZN5outer3BoxIiE5twiceEiEEEvv", "parameters are left out"),
          Map.entry("_Z6calledIXadL_ZN4HostIiE3runILi3EEEiiEEEvv", "its result is written"),
          Map.entry(
              "_Z7enabledIiENSt9enable_ifIXsr3std11is_integralIT_EE5valueEvE4typeES1_",
              "its result is written"),
          Map.entry(
              "_Z7enabledIfENSt9enable_ifIXaantsr3std11is_integralIT_EE5valuegtstS1_Li2EEvE4typeES1_",
              "its result is written"),
          Map.entry("_Z5typedI7HasTypeEvT_DTplfL0p_Li1EEPNS1_4typeE", "fL is not read"),
          Map.entry("_Z8declaredIfEvT_DTmlcvS0__EfL0p_E", "fL is not read"),
          Map.entry(
              "_Z8sequenceIjJLj0ELj1ELj2EEEv8SequenceIT_JXT0_EEE", "one of a pack is written"));

  @TempDir Path directory;

  @Test
  void namesAreThoseOfCxxfilt() throws Exception {
    List<String> mangled = List.copyOf(CompiledNames.ALL.keySet());
    List<String> theirs = filtered(mangled);
    assertThat(theirs).hasSameSizeAs(mangled);
    List<String> different = new ArrayList<>();
    for (int i = 0; i < mangled.size(); i++) {
      String ours = KernelNames.demangle(mangled.get(i));
      if (!bare(ours).equals(bare(theirs.get(i)))) {
        different.add(mangled.get(i));
      }
    }
    assertThat(different).containsExactlyInAnyOrderElementsOf(DIFFERENT.keySet());
  }

  private List<String> filtered(List<String> names) throws Exception {
    Path in = Files.write(directory.resolve("names"), names);
    Path out = directory.resolve("filtered");
    try {
      Process process =
          new ProcessBuilder("c++filt")
              .redirectInput(in.toFile())
              .redirectOutput(out.toFile())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      assertThat(process.waitFor()).isZero();
    } catch (IOException e) {
      return abort("no c++filt, so names are compared with nothing; it is in binutils: " + e);
    }
    return Files.readAllLines(out, StandardCharsets.UTF_8);
  }

  private static String bare(String name) {
    return name.replaceFirst("^void ", "").replaceAll("[ ()]", "");
  }
}
