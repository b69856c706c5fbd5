package dev.magpie.cuda.channel;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The C library and this process have the same numbers for the same calls. */
class CallNumberTest {
  private static final Pattern CALL = Pattern.compile("^  CALL\\((\\w+)\\)", Pattern.MULTILINE);

  static String source(String name) throws IOException {
    try (InputStream in =
        CallNumberTest.class.getResourceAsStream("/dev/magpie/cuda/library/" + name)) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  @Test
  void callsHaveTheOrderOfTheHeader() throws IOException {
    List<String> header =
        CALL.matcher(source("calls.h")).results().map(each -> each.group(1)).toList();
    assertThat(Arrays.stream(CallNumber.values()).map(CallNumber::name)).isEqualTo(header);
  }

  @Test
  void theSharedMemoryHasOneLayout() throws IOException {
    assertThat(source("connection.c"))
        .contains("#define ACTIONS " + SharedBlock.ACTIONS + "\n")
        .contains("#define PAYLOAD (1 << 21)")
        .contains("#define MEMORY (1L << 30)")
        .contains("#define MEMORY_BYTES (1L << 39)");
    assertThat(SharedBlock.PAYLOAD).isEqualTo(1 << 21);
    assertThat(SharedBlock.MEMORY).isEqualTo(1L << 30);
    assertThat(SharedBlock.MEMORY_BYTES).isEqualTo(1L << 39);
    assertThat(source("connection.h")).contains("#define ARGUMENTS " + Request.ARGUMENTS + "\n");
  }
}
