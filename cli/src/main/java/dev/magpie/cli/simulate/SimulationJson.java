package dev.magpie.cli.simulate;

import dev.magpie.cli.Json;
import dev.magpie.gpu.Energy;
import dev.magpie.gpu.SimulationResult;
import dev.magpie.gpu.TimedLaunch;
import dev.magpie.gpu.config.BuddyLinkConfig;
import dev.magpie.gpu.core.CoreCounts;
import dev.magpie.gpu.dram.ChannelCounters;
import dev.magpie.gpu.memory.BuddyCompression;
import dev.magpie.gpu.memory.MemoryCounters;
import dev.magpie.gpu.memory.MovedBlocks;
import dev.magpie.gpu.stream.MemoryAccess;
import java.io.OutputStream;
import tools.jackson.core.JsonGenerator;

/** A simulation as JSON, {@code magpie.simulate/1}. */
final class SimulationJson {
  private final JsonGenerator json;
  private final SimulationResult result;

  private SimulationJson(JsonGenerator json, SimulationResult result) {
    this.json = json;
    this.result = result;
  }

  static void write(SimulationResult result, OutputStream out) {
    try (JsonGenerator json = Json.generator(out)) {
      new SimulationJson(json, result).document();
      json.writeRaw('\n');
    }
  }

  private void document() {
    json.writeStartObject();
    json.writeStringProperty("schema", "magpie.simulate/1");
    json.writeStringProperty("gpu", result.config().name());
    json.writeStringProperty("sourceKind", result.kind());
    json.writeStringProperty("source", result.source());
    json.writeStringProperty("codec", result.codec());
    json.writeNumberProperty("mag", result.coding().magBytes());
    json.writeNumberProperty(
        "metadataCacheBytes", result.config().controller().metadataCache().bytes());
    json.writeNumberProperty("clockMegahertz", result.config().clockMegahertz());
    json.writeNumberProperty("cycles", result.cycles());
    json.writeNumberProperty("seconds", result.seconds());
    json.writeNumberProperty("warpInstructions", result.core().warpInstructions());
    json.writeNumberProperty("threadInstructions", result.core().threadInstructions());
    json.writeNumberProperty("ipc", result.instructionsPerCycle());
    json.writeNumberProperty("hostSeconds", result.hostSeconds());
    json.writeNumberProperty("warpInstructionsPerHostSecond", result.instructionsPerHostSecond());
    dram();
    l1(result.core().memory());
    l2(result.memory());
    crossbar(result.memory());
    metadataCache(result.memory());
    blocks(result.memory());
    buddy(result.memory());
    joules(result.energy());
    json.writeNumberProperty("schedulerCycles", result.core().schedulerCycles());
    json.writeNumberProperty("assistInstructions", result.core().assistInstructions());
    json.writeObjectPropertyStart("stalls");
    result
        .core()
        .stalls()
        .forEach((reason, cycles) -> json.writeNumberProperty(reason.toString(), cycles));
    json.writeEndObject();
    json.writeObjectPropertyStart("instructions");
    result
        .core()
        .instructions()
        .forEach((kind, count) -> json.writeNumberProperty(kind.toString(), count));
    json.writeEndObject();
    json.writeArrayPropertyStart("launches");
    result.launches().forEach(this::launch);
    json.writeEndArray();
    json.writeEndObject();
  }

  private void dram() {
    ChannelCounters sum = result.dram();
    json.writeObjectPropertyStart("dram");
    json.writeStringProperty("name", result.config().dram().name());
    counters(sum);
    json.writeNumberProperty("peakBandwidth", result.config().peakGigabytesPerSecond());
    json.writeNumberProperty("utilization", result.utilization());
    json.writeNumberProperty("forwardedReads", sum.forwardedReads);
    json.writeNumberProperty("mergedWrites", sum.mergedWrites);
    json.writeNumberProperty("activates", sum.activates);
    json.writeNumberProperty("refreshes", sum.refreshes);
    number("meanReadLatency", sum.meanReadLatency());
    json.writeArrayPropertyStart("channels");
    for (ChannelCounters each : result.channels()) {
      json.writeStartObject();
      counters(each);
      json.writeNumberProperty("utilization", result.utilization(each));
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private void counters(ChannelCounters counters) {
    json.writeNumberProperty("reads", counters.reads);
    json.writeNumberProperty("writes", counters.writes);
    json.writeNumberProperty("bursts", counters.accesses());
    json.writeNumberProperty("bytes", result.bytes(counters));
    json.writeNumberProperty("rowHits", counters.rowHits);
    json.writeNumberProperty("rowMisses", counters.rowMisses);
    json.writeNumberProperty("rowConflicts", counters.rowConflicts);
    number("rowHitRate", counters.rowHitRate());
    json.writeNumberProperty("bandwidth", result.bandwidth(counters));
  }

  private void l1(CoreCounts.Memory l1) {
    json.writeObjectPropertyStart("l1");
    json.writeNumberProperty("hits", l1.hits());
    json.writeNumberProperty("merged", l1.merged());
    json.writeNumberProperty("misses", l1.misses());
    json.writeNumberProperty("uncached", l1.uncached());
    json.writeNumberProperty("writes", l1.writes());
    number("hitRate", (double) (l1.hits() + l1.merged()) / (l1.hits() + l1.merged() + l1.misses()));
    json.writeNumberProperty("sharedAccesses", l1.sharedAccesses());
    json.writeNumberProperty("sharedConflictCycles", l1.sharedConflictCycles());
    json.writeEndObject();
  }

  private void l2(MemoryCounters l2) {
    json.writeObjectPropertyStart("l2");
    json.writeNumberProperty("reads", l2.reads);
    json.writeNumberProperty("writes", l2.writes);
    json.writeNumberProperty("atomics", l2.atomics);
    json.writeNumberProperty("hits", l2.l2Hits);
    json.writeNumberProperty("merged", l2.l2Merges);
    json.writeNumberProperty("misses", l2.l2Misses);
    json.writeNumberProperty("sectorMisses", l2.l2SectorMisses);
    json.writeNumberProperty("writeHits", l2.l2WriteHits);
    json.writeNumberProperty("writeMisses", l2.l2WriteMisses);
    json.writeNumberProperty("evictions", l2.l2Evictions);
    json.writeNumberProperty("writeBacks", l2.l2WriteBacks);
    number("hitRate", (double) (l2.l2Hits + l2.l2Merges) / SimulationTables.l2Reads(l2));
    number("meanLatency", l2.meanLatency());
    json.writeEndObject();
  }

  private void crossbar(MemoryCounters counters) {
    json.writeObjectPropertyStart("crossbar");
    json.writeNumberProperty("requestFlits", counters.requestFlits);
    json.writeNumberProperty("answerFlits", counters.answerFlits);
    json.writeNumberProperty(
        "requestUtilization", result.crossbarUtilization(counters.requestFlits));
    json.writeNumberProperty("answerUtilization", result.crossbarUtilization(counters.answerFlits));
    json.writeEndObject();
  }

  private void metadataCache(MemoryCounters counters) {
    json.writeObjectPropertyStart("metadataCache");
    json.writeNumberProperty("accesses", counters.metadataAccesses);
    json.writeNumberProperty("misses", counters.metadataMisses);
    number("hitRate", counters.metadataHitRate());
    json.writeNumberProperty("readBytes", counters.metadataReadBytes);
    json.writeNumberProperty("writtenBytes", counters.metadataWrittenBytes);
    json.writeEndObject();
  }

  /** What moved coded; all zero without a codec. */
  private void blocks(MemoryCounters counters) {
    MovedBlocks reads = counters.codedReads;
    MovedBlocks writes = counters.codedWrites;
    long blocks = reads.blocks() + writes.blocks();
    json.writeObjectPropertyStart("blocks");
    moved("reads", reads);
    moved("writes", writes);
    number(
        "rawRatio",
        (double) blocks * MemoryAccess.LINE_BYTES / (reads.codeBytes() + writes.codeBytes()));
    number(
        "effectiveRatio",
        (double) blocks * MemoryAccess.LINE_BYTES / (reads.movedBytes() + writes.movedBytes()));
    json.writeNumberProperty("mergingReads", counters.mergingReads);
    json.writeNumberProperty("approximated", counters.approximatedBlocks);
    json.writeNumberProperty("compressed", counters.compressedBlocks);
    json.writeNumberProperty("decompressed", counters.decompressedBlocks);
    json.writeNumberProperty("assisted", counters.assistedBlocks);
    json.writeEndObject();
  }

  /** What Buddy memory did, and the links to it; null without. */
  private void buddy(MemoryCounters counters) {
    if (!(result.coding() instanceof BuddyCompression buddy)) {
      json.writeNullProperty("buddy");
      json.writeNullProperty("link");
      return;
    }
    json.writeObjectPropertyStart("buddy");
    json.writeStringProperty("targets", buddy.targets().toString());
    json.writeNumberProperty("coveredBytes", counters.buddyCoveredBytes);
    json.writeNumberProperty("deviceBytes", counters.buddyDeviceBytes);
    number("ratio", (double) counters.buddyCoveredBytes / counters.buddyDeviceBytes);
    json.writeNumberProperty("accesses", result.entryAccesses());
    json.writeNumberProperty("buddyAccesses", counters.buddyAccesses);
    number("buddyShare", (double) counters.buddyAccesses / result.entryAccesses());
    json.writeNumberProperty("sectorsRead", counters.buddySectorsRead);
    json.writeNumberProperty("sectorsWritten", counters.buddySectorsWritten);
    json.writeNumberProperty("overflows", counters.overflows);
    json.writeEndObject();
    BuddyLinkConfig links = result.config().buddy().orElseThrow();
    json.writeObjectPropertyStart("link");
    json.writeNumberProperty("links", links.links());
    json.writeNumberProperty("peakBandwidth", links.peakGigabytesPerSecond());
    json.writeNumberProperty("reads", counters.linkReads);
    json.writeNumberProperty("writes", counters.linkWrites);
    json.writeNumberProperty("bytesTo", counters.linkBytesTo);
    json.writeNumberProperty("bytesFrom", counters.linkBytesFrom);
    json.writeNumberProperty("utilizationTo", result.linkUtilization(counters.linkBytesTo));
    json.writeNumberProperty("utilizationFrom", result.linkUtilization(counters.linkBytesFrom));
    number("meanReadLatency", (double) counters.linkReadCycles / counters.linkReads);
    json.writeEndObject();
  }

  private void moved(String name, MovedBlocks moved) {
    json.writeObjectPropertyStart(name);
    json.writeNumberProperty("blocks", moved.blocks());
    json.writeObjectPropertyStart("bursts");
    for (int i = 0; i <= MemoryAccess.LINE_BYTES / result.coding().magBytes(); i++) {
      json.writeNumberProperty(String.valueOf(i), moved.blocksOf(i));
    }
    json.writeEndObject();
    number("rawRatio", moved.rawRatio());
    number("effectiveRatio", moved.effectiveRatio());
    json.writeEndObject();
  }

  private void joules(Energy energy) {
    json.writeObjectPropertyStart("joules");
    json.writeNumberProperty("activate", energy.activate());
    json.writeNumberProperty("column", energy.column());
    json.writeNumberProperty("io", energy.io());
    json.writeNumberProperty("metadataCache", energy.metadataCache());
    number("codec", energy.codec());
    json.writeNumberProperty("link", energy.link());
    json.writeNumberProperty("buddyMemory", energy.buddyMemory());
    json.writeNumberProperty("total", energy.total());
    json.writeStringProperty("dramSource", energy.dramSource());
    json.writeStringProperty("metadataCacheSource", energy.metadataCacheSource());
    json.writeStringProperty("codecSource", energy.codecSource());
    json.writeStringProperty("linkSource", energy.linkSource());
    json.writeEndObject();
  }

  private void launch(TimedLaunch row) {
    json.writeStartObject();
    json.writeNumberProperty("launch", row.timing().number());
    json.writeStringProperty("kernel", row.timing().kernel());
    json.writeNumberProperty("begin", row.timing().begin());
    json.writeNumberProperty("cycles", row.timing().cycles());
    json.writeNumberProperty("warpInstructions", row.timing().warpInstructions());
    json.writeNumberProperty("ipc", row.instructionsPerCycle());
    json.writeNumberProperty("blocks", row.timing().blocks());
    json.writeNumberProperty("blocksPerMultiprocessor", row.timing().occupancy());
    json.writeStringProperty("limitedBy", row.timing().limit());
    json.writeNumberProperty("dramBytes", row.dramBytes());
    json.writeNumberProperty("bandwidth", row.bandwidth(result.config().clockMegahertz()));
    json.writeEndObject();
  }

  /** A number, or null where nothing was counted. */
  private void number(String name, double value) {
    if (Double.isFinite(value)) {
      json.writeNumberProperty(name, value);
    } else {
      json.writeNullProperty(name);
    }
  }
}
