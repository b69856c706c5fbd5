package dev.magpie.ptx.names;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * The kernels of a program by the names that people read and write. PTX, and so whatever identifies
 * a kernel, has the names that compilers make of C++: {@code _Z6reduceIfLj512EEvPT_S1_j} is {@code
 * reduce<float, 512u>(float*, float*, unsigned int)}, and {@code reduce<float, 512u>} where that is
 * enough.
 *
 * <p>Source: Itanium C++ ABI, section 5.1, Mangling. A name that is not mangled, or that cannot be
 * read, stays as it is; no text is refused.
 */
public final class KernelNames {
  /** What a column of a table has room for. */
  private static final int LONG = 60;

  private final Map<String, Signature> signatures = new LinkedHashMap<>();
  private final Map<String, String> shortest = new HashMap<>();
  private final Map<String, String> byShortest = new HashMap<>();

  private KernelNames(Collection<String> kernels) {
    kernels.forEach(each -> signatures.computeIfAbsent(each, Demangler::demangle));
    Map<String, Integer> usual = count(KernelNames::usualForms);
    Map<String, Integer> all = count(KernelNames::allForms);
    signatures.forEach((kernel, signature) -> {
      String text = shortest(kernel, signature, usual, all);
      shortest.put(kernel, text);
      byShortest.put(text, kernel);
    });
  }

  /** How many kernels have a form. */
  private Map<String, Integer> count(Function<Signature, List<String>> forms) {
    Map<String, Integer> counts = new HashMap<>();
    for (Signature each : signatures.values()) {
      Set.copyOf(forms.apply(each)).forEach(form -> counts.merge(form, 1, Integer::sum));
    }
    return counts;
  }

  private static List<String> usualForms(Signature of) {
    return List.of(of.shortForm(), of.toString());
  }

  /** With those of long names. */
  private static List<String> allForms(Signature of) {
    return List.of(
        of.shortForm(), of.toString(), of.from(0), of.name() + of.arguments(), of.name());
  }

  private static String shortest(
      String kernel, Signature of, Map<String, Integer> usual, Map<String, Integer> all) {
    if (of.toString().equals(kernel)) {
      return kernel;
    }
    String text =
        usualForms(of).stream()
            .filter(form -> usual.getOrDefault(form, 0) == 1)
            .findFirst()
            .orElse(kernel);
    return text.length() <= LONG
        ? text
        : allForms(of).stream()
            .skip(2)
            .filter(form -> form.length() <= LONG && all.getOrDefault(form, 0) == 1)
            .findFirst()
            .orElse(text);
  }

  /**
   * Names of kernels.
   *
   * @param kernels their names in PTX; the same one may come several times
   */
  public static KernelNames of(Collection<String> kernels) {
    return new KernelNames(kernels);
  }

  /**
   * All of a kernel's, or of another function's, name: scopes, arguments of templates and
   * parameters.
   */
  public static String demangle(String kernel) {
    return Demangler.demangle(kernel).toString();
  }

  /**
   * A kernel's name without its parameters, or with them if another kernel would have the same one.
   * A long one leaves out the arguments of its template, or its scopes, or both, if no other has
   * the same. Two kernels never have one name.
   *
   * @param kernel its name in PTX
   */
  public String shortest(String kernel) {
    String known = shortest.get(kernel);
    return known != null ? known : demangle(kernel);
  }

  /**
   * The kernels that a name may mean: of several only those that it is nearest to, so that what
   * {@link #shortest} says means one. Parameters, arguments of templates and outer scopes may be
   * left out, in this order.
   *
   * @param typed as in PTX, or as in C++
   * @return their names in PTX; empty if there is none
   */
  public List<String> matching(String typed) {
    if (signatures.containsKey(typed)) {
      return List.of(typed);
    }
    String shown = byShortest.get(typed);
    if (shown != null) {
      return List.of(shown);
    }
    TypedName name = TypedName.of(typed);
    for (Function<TypedName, String> reading :
        List.<Function<TypedName, String>>of(TypedName::text, TypedName::plain)) {
      String wanted = reading.apply(name);
      for (Leaving left : Leaving.values()) {
        List<String> matching = new ArrayList<>();
        signatures.forEach((kernel, signature) -> {
          if (left.forms(signature).stream()
              .anyMatch(form -> reading.apply(TypedName.of(form)).equals(wanted))) {
            matching.add(kernel);
          }
        });
        if (!matching.isEmpty()) {
          return matching;
        }
      }
    }
    return List.of();
  }

  /** What somebody leaves out of a name. */
  private enum Leaving {
    PARAMETERS,
    ARGUMENTS,
    SCOPES,
    ARGUMENTS_AND_SCOPES;

    List<String> forms(Signature of) {
      return switch (this) {
        case PARAMETERS -> List.of(of.shortForm(), of.toString());
        case ARGUMENTS -> withoutArguments(of, 0);
        case SCOPES ->
            inner(
                of,
                from ->
                    List.of(
                        of.from(from) + of.arguments(),
                        of.from(from) + of.arguments() + of.parameters()));
        case ARGUMENTS_AND_SCOPES -> inner(of, from -> withoutArguments(of, from));
      };
    }

    /** Nobody nests more. */
    private static final int MOST_SCOPES = 32;

    private static List<String> withoutArguments(Signature of, int from) {
      return List.of(of.from(from), of.from(from) + of.parameters());
    }

    private static List<String> inner(Signature of, Function<Integer, List<String>> forms) {
      List<String> all = new ArrayList<>();
      int scopes = of.scopes().size();
      for (int from = Math.max(1, scopes - MOST_SCOPES); from <= scopes; from++) {
        all.addAll(forms.apply(from));
      }
      return all;
    }
  }

  /**
   * The kernels whose names differ least from one that none has.
   *
   * @param typed as in PTX, or as in C++
   * @return their shortest names, the nearest first
   */
  public List<String> nearest(String typed, int most) {
    String wanted = TypedName.of(typed).text();
    Map<String, Integer> distances = new HashMap<>();
    signatures.forEach(
        (kernel, signature) -> distances.put(kernel, distance(wanted, kernel, signature)));
    return signatures.keySet().stream()
        .sorted(Comparator.comparingInt(kernel -> distances.getOrDefault(kernel, 0)))
        .limit(most)
        .map(this::shortest)
        .toList();
  }

  private static int distance(String wanted, String kernel, Signature signature) {
    int least = Integer.MAX_VALUE;
    for (String form :
        List.of(kernel, signature.name(), signature.from(0), signature.shortForm())) {
      least = Math.min(least, EditDistance.between(wanted, TypedName.of(form).text()));
    }
    return least;
  }
}
