package dev.magpie.job;

import dev.magpie.job.JobArgument.Address;
import dev.magpie.job.JobArgument.Array;
import dev.magpie.job.JobArgument.Scalar;
import dev.magpie.job.JobArgument.Structure;
import dev.magpie.job.expression.ExpressionParser;
import dev.magpie.snapshot.Dtype;
import java.util.ArrayList;
import java.util.List;

/** Reads the arguments of a launch: addresses, numbers, structures. */
final class ArgumentReader {
  /** As large as C lets a type be aligned on a GPU. */
  private static final int MOST_ALIGNMENT = 128;

  private final JobNames buffers;
  private final ExpressionParser.Names names;
  private final JobSection launch;

  ArgumentReader(JobSection launch, JobNames buffers, ExpressionParser.Names names) {
    this.launch = launch;
    this.buffers = buffers;
    this.names = names;
  }

  /** The arguments under a key. */
  List<JobArgument> read(String key) {
    List<JobArgument> arguments = new ArrayList<>();
    for (Object each : launch.elements(key, "in a structure")) {
      JobArgument argument = argument(launch, key, each);
      if (argument instanceof Array) {
        throw launch.bad(key, "an array is passed in a structure: { struct = [{ array = ... }] }");
      }
      arguments.add(argument);
    }
    return arguments;
  }

  private JobArgument argument(JobSection in, String key, Object value) {
    return switch (value) {
      case String text when text.startsWith("@") -> address(in, key, text.substring(1));
      case String text -> number(in, key, text);
      case JobSection section when section.has("array") -> array(section);
      case JobSection section -> structure(section);
      default -> throw in.bad(key, "%s must be a list of strings and structures".formatted(key));
    };
  }

  private Address address(JobSection in, String key, String buffer) {
    if (!buffers.buffers().containsKey(buffer)) {
      throw in.bad(key, buffers.noBuffer(buffer));
    }
    return new Address(buffer);
  }

  private Scalar number(JobSection in, String key, String text) {
    String at = JobSection.quoted(in.at(key) + ": argument", text);
    int colon = text.indexOf(':');
    if (colon < 0) {
      throw new JobException(
          at
              + ": is neither @buffer nor type:number, such as i32:7; a structure is { struct = [] }");
    }
    Dtype dtype;
    try {
      dtype = Dtype.parse(text.substring(0, colon));
    } catch (IllegalArgumentException e) {
      throw new JobException("%s: %s".formatted(at, e.getMessage()), e);
    }
    Formula number = Formula.of(at, text.substring(colon + 1).strip(), names);
    if (number.needsNoBuffers()) {
      number.bits(dtype, Formula.NOTHING);
    }
    return new Scalar(dtype, number);
  }

  private Array array(JobSection section) {
    section.allow("array", "count");
    JobArgument element = argument(section, "array", section.element("array", "in a structure"));
    long count = section.whole("count", 0, 1, Structure.MOST_BYTES);
    if (count == 0) {
      throw section.bad("array", "an array needs a count");
    }
    if (element.bytes() * count > Structure.MOST_BYTES) {
      throw section.bad(
          "count",
          "an array of %d bytes is larger than %d bytes, the most that parameters take"
              .formatted(element.bytes() * count, Structure.MOST_BYTES));
    }
    return new Array(element, (int) count);
  }

  private Structure structure(JobSection section) {
    section.allow("struct", "align");
    List<JobArgument> members = new ArrayList<>();
    for (Object each : section.elements("struct", "in a structure")) {
      members.add(argument(section, "struct", each));
    }
    if (members.isEmpty()) {
      throw section.bad("struct", "a structure has a member");
    }
    long align = section.whole("align", 1, 1, MOST_ALIGNMENT);
    if (Long.bitCount(align) != 1) {
      throw section.bad("align", "align is a power of two, not " + align);
    }
    try {
      return Structure.of(members, (int) align);
    } catch (IllegalArgumentException e) {
      throw section.bad("struct", String.valueOf(e.getMessage()));
    }
  }
}
