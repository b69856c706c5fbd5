package dev.magpie.cli;

import java.io.OutputStream;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;

/** Begins JSON documents, laid out for people to read too. */
public final class Json {
  private Json() {}

  /** A generator for one document; closing it leaves the stream open. */
  public static JsonGenerator generator(OutputStream out) {
    DefaultPrettyPrinter layout =
        new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter("  ", "\n"));
    return JsonFactory.builder()
        .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
        .build()
        .createGenerator(
            new ObjectWriteContext.Base() {
              @Override
              public PrettyPrinter getPrettyPrinter() {
                return layout;
              }
            },
            out);
  }
}
