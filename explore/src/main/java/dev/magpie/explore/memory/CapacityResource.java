package dev.magpie.explore.memory;

import dev.magpie.buddy.AllocationHistory;
import dev.magpie.buddy.EntrySizes;
import dev.magpie.buddy.Profile;
import dev.magpie.explore.input.ShownGpus;
import dev.magpie.explore.web.PageRequest;
import dev.magpie.explore.web.RefusedException;
import dev.magpie.explore.web.Reply;
import dev.magpie.explore.web.Resource;
import dev.magpie.gpu.config.BuddyLinkConfig;
import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.lab.capacity.CapacityPlan;
import dev.magpie.lab.capacity.CapacityResult;
import dev.magpie.lab.capacity.Growth;
import dev.magpie.lab.capacity.LinkCost;
import dev.magpie.lab.capacity.ProfiledAllocation;
import dev.magpie.lab.capacity.Room;
import dev.magpie.memory.buddy.PageSize;
import dev.magpie.memory.buddy.TargetRatio;
import dev.magpie.report.DocumentType;
import dev.magpie.snapshot.NameGlob;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * How much larger the program can be on a GPU with the targets of the moment: what {@code magpie
 * capacity} answers.
 */
record CapacityResource(BuddySeries buddy, ShownGpus gpus) implements Resource {
  private static final DocumentType<Capacity> TYPE =
      new DocumentType<>("magpie.explore.capacity/1", Capacity.class);

  /** The paper's. */
  private static final String DEFAULT_GPU = "p100";

  private static final Pattern DIGITS = Pattern.compile("\\d{1,10}");

  /**
   * What fits.
   *
   * @param gpus that there are
   * @param problem why there is no answer to such a question, or empty
   * @param found empty where there is none, and until all allocations are known by samples
   */
  private record Capacity(
      List<String> gpus, String problem, boolean exact, Optional<CapacityResult> found) {}

  @Override
  public Reply answer(PageRequest request) {
    return Reply.json(TYPE, capacity(request, buddy.measured(request)));
  }

  private Capacity capacity(PageRequest request, BuddySeries.Measured measured) {
    try {
      Room room = room(request);
      LinkCost cost = cost(request);
      Growth growth = growth(request.text("profiled").orElse(""));
      return new Capacity(
          gpus.names(),
          measured.problem(),
          measured.exact(),
          measured
              .sizes()
              .map(sizes -> allocations(request, BuddySeries.profile(request, sizes)))
              .map(all -> CapacityResult.of(new CapacityPlan(all, growth, room), cost)));
    } catch (IllegalArgumentException e) {
      return new Capacity(
          gpus.names(), String.valueOf(e.getMessage()), measured.exact(), Optional.empty());
    }
  }

  private static Room room(PageRequest request) {
    return new Room(
        request.number("memory", 0, Long.MAX_VALUE),
        request.number("reserve", 0, Long.MAX_VALUE, 0),
        (int) request.number("carve", 1, 16, 4),
        PageSize.KIB_64);
  }

  private LinkCost cost(PageRequest request) {
    String name = request.text("gpu").orElse(DEFAULT_GPU);
    GpuConfig gpu =
        gpus.named(name)
            .orElseThrow(() -> RefusedException.wrong("no GPU is called '%s'".formatted(name)));
    Optional<BuddyLinkConfig> links = gpu.buddy();
    double peak =
        request
            .decimal("link")
            .or(() -> links.map(BuddyLinkConfig::peakGigabytesPerSecond))
            .orElseThrow(() ->
                RefusedException.wrong(name + " says nothing of links; 'link' is their GB/s"));
    return new LinkCost(
        gpu.peakGigabytesPerSecond(),
        peak,
        links.map(BuddyLinkConfig::headerBytes).orElse(LinkCost.NVLINK2_HEADER_BYTES),
        1,
        null);
  }

  /** A batch such as 32, a grid such as 64x64x64, or nothing. */
  private static Growth growth(String profiled) {
    if (profiled.isEmpty()) {
      return new Growth.Freely();
    }
    return DIGITS.matcher(profiled).matches()
        ? new Growth.WithBatch(Long.parseLong(profiled))
        : Growth.WithGrid.parse(profiled);
  }

  private static List<ProfiledAllocation> allocations(PageRequest request, Profile profile) {
    Optional<NameGlob> fixed = request.text("fixed").map(NameGlob::new);
    List<TargetRatio> targets = BuddySeries.targets(request, profile);
    List<ProfiledAllocation> all = new ArrayList<>();
    for (int a = 0; a < targets.size(); a++) {
      AllocationHistory history = profile.series().allocations().get(a);
      EntrySizes pooled = history.pooled();
      String name = history.key().name();
      all.add(
          new ProfiledAllocation(
              name,
              history.key().path(),
              history.bytes(),
              targets.get(a),
              (double) pooled.over(targets.get(a)) / Math.max(1, pooled.entries()),
              fixed.stream().noneMatch(glob -> glob.describes(name))));
    }
    return all;
  }
}
