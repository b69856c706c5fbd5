package dev.magpie.lab.run;

import dev.magpie.lab.result.Figures;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What an experiment is, before it runs.
 *
 * @param id paper and figure, such as {@code mag/table3}
 * @param title what is measured
 * @param source where it stands in the literature
 * @param method how it is measured, in paragraphs
 * @param deviations where that differs from the paper, and why
 * @param parameters the settings that decide the result, by name
 * @param readsData whether it measures the data sets
 * @param readsScenes whether it measures the real scenes
 */
public record Description(
    String id,
    String title,
    String source,
    List<String> method,
    List<String> deviations,
    Map<String, String> parameters,
    boolean readsData,
    boolean readsScenes) {
  /** The parameter of codecs that are beside those of its paper. */
  public static final String OTHER_CODECS = "other codecs";

  private static final Pattern ID = Pattern.compile("[a-z0-9]+(/[a-z0-9]+(-[a-z0-9]+)*)");

  public Description {
    if (!ID.matcher(id).matches()) {
      throw new IllegalArgumentException("not an experiment's id: \"" + id + "\"");
    }
    method = List.copyOf(method);
    deviations = List.copyOf(deviations);
    parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
  }

  /** Begins a description; what follows adds to it. */
  public static Description of(String id, String title, String source) {
    return new Description(id, title, source, List.of(), List.of(), Map.of(), false, false);
  }

  public Description method(String paragraph) {
    return new Description(
        id, title, source, and(method, paragraph), deviations, parameters, readsData, readsScenes);
  }

  public Description deviation(String paragraph) {
    return new Description(
        id, title, source, method, and(deviations, paragraph), parameters, readsData, readsScenes);
  }

  public Description parameter(String name, Object value) {
    Map<String, String> more = new LinkedHashMap<>(parameters);
    more.put(name, value.toString());
    return new Description(id, title, source, method, deviations, more, readsData, readsScenes);
  }

  /** Names codecs that are beside those of its paper. */
  public Description otherCodecs(List<String> codecs) {
    return parameter(OTHER_CODECS, codecs);
  }

  /** Says that it measures the data sets. */
  public Description ofData() {
    return new Description(id, title, source, method, deviations, parameters, true, readsScenes);
  }

  /** Says that it measures the real scenes. */
  public Description ofScenes() {
    return new Description(id, title, source, method, deviations, parameters, readsData, true);
  }

  /**
   * The experiment that this describes.
   *
   * @param measuring measures; the same context gives the same record
   */
  public <T> Experiment<T> measure(Function<RunContext, T> measuring) {
    return new Experiment<>(this, measuring, List.of(), List.of(), _ -> Figures.none());
  }

  private static List<String> and(List<String> paragraphs, String more) {
    return Stream.concat(paragraphs.stream(), Stream.of(more)).toList();
  }
}
