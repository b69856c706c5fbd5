package dev.magpie.cli.container;

import dev.magpie.cli.output.Quantity;
import dev.magpie.cli.output.Report;
import dev.magpie.container.ContainerSettings;
import dev.magpie.container.Damage;
import dev.magpie.container.Member;
import dev.magpie.report.Columns;
import dev.magpie.report.DocumentType;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** What a container holds, and in which state. */
record ContainerReport(
    Path file,
    String codec,
    int blockBytes,
    int magBytes,
    long dataBytes,
    long containerBytes,
    double ratio,
    boolean whole,
    List<Content> members,
    List<Damage> damages) {
  static final DocumentType<ContainerReport> TYPE =
      new DocumentType<>("magpie.container/1", ContainerReport.class);

  private record Content(String name, long bytes, long blocks, String crc32c) {}

  /**
   * What is known of a container.
   *
   * @param file the container
   * @param bytes its size
   * @param settings how it is coded
   * @param members what it holds
   * @param damages what is not whole
   */
  static ContainerReport of(
      Path file,
      long bytes,
      ContainerSettings settings,
      List<Member> members,
      List<Damage> damages) {
    int blockBytes = settings.granularity().blockBytes();
    long dataBytes = members.stream().mapToLong(Member::bytes).sum();
    return new ContainerReport(
        file,
        settings.codec().withoutTable().toString(),
        blockBytes,
        settings.granularity().magBytes(),
        dataBytes,
        bytes,
        (double) dataBytes / bytes,
        damages.isEmpty(),
        members.stream()
            .map(each ->
                new Content(
                    each.name(),
                    each.bytes(),
                    each.blocks(blockBytes),
                    "%08x".formatted(each.crc32c())))
            .toList(),
        damages);
  }

  boolean isLargerThanData() {
    return dataBytes > 0 && containerBytes > dataBytes;
  }

  /** The most important in a line. */
  String line() {
    return String.format(
        Locale.ROOT,
        "%s: %s, %s in %s of %d B, %s: %s, ratio %.3f",
        file,
        Quantity.count(members.size(), "file"),
        Quantity.bytes(dataBytes),
        Quantity.count(members.stream().mapToLong(Content::blocks).sum(), "block"),
        blockBytes,
        codec,
        Quantity.bytes(containerBytes),
        ratio);
  }

  Report report() {
    return Report.of(
            TYPE,
            this,
            new Columns<Content>()
                .text("file", Content::name)
                .number("bytes", 0, Content::bytes)
                .number("blocks", 0, Content::blocks)
                .number("lost blocks", 0, this::lostBlocks)
                .text("state", each -> losses(each).isEmpty() ? "whole" : "damaged")
                .table(members))
        .withCsv(
            Columns.ofRecord(Content.class)
                .number("lostBlocks", 0, this::lostBlocks)
                .text("whole", each -> losses(each).isEmpty())
                .table(members))
        .headed(line());
  }

  private long lostBlocks(Content member) {
    return losses(member).stream().mapToLong(Damage::blocks).sum();
  }

  private List<Damage> losses(Content member) {
    return damages.stream().filter(each -> each.member().equals(member.name())).toList();
  }
}
