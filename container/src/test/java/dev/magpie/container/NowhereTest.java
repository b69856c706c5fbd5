package dev.magpie.container;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class NowhereTest {
  @Test
  void itTakesAllThatIsLeft() {
    try (Nowhere nowhere = new Nowhere()) {
      ByteBuffer bytes = ByteBuffer.allocate(10).position(3).limit(8);
      assertThat(nowhere.isOpen()).isTrue();
      assertThat(nowhere.write(bytes)).isEqualTo(5);
      assertThat(bytes.position()).isEqualTo(8);
      assertThat(nowhere.write(bytes)).isZero();
    }
  }
}
