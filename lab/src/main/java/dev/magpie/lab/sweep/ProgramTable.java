package dev.magpie.lab.sweep;

import dev.magpie.gpu.trace.TraceException;
import dev.magpie.job.JobException;
import dev.magpie.settings.FileAddress;
import dev.magpie.settings.IoReason;
import dev.magpie.settings.SettingsTable;
import dev.magpie.workload.cuda.CudaProgram;
import dev.magpie.workload.input.InputParameter;
import dev.magpie.workload.input.WorkloadException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** A {@code [[program]]} of a sweep's file: one program, with every input that it is to have. */
record ProgramTable(SettingsTable table, Path place) {
  private static final String WORKLOAD = "workload";
  private static final String JOB = "job";
  private static final String RECORDING = "recording";
  private static final String SIZE = "size";
  private static final String SET = "set";

  List<SweptProgram> programs() {
    table.knows(Set.of(WORKLOAD, JOB, RECORDING, SIZE, SET));
    List<String> named = Stream.of(WORKLOAD, JOB, RECORDING).filter(table::has).toList();
    if (named.size() != 1) {
      throw table.wrong(WORKLOAD, "name one of workload, job and recording");
    }
    String kind = named.getFirst();
    String name = table.text(kind);
    try {
      return switch (kind) {
        case WORKLOAD -> workloads(name);
        case JOB -> List.of(SweptJob.of(name, withoutInput(kind, name)));
        default -> List.of(SweptRecording.of(name, withoutInput(kind, name)));
      };
    } catch (JobException | TraceException e) {
      throw table.wrong(kind, String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw table.wrong(kind, "%s cannot be read: %s".formatted(name, IoReason.of(e)));
    }
  }

  private Path withoutInput(String kind, String name) {
    for (String key : List.of(SIZE, SET)) {
      if (table.has(key)) {
        throw table.wrong(key, "goes with workload");
      }
    }
    try {
      return FileAddress.from(place, name);
    } catch (IllegalArgumentException e) {
      throw table.wrong(kind, String.valueOf(e.getMessage()));
    }
  }

  private List<SweptProgram> workloads(String name) {
    CudaProgram program =
        SweptWorkload.find(name)
            .orElseThrow(() ->
                table.wrong(
                    WORKLOAD,
                    "no program of kind CUDA is called '%s'; 'magpie workload' lists them"
                        .formatted(name)));
    List<SweptProgram> all = new ArrayList<>();
    for (String size : table.has(SIZE) ? OneOrMore.of(table, SIZE) : List.of("full")) {
      for (Map<String, String> input : OneOrMore.product(inputs())) {
        Map<String, String> axes = new LinkedHashMap<>();
        axes.put(SIZE, size);
        input.forEach((key, value) -> axes.put(AxisNames.ofParameter(key), value));
        try {
          all.add(SweptWorkload.of(program, size(size), input, axes));
        } catch (WorkloadException e) {
          throw table.wrong(SET, String.valueOf(e.getMessage()));
        }
      }
    }
    return all;
  }

  private Map<String, List<String>> inputs() {
    Map<String, List<String>> inputs = new LinkedHashMap<>();
    if (table.has(SET)) {
      SettingsTable set = table.table(SET);
      set.keys().forEach(key -> inputs.put(key, OneOrMore.of(set, key)));
    }
    return inputs;
  }

  private InputParameter.Size size(String name) {
    for (InputParameter.Size each : InputParameter.Size.values()) {
      if (each.name().toLowerCase(Locale.ROOT).equals(name)) {
        return each;
      }
    }
    throw table.wrong(SIZE, "is quick or full, not '%s'".formatted(name));
  }
}
