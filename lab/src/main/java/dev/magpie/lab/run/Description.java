package dev.magpie.lab.run;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

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
 */
public record Description(
    String id,
    String title,
    String source,
    List<String> method,
    List<String> deviations,
    Map<String, String> parameters,
    boolean readsData) {
  private static final Pattern ID = Pattern.compile("[a-z0-9]+(/[a-z0-9]+(-[a-z0-9]+)*)");

  public Description {
    if (!ID.matcher(id).matches()) {
      throw new IllegalArgumentException("not an experiment's id: \"" + id + "\"");
    }
    method = List.copyOf(method);
    deviations = List.copyOf(deviations);
    parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
  }

  public static Builder of(String id, String title, String source) {
    return new Builder(id, title, source);
  }

  /** Collects the rest of a description. */
  public static final class Builder {
    private final String id;
    private final String title;
    private final String source;
    private final List<String> method = new ArrayList<>();
    private final List<String> deviations = new ArrayList<>();
    private final Map<String, String> parameters = new LinkedHashMap<>();
    private boolean readsData;

    private Builder(String id, String title, String source) {
      this.id = id;
      this.title = title;
      this.source = source;
    }

    public Builder method(String paragraph) {
      method.add(paragraph);
      return this;
    }

    public Builder deviation(String paragraph) {
      deviations.add(paragraph);
      return this;
    }

    public Builder parameter(String name, Object value) {
      parameters.put(name, value.toString());
      return this;
    }

    public Builder readsData() {
      readsData = true;
      return this;
    }

    public Description build() {
      return new Description(id, title, source, method, deviations, parameters, readsData);
    }
  }
}
