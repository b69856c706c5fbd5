package dev.magpie.report;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.AccessorNamingStrategy;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.introspect.AnnotatedMethod;
import tools.jackson.databind.introspect.DefaultAccessorNamingStrategy;

/** A record's properties are its components, and not what it has beside them as {@code isEmpty}. */
final class ComponentNaming extends DefaultAccessorNamingStrategy.Provider {
  private static final long serialVersionUID = 1;

  @Override
  public AccessorNamingStrategy forRecord(MapperConfig<?> config, AnnotatedClass type) {
    return new DefaultAccessorNamingStrategy.RecordNaming(config, type) {
      @Override
      public @Nullable String findNameForIsGetter(AnnotatedMethod method, String name) {
        return null;
      }

      @Override
      public @Nullable String findNameForRegularGetter(AnnotatedMethod method, String name) {
        return _fieldNames.contains(name) ? name : null;
      }
    };
  }
}
