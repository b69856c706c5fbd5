package dev.magpie.codec.builtin;

import dev.magpie.codec.CodecFamily;
import dev.magpie.codec.CodecProvider;
import dev.magpie.codec.basedelta.Bdi;
import dev.magpie.codec.basedelta.MagBdi;
import dev.magpie.codec.basedelta.Warped;
import dev.magpie.codec.bitplane.Bpc;
import dev.magpie.codec.bitplane.Mpc;
import dev.magpie.codec.burst.BurstModes;
import dev.magpie.codec.exponent.ExponentPalette;
import dev.magpie.codec.exponent.ExponentWindow;
import dev.magpie.codec.hybrid.BdiFpc;
import dev.magpie.codec.hybrid.Caba;
import dev.magpie.codec.hybrid.HyComp;
import dev.magpie.codec.hybrid.LatteCc;
import dev.magpie.codec.hybrid.Tavana;
import dev.magpie.codec.pattern.CPack;
import dev.magpie.codec.pattern.Fpc;
import dev.magpie.codec.pattern.Zvc;
import dev.magpie.codec.residual.Fibonacci;
import dev.magpie.codec.statistical.FpH;
import dev.magpie.codec.statistical.Fvc;
import dev.magpie.codec.statistical.HuffmanExponents;
import dev.magpie.codec.statistical.Qslc;
import dev.magpie.codec.statistical.Tslc;
import dev.magpie.codec.statistical.Unweight;
import dev.magpie.codec.statistical.WordHuffman;
import dev.magpie.codec.statistical.ZipNn;
import dev.magpie.codec.statistical.ZipServ;
import java.util.List;

/** Every codec of Magpie. To add one, write its class and add its family here. */
public final class BuiltInCodecs implements CodecProvider {

  /** In the order in which people meet them. */
  @Override
  public List<CodecFamily> codecs() {
    return List.of(
        Bdi.FAMILY,
        MagBdi.FAMILY,
        BurstModes.FAMILY,
        Fpc.FAMILY,
        CPack.FAMILY,
        Bpc.FAMILY,
        Zvc.FAMILY,
        Fibonacci.FAMILY,
        Mpc.FAMILY,
        BdiFpc.FAMILY,
        Warped.FAMILY,
        ExponentPalette.FAMILY,
        ExponentWindow.FAMILY,
        WordHuffman.E2MC,
        WordHuffman.SC2,
        Fvc.FAMILY,
        FpH.FAMILY,
        Unweight.FAMILY,
        ZipServ.FAMILY,
        HuffmanExponents.DFLOAT11,
        HuffmanExponents.ECF8,
        ZipNn.FAMILY,
        HyComp.FAMILY,
        LatteCc.FAMILY,
        Tavana.FAMILY,
        Caba.FAMILY,
        Tslc.SIMP,
        Tslc.PRED,
        Tslc.OPT,
        Qslc.FAMILY);
  }
}
