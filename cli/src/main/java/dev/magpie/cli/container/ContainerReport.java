package dev.magpie.cli.container;

import dev.magpie.cli.Json;
import dev.magpie.cli.Quantity;
import dev.magpie.cli.Report;
import dev.magpie.container.ContainerSettings;
import dev.magpie.container.Damage;
import dev.magpie.container.Member;
import dev.magpie.report.Csv;
import dev.magpie.report.Table;
import dev.magpie.report.TextTable;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import tools.jackson.core.JsonGenerator;

/**
 * What a container holds, and in which state.
 *
 * @param file the container
 * @param bytes its size
 * @param settings how it is coded
 * @param members what it holds
 * @param damages what is not whole
 */
record ContainerReport(
    Path file, long bytes, ContainerSettings settings, List<Member> members, List<Damage> damages)
    implements Report {
  ContainerReport {
    members = List.copyOf(members);
    damages = List.copyOf(damages);
  }

  private int blockBytes() {
    return settings.granularity().blockBytes();
  }

  private long dataBytes() {
    return members.stream().mapToLong(Member::bytes).sum();
  }

  private double ratio() {
    return (double) dataBytes() / bytes;
  }

  private String codec() {
    return settings.codec().withoutTable().toString();
  }

  /** The most important in a line. */
  String line() {
    return String.format(
        Locale.ROOT,
        "%s: %s, %s in %s of %d B, %s: %s, ratio %.3f",
        file,
        Quantity.count(members.size(), "file"),
        Quantity.bytes(dataBytes()),
        Quantity.count(
            members.stream().mapToLong(each -> each.blocks(blockBytes())).sum(), "block"),
        blockBytes(),
        codec(),
        Quantity.bytes(bytes),
        ratio());
  }

  @Override
  public String csv() {
    return Csv.render(table());
  }

  @Override
  public String text(int width) {
    return line() + "\n\n" + TextTable.render(table(), width);
  }

  private Table table() {
    Table.Builder table =
        Table.titled("")
            .text("file")
            .number("bytes", 0)
            .number("blocks", 0)
            .number("lost blocks", 0)
            .text("state");
    for (Member member : members) {
      List<Damage> here = damages.stream().filter(each -> each.member().equals(member)).toList();
      table.row(
          member.name(),
          member.bytes(),
          member.blocks(blockBytes()),
          here.stream().mapToLong(Damage::blocks).sum(),
          here.isEmpty() ? "whole" : "damaged");
    }
    return table.build();
  }

  @Override
  public void writeJson(OutputStream out) {
    try (JsonGenerator json = Json.generator(out)) {
      json.writeStartObject();
      json.writeStringProperty("schema", "magpie.container/1");
      json.writeStringProperty("file", file.toString());
      json.writeStringProperty("codec", codec());
      json.writeNumberProperty("blockBytes", blockBytes());
      json.writeNumberProperty("magBytes", settings.granularity().magBytes());
      json.writeNumberProperty("dataBytes", dataBytes());
      json.writeNumberProperty("containerBytes", bytes);
      json.writeNumberProperty("ratio", ratio());
      json.writeBooleanProperty("whole", damages.isEmpty());
      json.writeArrayPropertyStart("members");
      for (Member member : members) {
        json.writeStartObject();
        json.writeStringProperty("name", member.name());
        json.writeNumberProperty("bytes", member.bytes());
        json.writeNumberProperty("blocks", member.blocks(blockBytes()));
        json.writeStringProperty("crc32c", "%08x".formatted(member.crc32c()));
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeArrayPropertyStart("damages");
      for (Damage damage : damages) {
        json.writeStartObject();
        json.writeStringProperty("member", damage.member().name());
        json.writeNumberProperty("chunk", damage.chunk());
        json.writeNumberProperty("firstBlock", damage.firstBlock());
        json.writeNumberProperty("blocks", damage.blocks());
        json.writeStringProperty("what", damage.what());
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
      json.writeRaw('\n');
    }
  }
}
