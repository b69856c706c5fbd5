package dev.magpie.gpu.accelsim;

import static dev.magpie.gpu.stream.OperationClass.CONTROL;
import static dev.magpie.gpu.stream.OperationClass.DOUBLE_ADD;
import static dev.magpie.gpu.stream.OperationClass.DOUBLE_MAXIMUM;
import static dev.magpie.gpu.stream.OperationClass.DOUBLE_MULTIPLY;
import static dev.magpie.gpu.stream.OperationClass.DOUBLE_MULTIPLY_ADD;
import static dev.magpie.gpu.stream.OperationClass.FENCE;
import static dev.magpie.gpu.stream.OperationClass.FLOAT_ADD;
import static dev.magpie.gpu.stream.OperationClass.FLOAT_MAXIMUM;
import static dev.magpie.gpu.stream.OperationClass.FLOAT_MULTIPLY;
import static dev.magpie.gpu.stream.OperationClass.FLOAT_MULTIPLY_ADD;
import static dev.magpie.gpu.stream.OperationClass.INTEGER_ADD;
import static dev.magpie.gpu.stream.OperationClass.INTEGER_MAXIMUM;
import static dev.magpie.gpu.stream.OperationClass.INTEGER_MULTIPLY;
import static dev.magpie.gpu.stream.OperationClass.INTEGER_MULTIPLY_ADD;
import static dev.magpie.gpu.stream.OperationClass.MEMORY;
import static dev.magpie.gpu.stream.OperationClass.SPECIAL;

import dev.magpie.gpu.accelsim.Opcode.Space;
import dev.magpie.gpu.stream.MemoryAccess.Kind;
import dev.magpie.gpu.stream.OperationClass;
import java.util.HashMap;
import java.util.Map;

/**
 * The operations of SASS from Kepler to Hopper, after the instruction set reference of NVIDIA's
 * "CUDA Binary Utilities". No name has two meanings, so that one table serves all of them.
 */
final class Opcodes {
  /** What an operation is. */
  record Entry(OperationClass kind, Space space, Kind access, boolean isKnown) {}

  private static final Entry UNKNOWN = new Entry(INTEGER_ADD, Space.NONE, Kind.NONE, false);
  private static final Map<String, Entry> ALL = new HashMap<>();

  static {
    all(FLOAT_ADD, "FADD FADD32I FSWZADD FSWZ HADD2 HADD2_32I");
    all(FLOAT_MULTIPLY, "FMUL FMUL32I HMUL2 HMUL2_32I");
    all(FLOAT_MULTIPLY_ADD, "FFMA FFMA32I HFMA2 HFMA2_32I");
    // Tensor cores have no class of their own.
    all(FLOAT_MULTIPLY_ADD, "HMMA IMMA BMMA DMMA QMMA OMMA HGMMA IGMMA BGMMA QGMMA WARPGROUP");
    all(FLOAT_MAXIMUM, "FMNMX FMNMX3 HMNMX2");
    all(DOUBLE_ADD, "DADD");
    all(DOUBLE_MULTIPLY, "DMUL");
    all(DOUBLE_MULTIPLY_ADD, "DFMA");
    all(DOUBLE_MAXIMUM, "DMNMX");
    all(SPECIAL, "MUFU RRO");
    // Textures and surfaces: the trace has no addresses of theirs.
    all(SPECIAL, "TEX TEXS TLD TLD4 TLDS TLD4S TMML TXD TXQ TXA TEXDEPBAR");
    all(SPECIAL, "SUATOM SULD SUQUERY SURED SUST SULDGA SUSTGA SUCLAMP SUBFM SUEAU");
    all(
        INTEGER_ADD,
        "BMSK BREV FLO IABS IADD IADD3 IADD32I ISCADD ISCADD32I ISAD LEA LOP LOP3 LOP32I POPC SHF SHL"
            + " SHR VABSDIFF VABSDIFF4 VADD VSHL VSHR VSET VSETP BFE BFI");
    all(INTEGER_MAXIMUM, "IMNMX VMNMX VIMNMX VIMNMX3 VIADDMNMX");
    all(INTEGER_ADD, "ISETP ISET ICMP FSETP FSET FSEL FCMP FCHK HSET2 HSETP2 DSETP DSET VIADD");
    all(INTEGER_MULTIPLY, "IMUL IMUL32I");
    all(INTEGER_MULTIPLY_ADD, "IMAD IMAD32I IMADSP XMAD IDP IDP4A VMAD");
    all(
        INTEGER_ADD,
        "F2F F2FP F2I F2IP F2I I2F I2FP I2I I2IP FRND MOV MOV32I MOVM PRMT SEL SGXT SHFL PLOP3 PSETP"
            + " P2R R2P PSET CSET CSETP MATCH QSPC CCTL CCTLL CCTLT ERRBAR LDGDEPBAR CREDUX REDUX");
    all(
        INTEGER_ADD,
        "R2UR S2UR UBMSK UBREV UCLEA UF2FP UFLO UIADD3 UIMAD UISETP ULEA ULOP ULOP3 ULOP32I UMOV UP2UR"
            + " UPLOP3 UPOPC UPRMT UPSETP UR2UP USEL USETMAXREG USGXT USHF USHL USHR VOTEU");
    all(
        INTEGER_ADD,
        "B2R CS2R CSMTEST LEPC NOP PMTRIG R2B S2R SETCTAID GETLMEMBASE SETLMEMBASE VOTE VOTE_VTG"
            + " ELECT SYNCS FENCE UCGABAR_ARV UCGABAR_WAIT ACQBULK ENDCOLLECTIVE PREEXIT");
    // Copies by the tensor memory accelerator: their addresses are not read.
    all(INTEGER_ADD, "UTMALDG UTMASTG UTMAPF UTMAREDG UTMACCTL UTMACMDFLUSH UBLKCP UBLKPF UBLKRED");
    all(
        CONTROL,
        "BMOV BPT BRA BREAK BRX BRXU BSSY BSYNC CALL EXIT JMP JMX JMXU KILL NANOSLEEP RET RPCMOV RTT"
            + " WARPSYNC YIELD SSY SYNC CAL JCAL PRET BRK PBK CONT PCNT PEXIT PLONGJMP LONGJMP DEPBAR RAM"
            + " SAM");
    // No operations, but marks of the tracer's around a loop that spins.
    all(CONTROL, "REPLAY_START REPLAY_END");
    all(FENCE, "MEMBAR");
    memory(Space.GLOBAL, Kind.LOAD, "LDG LDGSTS");
    memory(Space.GLOBAL, Kind.STORE, "STG");
    memory(Space.GLOBAL, Kind.ATOMIC, "ATOM ATOMG");
    memory(Space.GLOBAL, Kind.REDUCTION, "RED REDG REDAS");
    memory(Space.LOCAL, Kind.LOAD, "LDL");
    memory(Space.LOCAL, Kind.STORE, "STL");
    memory(Space.GENERIC, Kind.LOAD, "LD");
    memory(Space.GENERIC, Kind.STORE, "ST");
    memory(Space.SHARED, Kind.LOAD, "LDS LDSM");
    memory(Space.SHARED, Kind.STORE, "STS STAS STSM");
    memory(Space.SHARED, Kind.ATOMIC, "ATOMS");
    memory(Space.CONSTANT, Kind.LOAD, "LDC ULDC LDCU");
  }

  private Opcodes() {}

  private static void all(OperationClass kind, String names) {
    for (String name : names.split(" ", -1)) {
      ALL.put(name, new Entry(kind, Space.NONE, Kind.NONE, true));
    }
  }

  private static void memory(Space space, Kind access, String names) {
    for (String name : names.split(" ", -1)) {
      ALL.put(name, new Entry(MEMORY, space, access, true));
    }
  }

  static Entry find(String name) {
    return ALL.getOrDefault(name, UNKNOWN);
  }
}
