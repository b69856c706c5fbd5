package dev.magpie.depth.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

class PngFileTest {
  private static final int[] DOTS = {0, 90, 30, 200, 120, 60, 240, 0, 60, 30, 30, 254};

  private static BufferedImage grey() {
    BufferedImage image = new BufferedImage(6, 2, BufferedImage.TYPE_BYTE_GRAY);
    image.getRaster().setPixels(0, 0, 6, 2, DOTS);
    return image;
  }

  private static int[] dots(byte[] png, int width, int height) throws IOException {
    BufferedImage read = ImageIO.read(new ByteArrayInputStream(png));
    assertThat(read.getWidth()).isEqualTo(width);
    assertThat(read.getHeight()).isEqualTo(height);
    return read.getRaster().getPixels(0, 0, width, height, (int[]) null);
  }

  @Test
  void aPictureIsReadAsItIs() throws IOException {
    assertThat(dots(PngFile.of(grey()), 6, 2)).containsExactly(DOTS);
    assertThat(dots(PngFile.scaled(grey(), 6, 2), 6, 2)).containsExactly(DOTS);
  }

  @Test
  void aSmallerOneHasTheMeanOfWhatADotCovers() throws IOException {
    assertThat(dots(PngFile.scaled(grey(), 3, 2), 3, 2)).containsExactly(45, 115, 90, 120, 45, 142);
    // One and a half dots: 0, and half of 90; the other half, and 30.
    assertThat(dots(PngFile.scaled(grey(), 4, 2), 4, 2))
        .containsExactly(30, 50, 173, 80, 160, 40, 30, 179);
    assertThat(dots(PngFile.scaled(grey(), 1, 1), 1, 1)).containsExactly(93);
  }
}
