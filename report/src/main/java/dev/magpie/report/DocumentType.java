package dev.magpie.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.PropertyNamingStrategy;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.AnnotatedMethod;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdSerializer;
import tools.jackson.databind.ser.std.ToStringSerializer;

/**
 * A kind of JSON document, bound from a record: a property for each component, in their order and
 * with their names. What a record may have: numbers, truth values, texts, enums and paths (by
 * {@code toString}), other records, and lists, arrays and maps of these, all in their order. A
 * number that is not finite is null, as an empty {@link java.util.OptionalInt}; what is null is
 * null; an empty {@link Optional} is left out. A name that is a keyword of Java has an underscore
 * behind it in the record only.
 *
 * <pre>{@code
 * record Found(String codec, List<Row> rows) {
 *   static final DocumentType<Found> TYPE = new DocumentType<>("magpie.found/1", Found.class);
 * }
 * Found.TYPE.write(new Found("mag-bdi", rows), System.out);
 * }</pre>
 *
 * @param schema name and version of what it holds, its first property
 * @param content what it is bound from
 */
public record DocumentType<T extends Record>(String schema, Class<T> content) {
  /** Binds records as documents have them. */
  static JsonMapper.Builder mapper() {
    return JsonMapper.builder()
        .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
        .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
        .accessorNaming(new ComponentNaming())
        .propertyNamingStrategy(new KeywordNaming())
        .withConfigOverride(
            Optional.class,
            config ->
                config.setInclude(
                    JsonInclude.Value.construct(
                        JsonInclude.Include.NON_ABSENT, JsonInclude.Include.ALWAYS)))
        .addModule(
            new SimpleModule()
                .addSerializer(Double.class, new FiniteDouble())
                .addSerializer(double.class, new FiniteDouble())
                .addSerializer(Path.class, ToStringSerializer.instance));
  }

  /** Made when a document is written: most commands print tables, and start sooner without. */
  private static final class Binding {
    static final JsonMapper MAPPER = mapper().build();

    static final PrettyPrinter LAYOUT =
        new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter("  ", "\n"));
  }

  /** The name first, then all that the record has. */
  private record Document(String schema, @JsonUnwrapped Record content) {}

  /** The name of a component's property. */
  static String property(String component) {
    return component.endsWith("_") ? component.substring(0, component.length() - 1) : component;
  }

  private static final class KeywordNaming extends PropertyNamingStrategy {
    private static final long serialVersionUID = 1;

    @Override
    public String nameForGetterMethod(
        MapperConfig<?> config, AnnotatedMethod method, String component) {
      return property(component);
    }
  }

  private static final class FiniteDouble extends StdSerializer<Double> {
    FiniteDouble() {
      super(Double.class);
    }

    @Override
    public void serialize(Double value, JsonGenerator json, SerializationContext context)
        throws JacksonException {
      if (Double.isFinite(value)) {
        json.writeNumber(value);
      } else {
        json.writeNull();
      }
    }
  }

  /** Writes a document, laid out for people to read too; the stream stays open. */
  public void write(T document, OutputStream out) {
    try (JsonGenerator json = Binding.MAPPER.writer().with(Binding.LAYOUT).createGenerator(out)) {
      json.writePOJO(new Document(schema, document));
      json.writeRaw('\n');
    }
  }
}
