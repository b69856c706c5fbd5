package dev.magpie.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * A page as one HTML file that needs nothing else: style, scripts and data are inside, and its
 * content security policy forbids it to load anything. The same page of the same provenance gives
 * the same bytes.
 */
public final class HtmlReport {
  private static final List<String> SCRIPTS =
      List.of(
          "drawing/dom.js",
          "drawing/tables.js",
          "drawing/names.js",
          "drawing/charts.js",
          "drawing/maps.js",
          "drawing/choice.js",
          "drawing/areas.js",
          "drawing/spans.js",
          "drawing/pictures.js",
          "drawing/build.js",
          "page.js");

  /** What turns the text around it, or is not seen, as the scripts have it. */
  private static final Pattern UNSEEN =
      Pattern.compile("[\\p{Cntrl}\\u061c\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069]");

  private HtmlReport() {}

  /** The file's text. */
  public static String render(Page page, Provenance provenance) {
    boolean charts = page.sections().stream().anyMatch(s -> hasChart(s.elements()));
    String library = charts ? resource("echarts/echarts.js") : "";
    StringBuilder script = new StringBuilder("'use strict';\n");
    SCRIPTS.forEach(name -> script.append(resource(name)));
    return new Template(resource("page.html"))
        .with("policy", policy(library, script.toString()))
        .with("title", escape(page.title()))
        .with("style", resource("drawing/elements.css") + resource("page.css"))
        .with("library", library)
        .with("data", PageJson.render(page, provenance))
        .with("script", script.toString())
        .text();
  }

  private static boolean hasChart(List<Element> elements) {
    return elements.stream()
        .anyMatch(element ->
            switch (element) {
              case Chart _, Multiples _, AreaMap _, SpanChart _ -> true;
              case Detail detail -> hasChart(detail.elements());
              case Prose _, Table _, Matrix _, BlockMap _, MapChoice _, Pictures _ -> false;
            });
  }

  /** Nothing is loaded, and no script runs but these two. */
  private static String policy(String... scripts) {
    StringBuilder sources = new StringBuilder();
    for (String script : scripts) {
      sources.append(" 'sha256-").append(sha256(script)).append('\'');
    }
    return "default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src" + sources;
  }

  private static String sha256(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return Base64.getEncoder().encodeToString(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java has SHA-256", e);
    }
  }

  private static String escape(String text) {
    String markup = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    return UNSEEN
        .matcher(markup)
        .replaceAll(each -> "\\\\u%04x".formatted((int) each.group().charAt(0)));
  }

  private static String resource(String name) {
    try (InputStream in =
        Objects.requireNonNull(HtmlReport.class.getResourceAsStream(name), name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Text with {@code {{slots}}}; what fills one is not searched for others. */
  private record Template(String before, String rest) {
    Template(String text) {
      this("", text);
    }

    /** Fills the next slot, which must be the one of this name. */
    Template with(String slot, String value) {
      int start = rest.indexOf("{{");
      int end = rest.indexOf("}}", start);
      if (start < 0 || !rest.substring(start + 2, end).equals(slot)) {
        throw new AssertionError("the template's next slot is not " + slot);
      }
      return new Template(before + rest.substring(0, start) + value, rest.substring(end + 2));
    }

    String text() {
      return before + rest;
    }
  }
}
