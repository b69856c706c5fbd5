package dev.magpie.cli.buddy;

import dev.magpie.buddy.AllocationHistory;
import dev.magpie.buddy.Design;
import dev.magpie.buddy.TargetsFile;
import dev.magpie.cli.Json;
import dev.magpie.memory.buddy.TargetRatio;
import java.io.OutputStream;
import java.util.Locale;
import tools.jackson.core.JsonGenerator;

/** The result as JSON, {@code magpie.profile/1}: what {@code magpie replay} takes, too. */
final class ProfileJson {
  private final Profile profile;
  private final JsonGenerator json;

  private ProfileJson(Profile profile, JsonGenerator json) {
    this.profile = profile;
    this.json = json;
  }

  static void write(Profile profile, OutputStream out) {
    try (JsonGenerator json = Json.generator(out)) {
      new ProfileJson(profile, json).document();
      json.writeRaw('\n');
    }
  }

  private void document() {
    json.writeStartObject();
    json.writeStringProperty("schema", TargetsFile.SCHEMA);
    json.writeStringProperty("codec", profile.codec());
    json.writeNumberProperty("threshold", profile.profiler().threshold());
    json.writeNumberProperty("maxRatio", profile.profiler().maxRatio());
    json.writeStringProperty("sizes", profile.sizeSet().toString().toLowerCase(Locale.ROOT));
    json.writeArrayPropertyStart("snapshots");
    profile.series().snapshots().forEach(json::writeString);
    json.writeEndArray();
    json.writeNumberProperty("bytes", profile.bytes());
    json.writeArrayPropertyStart("ratios");
    for (int s = 0; s < profile.series().snapshots().size(); s++) {
      number(profile.series().ofSnapshot(s).ratio(profile.sizeSet()));
    }
    json.writeEndArray();
    json.writeArrayPropertyStart("allocations");
    for (int a = 0; a < profile.series().allocations().size(); a++) {
      allocation(a);
    }
    json.writeEndArray();
    json.writeObjectPropertyStart("designs");
    profile.byName().forEach(this::design);
    json.writeEndObject();
    json.writeEndObject();
  }

  private void allocation(int index) {
    AllocationHistory allocation = profile.series().allocations().get(index);
    json.writeStartObject();
    json.writeStringProperty("name", allocation.key().name());
    json.writeStringProperty("path", allocation.key().path());
    json.writeNumberProperty("bytes", allocation.bytes());
    json.writeArrayPropertyStart("ratios");
    for (int s = 0; s < profile.series().snapshots().size(); s++) {
      number(profile.ratio(index, s));
    }
    json.writeEndArray();
    json.writeStringProperty("target", profile.target(index).toString());
    json.writeName("buddyAccessFraction");
    number(profile.buddyAccessFraction(index));
    json.writeEndObject();
  }

  private void design(String name, Design design) {
    json.writeObjectPropertyStart(name);
    json.writeName("ratio");
    number(design.ratio());
    json.writeName("buddyAccessFraction");
    number(design.buddyAccessFraction());
    if (!design.targets().isEmpty()) {
      json.writeArrayPropertyStart("targets");
      design.targets().stream().map(TargetRatio::toString).forEach(json::writeString);
      json.writeEndArray();
    }
    json.writeEndObject();
  }

  /** Null where there is no entry, or where nothing is stored since all are zero. */
  private void number(double value) {
    if (Double.isFinite(value)) {
      json.writeNumber(value);
    } else {
      json.writeNull();
    }
  }
}
