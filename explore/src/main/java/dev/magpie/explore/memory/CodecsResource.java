package dev.magpie.explore.memory;

import dev.magpie.codec.CodecFamily;
import dev.magpie.codec.Codecs;
import dev.magpie.codec.Parameter;
import dev.magpie.explore.form.ParameterForm;
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
      List<ParameterForm> parameters) {
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
              .map(ParameterForm::of)
              .toList());
    }
  }

  @Override
  public Reply answer(PageRequest request) {
    return Reply.json(TYPE, new Choice(Codecs.families().stream().map(Family::of).toList()));
  }
}
