package dev.magpie.explore.memory;

import dev.magpie.codec.CodecFamily;
import dev.magpie.codec.Codecs;
import dev.magpie.codec.Parameter;
import dev.magpie.explore.web.PageRequest;
import dev.magpie.explore.web.Reply;
import dev.magpie.explore.web.Resource;
import dev.magpie.report.DocumentType;
import java.util.List;

/** The codecs there are, with what a form for their parameters needs. */
record CodecsResource() implements Resource {
  private static final DocumentType<Choice> TYPE =
      new DocumentType<>("magpie.explore.codecs/1", Choice.class);

  private record Choice(List<Family> codecs) {}

  private record Family(
      String name,
      String title,
      String source,
      boolean lossy,
      boolean trained,
      int minimumBlockBytes,
      List<Setting> parameters) {
    static Family of(CodecFamily family) {
      return new Family(
          family.name(),
          family.title(),
          family.source(),
          family.isLossy(),
          family.isTrained(),
          family.minimumBlockBytes(),
          family.parameters().stream()
              .filter(each -> !(each instanceof Parameter.File))
              .map(Setting::of)
              .toList());
    }
  }

  /**
   * A parameter.
   *
   * @param kind of input it wants
   * @param values that it may be, or that it is made of
   */
  private record Setting(
      String name,
      String kind,
      String default_,
      List<String> values,
      int least,
      int most,
      String meaning) {
    static Setting of(Parameter parameter) {
      return switch (parameter) {
        case Parameter.Choice each -> of(each, "choice", each.values(), 0, 0);
        case Parameter.Combination each -> of(each, "combination", each.members(), 0, 0);
        case Parameter.Whole each -> of(each, "whole", List.of(), each.least(), each.most());
        case Parameter.Flag each -> of(each, "flag", List.of(), 0, 0);
        case Parameter.File each -> of(each, "file", List.of(), 0, 0);
      };
    }

    private static Setting of(
        Parameter parameter, String kind, List<String> values, int least, int most) {
      return new Setting(
          parameter.name(),
          kind,
          parameter.defaultValue(),
          values,
          least,
          most,
          parameter.meaning());
    }
  }

  @Override
  public Reply answer(PageRequest request) {
    return Reply.json(TYPE, new Choice(Codecs.families().stream().map(Family::of).toList()));
  }
}
