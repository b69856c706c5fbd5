package dev.magpie.explore.memory;

import dev.magpie.buddy.AllocationHistory;
import dev.magpie.buddy.Design;
import dev.magpie.buddy.EntrySizes;
import dev.magpie.buddy.Profile;
import dev.magpie.buddy.ProfileResult;
import dev.magpie.buddy.Profiler;
import dev.magpie.buddy.TargetsFile;
import dev.magpie.explore.web.PageRequest;
import dev.magpie.explore.web.RefusedException;
import dev.magpie.explore.web.Reply;
import dev.magpie.explore.web.Resource;
import dev.magpie.memory.buddy.TargetRatio;
import dev.magpie.report.DocumentType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The targets of the moment as the file that {@code magpie profile -o} writes. */
record TargetsResource(BuddySeries buddy) implements Resource {
  private static final DocumentType<ProfileResult> TYPE =
      new DocumentType<>(TargetsFile.SCHEMA, ProfileResult.class);

  @Override
  public Reply answer(PageRequest request) {
    BuddySeries.Measured measured = buddy.measured(request);
    if (!measured.exact() || measured.sizes().isEmpty()) {
      throw RefusedException.later("not all is exact yet; targets are saved when it is");
    }
    Profile profile = BuddySeries.profile(request, measured.sizes().get());
    return Reply.json(TYPE, withTargets(profile, BuddySeries.targets(request, profile)));
  }

  private static ProfileResult withTargets(Profile profile, List<TargetRatio> targets) {
    ProfileResult result = ProfileResult.of(profile);
    List<ProfileResult.Entry> entries = new ArrayList<>();
    for (int a = 0; a < targets.size(); a++) {
      ProfileResult.Entry each = result.allocations().get(a);
      AllocationHistory history = profile.series().allocations().get(a);
      EntrySizes pooled = history.pooled();
      entries.add(
          new ProfileResult.Entry(
              each.name(),
              each.path(),
              each.bytes(),
              each.ratios(),
              targets.get(a).toString(),
              (double) pooled.over(targets.get(a)) / pooled.entries()));
    }
    Design design = Profiler.design(profile.series(), targets);
    Map<String, ProfileResult.Choice> designs = new LinkedHashMap<>(result.designs());
    if (!targets.equals(profile.designs().zeroOptimised().targets())) {
      designs.put(
          "chosen",
          new ProfileResult.Choice(
              design.ratio(),
              design.buddyAccessFraction(),
              Optional.of(targets.stream().map(TargetRatio::toString).toList())));
    }
    return new ProfileResult(
        result.program(),
        result.codec(),
        result.threshold(),
        result.maxRatio(),
        result.sizes(),
        result.snapshots(),
        result.bytes(),
        result.ratios(),
        entries,
        designs);
  }
}
