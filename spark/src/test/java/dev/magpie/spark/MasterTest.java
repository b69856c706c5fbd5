package dev.magpie.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.analysis.ClusterException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which addresses there are, and whether somebody is there. */
class MasterTest {
  @Test
  void aClusterMayHaveSeveralMasters() {
    Master master = Master.parse("spark://a:7077,b:7078");
    assertThat(master.servers())
        .containsExactly(new Master.Server("a", 7077), new Master.Server("b", 7078));
    assertThat(master.isStandalone()).isTrue();
    assertThat(master.isLocal()).isFalse();
  }

  @Test
  void thisProcessHasNoServer() {
    assertThat(Master.parse("local[2]").isLocal()).isTrue();
    assertThat(Master.parse("local[*]").servers()).isEmpty();
    assertThat(Master.parse("yarn").isStandalone()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "spark://",
        "spark://host",
        "spark://host:99999",
        "host:7077",
        "local[0]",
        "spark://h:1,"
      })
  void otherWordsAreNone(String address) {
    assertThatThrownBy(() -> Master.parse(address))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            address
                + ": is no master of Spark; expected spark://host:7077, local[2], yarn or k8s://...");
  }

  @Test
  void nobodyThereIsALine() throws IOException {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
      Master.parse("spark://localhost:" + port).requireReachable();
    }
    String address = "spark://localhost:" + port;
    assertThatThrownBy(() -> Master.parse(address).requireReachable())
        .isInstanceOf(ClusterException.class)
        .hasMessage(address + ": cannot be reached: Connection refused");
  }

  @Test
  void g1OfAnEarlyJava25MayDamageData() {
    assertThatThrownBy(() ->
            ExecutorJdk.require(Runtime.Version.parse("25.0.2+10"), List.of("G1 Young Generation")))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("JDK-8377811");
    ExecutorJdk.require(Runtime.Version.parse("25.0.2+10"), List.of("PS Scavenge"));
    ExecutorJdk.require(Runtime.Version.parse("25.0.3+9-LTS"), List.of("G1 Young Generation"));
    ExecutorJdk.require(Runtime.Version.parse("26"), List.of("G1 Young Generation"));
  }
}
