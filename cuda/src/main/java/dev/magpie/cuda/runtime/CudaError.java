package dev.magpie.cuda.runtime;

import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Errors of the CUDA runtime; those of the driver have the same numbers. */
public enum CudaError {
  SUCCESS(0, "cudaSuccess", "no error"),
  INVALID_VALUE(1, "cudaErrorInvalidValue", "invalid argument"),
  MEMORY_ALLOCATION(2, "cudaErrorMemoryAllocation", "out of memory"),
  INITIALIZATION(3, "cudaErrorInitializationError", "initialization error"),
  INVALID_CONFIGURATION(9, "cudaErrorInvalidConfiguration", "invalid configuration argument"),
  INVALID_PITCH(12, "cudaErrorInvalidPitchValue", "invalid pitch argument"),
  INVALID_SYMBOL(13, "cudaErrorInvalidSymbol", "invalid device symbol"),
  INVALID_DEVICE_POINTER(17, "cudaErrorInvalidDevicePointer", "invalid device pointer"),
  INVALID_TEXTURE(18, "cudaErrorInvalidTexture", "invalid texture reference"),
  INVALID_CHANNEL_DESCRIPTOR(20, "cudaErrorInvalidChannelDescriptor", "invalid channel descriptor"),
  INVALID_COPY_DIRECTION(
      21, "cudaErrorInvalidMemcpyDirection", "invalid copy direction for memcpy"),
  INVALID_DEVICE_FUNCTION(98, "cudaErrorInvalidDeviceFunction", "invalid device function"),
  NO_DEVICE(100, "cudaErrorNoDevice", "no CUDA-capable device is detected"),
  INVALID_DEVICE(101, "cudaErrorInvalidDevice", "invalid device ordinal"),
  INVALID_KERNEL_IMAGE(200, "cudaErrorInvalidKernelImage", "device kernel image is invalid"),
  ALREADY_MAPPED(208, "cudaErrorAlreadyMapped", "resource already mapped"),
  NO_KERNEL_IMAGE(
      209,
      "cudaErrorNoKernelImageForDevice",
      "no kernel image is available for execution on the device"),
  INVALID_PTX(218, "cudaErrorInvalidPtx", "a PTX JIT compilation failed"),
  FILE_NOT_FOUND(301, "cudaErrorFileNotFound", "file not found"),
  INVALID_HANDLE(400, "cudaErrorInvalidResourceHandle", "invalid resource handle"),
  ILLEGAL_STATE(
      401, "cudaErrorIllegalState", "the operation cannot be performed in the present state"),
  SYMBOL_NOT_FOUND(500, "cudaErrorSymbolNotFound", "named symbol not found"),
  NOT_READY(600, "cudaErrorNotReady", "device not ready"),
  ILLEGAL_ADDRESS(700, "cudaErrorIllegalAddress", "an illegal memory access was encountered"),
  OUT_OF_RESOURCES(701, "cudaErrorLaunchOutOfResources", "too many resources requested for launch"),
  LAUNCH_TIMEOUT(702, "cudaErrorLaunchTimeout", "the launch timed out and was terminated"),
  PEER_NOT_ENABLED(705, "cudaErrorPeerAccessNotEnabled", "peer access has not been enabled"),
  ASSERT(710, "cudaErrorAssert", "device-side assert triggered"),
  ALREADY_REGISTERED(
      712,
      "cudaErrorHostMemoryAlreadyRegistered",
      "part or all of the requested memory range is already mapped"),
  NOT_REGISTERED(
      713,
      "cudaErrorHostMemoryNotRegistered",
      "pointer does not correspond to a registered memory region"),
  MISALIGNED_ADDRESS(716, "cudaErrorMisalignedAddress", "misaligned address"),
  LAUNCH_FAILURE(719, "cudaErrorLaunchFailure", "unspecified launch failure"),
  COOPERATIVE_TOO_LARGE(
      720, "cudaErrorCooperativeLaunchTooLarge", "too many blocks in cooperative launch"),
  NOT_SUPPORTED(801, "cudaErrorNotSupported", "operation not supported"),
  CAPTURE_UNSUPPORTED(
      900, "cudaErrorStreamCaptureUnsupported", "operation not permitted when stream is capturing"),
  CAPTURE_INVALIDATED(
      901,
      "cudaErrorStreamCaptureInvalidated",
      "operation failed due to a previous error during capture"),
  UNKNOWN(999, "cudaErrorUnknown", "unknown error");

  private static final Map<Integer, CudaError> BY_CODE =
      Arrays.stream(values()).collect(Collectors.toMap(CudaError::code, Function.identity()));

  private final int code;
  private final String title;
  private final String text;

  CudaError(int code, String title, String text) {
    this.code = code;
    this.title = title;
    this.text = text;
  }

  public int code() {
    return code;
  }

  /** Its name in CUDA. */
  public String title() {
    return title;
  }

  /** What CUDA says of it. */
  public String text() {
    return text;
  }

  /** The error of a number; {@link #UNKNOWN} of one that is none here. */
  static CudaError of(int code) {
    return BY_CODE.getOrDefault(code, UNKNOWN);
  }
}
