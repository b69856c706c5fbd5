/* Functions that are not there, and what they would do: named when called, and an error. */
#define ABSENT_FUNCTIONS(ABSENT) \
  ABSENT(cudaArrayGetMemoryRequirements, "handles arrays through the driver or in parts") \
  ABSENT(cudaArrayGetPlane, "handles arrays through the driver or in parts") \
  ABSENT(cudaArrayGetSparseProperties, "handles arrays through the driver or in parts") \
  ABSENT(cudaD3D10SetDirect3DDevice, "shares resources with a graphics library") \
  ABSENT(cudaD3D11SetDirect3DDevice, "shares resources with a graphics library") \
  ABSENT(cudaD3D9SetDirect3DDevice, "shares resources with a graphics library") \
  ABSENT(cudaDestroyExternalMemory, "shares memory and semaphores with another library") \
  ABSENT(cudaDestroyExternalSemaphore, "shares memory and semaphores with another library") \
  ABSENT(cudaDeviceFlushGPUDirectRDMAWrites, "inspects or changes a device") \
  ABSENT(cudaDeviceGetHostAtomicCapabilities, "inspects or changes a device") \
  ABSENT(cudaDeviceGetNvSciSyncAttributes, "shares memory and semaphores with another library") \
  ABSENT(cudaDeviceGetP2PAtomicCapabilities, "copies between devices") \
  ABSENT(cudaDeviceGetTexture1DLinearMaxWidth, "inspects or changes a device") \
  ABSENT(cudaDeviceRegisterAsyncNotification, "tells about errors, or keeps the state of a process") \
  ABSENT(cudaDeviceUnregisterAsyncNotification, "tells about errors, or keeps the state of a process") \
  ABSENT(cudaEGLStreamConsumerAcquireFrame, "shares resources with a graphics library") \
  ABSENT(cudaEGLStreamConsumerConnect, "shares resources with a graphics library") \
  ABSENT(cudaEGLStreamConsumerConnectWithFlags, "shares resources with a graphics library") \
  ABSENT(cudaEGLStreamConsumerDisconnect, "shares resources with a graphics library") \
  ABSENT(cudaEGLStreamConsumerReleaseFrame, "shares resources with a graphics library") \
  ABSENT(cudaEGLStreamProducerConnect, "shares resources with a graphics library") \
  ABSENT(cudaEGLStreamProducerDisconnect, "shares resources with a graphics library") \
  ABSENT(cudaEGLStreamProducerPresentFrame, "shares resources with a graphics library") \
  ABSENT(cudaEGLStreamProducerReturnFrame, "shares resources with a graphics library") \
  ABSENT(cudaEventCreateFromEGLSync, "shares resources with a graphics library") \
  ABSENT(cudaExternalMemoryGetMappedBuffer, "shares memory and semaphores with another library") \
  ABSENT(cudaExternalMemoryGetMappedMipmappedArray, "shares memory and semaphores with another library") \
  ABSENT(cudaGLGetDevices, "shares resources with a graphics library") \
  ABSENT(cudaGLMapBufferObject, "shares resources with a graphics library") \
  ABSENT(cudaGLMapBufferObjectAsync, "shares resources with a graphics library") \
  ABSENT(cudaGLRegisterBufferObject, "shares resources with a graphics library") \
  ABSENT(cudaGLSetBufferObjectMapFlags, "shares resources with a graphics library") \
  ABSENT(cudaGLSetGLDevice, "shares resources with a graphics library") \
  ABSENT(cudaGLUnmapBufferObject, "shares resources with a graphics library") \
  ABSENT(cudaGLUnmapBufferObjectAsync, "shares resources with a graphics library") \
  ABSENT(cudaGLUnregisterBufferObject, "shares resources with a graphics library") \
  ABSENT(cudaGetExportTable, "the static runtime does: that of a stripped program or of a shared library cannot be led here; compile with nvcc -cudart shared") \
  ABSENT(cudaGetTextureObjectResourceViewDesc, "is of the interface of NVIDIA's driver") \
  ABSENT(cudaGraphAddExternalSemaphoresSignalNode, "shares memory and semaphores with another library") \
  ABSENT(cudaGraphAddExternalSemaphoresWaitNode, "shares memory and semaphores with another library") \
  ABSENT(cudaGraphExecExternalSemaphoresSignalNodeSetParams, "shares memory and semaphores with another library") \
  ABSENT(cudaGraphExecExternalSemaphoresWaitNodeSetParams, "shares memory and semaphores with another library") \
  ABSENT(cudaGraphExecGetFlags, "inspects or changes a graph") \
  ABSENT(cudaGraphExternalSemaphoresSignalNodeGetParams, "shares memory and semaphores with another library") \
  ABSENT(cudaGraphExternalSemaphoresSignalNodeSetParams, "shares memory and semaphores with another library") \
  ABSENT(cudaGraphExternalSemaphoresWaitNodeGetParams, "shares memory and semaphores with another library") \
  ABSENT(cudaGraphExternalSemaphoresWaitNodeSetParams, "shares memory and semaphores with another library") \
  ABSENT(cudaGraphKernelNodeSetParam, "inspects or changes a graph") \
  ABSENT(cudaGraphKernelNodeUpdatesApply, "inspects or changes a graph") \
  ABSENT(cudaGraphicsEGLRegisterImage, "shares resources with a graphics library") \
  ABSENT(cudaGraphicsGLRegisterBuffer, "shares resources with a graphics library") \
  ABSENT(cudaGraphicsGLRegisterImage, "shares resources with a graphics library") \
  ABSENT(cudaGraphicsMapResources, "shares resources with a graphics library") \
  ABSENT(cudaGraphicsResourceGetMappedEglFrame, "shares resources with a graphics library") \
  ABSENT(cudaGraphicsResourceGetMappedMipmappedArray, "shares resources with a graphics library") \
  ABSENT(cudaGraphicsResourceGetMappedPointer, "shares resources with a graphics library") \
  ABSENT(cudaGraphicsResourceSetMapFlags, "shares resources with a graphics library") \
  ABSENT(cudaGraphicsSubResourceGetMappedArray, "shares resources with a graphics library") \
  ABSENT(cudaGraphicsUnmapResources, "shares resources with a graphics library") \
  ABSENT(cudaGraphicsUnregisterResource, "shares resources with a graphics library") \
  ABSENT(cudaGraphicsVDPAURegisterOutputSurface, "shares resources with a graphics library") \
  ABSENT(cudaGraphicsVDPAURegisterVideoSurface, "shares resources with a graphics library") \
  ABSENT(cudaImportExternalMemory, "shares memory and semaphores with another library") \
  ABSENT(cudaImportExternalSemaphore, "shares memory and semaphores with another library") \
  ABSENT(cudaKernelSetAttributeForDevice, "inspects or changes a kernel") \
  ABSENT(cudaLibraryEnumerateKernels, "loads kernels as a library") \
  ABSENT(cudaLibraryGetKernelCount, "loads kernels as a library") \
  ABSENT(cudaLibraryGetManaged, "loads kernels as a library") \
  ABSENT(cudaLibraryGetUnifiedFunction, "loads kernels as a library") \
  ABSENT(cudaLogsCurrent, "tells about errors, or keeps the state of a process") \
  ABSENT(cudaLogsDumpToFile, "tells about errors, or keeps the state of a process") \
  ABSENT(cudaLogsDumpToMemory, "tells about errors, or keeps the state of a process") \
  ABSENT(cudaLogsRegisterCallback, "tells about errors, or keeps the state of a process") \
  ABSENT(cudaLogsUnregisterCallback, "tells about errors, or keeps the state of a process") \
  ABSENT(cudaMemDiscardAndPrefetchBatchAsync, "handles many ranges of memory at once") \
  ABSENT(cudaMemDiscardBatchAsync, "handles many ranges of memory at once") \
  ABSENT(cudaMemGetDefaultMemPool, "shares or inspects pools of memory") \
  ABSENT(cudaMemGetMemPool, "shares or inspects pools of memory") \
  ABSENT(cudaMemPrefetchBatchAsync, "handles many ranges of memory at once") \
  ABSENT(cudaMemRangeGetAttribute, "asks where a range of memory is") \
  ABSENT(cudaMemRangeGetAttributes, "asks where a range of memory is") \
  ABSENT(cudaMemSetMemPool, "shares or inspects pools of memory") \
  ABSENT(cudaMemcpy3DBatchAsync, "handles many ranges of memory at once") \
  ABSENT(cudaMemcpyArrayToArray, "handles arrays through the driver or in parts") \
  ABSENT(cudaMemcpyFromArrayAsync, "handles arrays through the driver or in parts") \
  ABSENT(cudaMemcpyToArrayAsync, "handles arrays through the driver or in parts") \
  ABSENT(cudaMipmappedArrayGetMemoryRequirements, "handles arrays through the driver or in parts") \
  ABSENT(cudaMipmappedArrayGetSparseProperties, "handles arrays through the driver or in parts") \
  ABSENT(cudaOccupancyMaxActiveClusters, "asks for clusters of blocks") \
  ABSENT(cudaOccupancyMaxPotentialClusterSize, "asks for clusters of blocks") \
  ABSENT(cudaSignalExternalSemaphoresAsync, "shares memory and semaphores with another library") \
  ABSENT(cudaVDPAUGetDevice, "shares resources with a graphics library") \
  ABSENT(cudaVDPAUSetVDPAUDevice, "shares resources with a graphics library") \
  ABSENT(cudaWaitExternalSemaphoresAsync, "shares memory and semaphores with another library") \
  ABSENT(cuArrayGetMemoryRequirements, "handles arrays through the driver or in parts") \
  ABSENT(cuArrayGetPlane, "handles arrays through the driver or in parts") \
  ABSENT(cuArrayGetSparseProperties, "handles arrays through the driver or in parts") \
  ABSENT(cuCheckpointProcessCheckpoint, "tells about errors, or keeps the state of a process") \
  ABSENT(cuCheckpointProcessGetRestoreThreadId, "tells about errors, or keeps the state of a process") \
  ABSENT(cuCheckpointProcessGetState, "tells about errors, or keeps the state of a process") \
  ABSENT(cuCheckpointProcessLock, "tells about errors, or keeps the state of a process") \
  ABSENT(cuCheckpointProcessRestore, "tells about errors, or keeps the state of a process") \
  ABSENT(cuCheckpointProcessUnlock, "tells about errors, or keeps the state of a process") \
  ABSENT(cuCoredumpGetAttribute, "tells about errors, or keeps the state of a process") \
  ABSENT(cuCoredumpGetAttributeGlobal, "tells about errors, or keeps the state of a process") \
  ABSENT(cuCoredumpSetAttribute, "tells about errors, or keeps the state of a process") \
  ABSENT(cuCoredumpSetAttributeGlobal, "tells about errors, or keeps the state of a process") \
  ABSENT(cuCtxAttach, "inspects or changes a context") \
  ABSENT(cuCtxCreate_v3, "inspects or changes a context") \
  ABSENT(cuCtxDetach, "inspects or changes a context") \
  ABSENT(cuCtxDisablePeerAccess, "copies between devices") \
  ABSENT(cuCtxEnablePeerAccess, "copies between devices") \
  ABSENT(cuCtxFromGreenCtx, "divides the multiprocessors of a device") \
  ABSENT(cuCtxGetDevResource, "divides the multiprocessors of a device") \
  ABSENT(cuCtxGetDevice_v2, "inspects or changes a context") \
  ABSENT(cuCtxGetExecAffinity, "divides the multiprocessors of a device") \
  ABSENT(cuCtxRecordEvent, "inspects or changes a stream or an event") \
  ABSENT(cuCtxSetFlags, "inspects or changes a context") \
  ABSENT(cuCtxSynchronize_v2, "inspects or changes a context") \
  ABSENT(cuCtxWaitEvent, "inspects or changes a stream or an event") \
  ABSENT(cuDestroyExternalMemory, "shares memory and semaphores with another library") \
  ABSENT(cuDestroyExternalSemaphore, "shares memory and semaphores with another library") \
  ABSENT(cuDevResourceGenerateDesc, "divides the multiprocessors of a device") \
  ABSENT(cuDevSmResourceSplitByCount, "divides the multiprocessors of a device") \
  ABSENT(cuDeviceGetDevResource, "divides the multiprocessors of a device") \
  ABSENT(cuDeviceGetExecAffinitySupport, "divides the multiprocessors of a device") \
  ABSENT(cuDeviceGetHostAtomicCapabilities, "inspects or changes a device") \
  ABSENT(cuDeviceGetLuid, "inspects or changes a device") \
  ABSENT(cuDeviceGetNvSciSyncAttributes, "shares memory and semaphores with another library") \
  ABSENT(cuDeviceGetP2PAtomicCapabilities, "copies between devices") \
  ABSENT(cuDeviceGetProperties, "inspects or changes a device") \
  ABSENT(cuDeviceGetTexture1DLinearMaxWidth, "inspects or changes a device") \
  ABSENT(cuDeviceRegisterAsyncNotification, "tells about errors, or keeps the state of a process") \
  ABSENT(cuDeviceUnregisterAsyncNotification, "tells about errors, or keeps the state of a process") \
  ABSENT(cuExternalMemoryGetMappedBuffer, "shares memory and semaphores with another library") \
  ABSENT(cuExternalMemoryGetMappedMipmappedArray, "shares memory and semaphores with another library") \
  ABSENT(cuFlushGPUDirectRDMAWrites, "is of the interface of NVIDIA's driver") \
  ABSENT(cuFuncGetModule, "inspects or changes a kernel") \
  ABSENT(cuFuncSetBlockShape, "inspects or changes a kernel") \
  ABSENT(cuFuncSetSharedMemConfig, "inspects or changes a kernel") \
  ABSENT(cuFuncSetSharedSize, "inspects or changes a kernel") \
  ABSENT(cuGetExportTable, "the static runtime does: that of a stripped program or of a shared library cannot be led here; compile with nvcc -cudart shared") \
  ABSENT(cuGetProcAddress_v2_ptsz, "is of the interface of NVIDIA's driver") \
  ABSENT(cuGraphAddBatchMemOpNode, "inspects or changes a graph") \
  ABSENT(cuGraphAddDependencies, "inspects or changes a graph") \
  ABSENT(cuGraphAddExternalSemaphoresSignalNode, "shares memory and semaphores with another library") \
  ABSENT(cuGraphAddExternalSemaphoresWaitNode, "shares memory and semaphores with another library") \
  ABSENT(cuGraphAddKernelNode, "inspects or changes a graph") \
  ABSENT(cuGraphAddMemcpyNode, "allocates memory as nodes of a graph") \
  ABSENT(cuGraphAddNode, "inspects or changes a graph") \
  ABSENT(cuGraphAddNode_v2, "inspects or changes a graph") \
  ABSENT(cuGraphBatchMemOpNodeGetParams, "inspects or changes a graph") \
  ABSENT(cuGraphBatchMemOpNodeSetParams, "inspects or changes a graph") \
  ABSENT(cuGraphEventRecordNodeGetEvent, "inspects or changes a graph") \
  ABSENT(cuGraphEventRecordNodeSetEvent, "inspects or changes a graph") \
  ABSENT(cuGraphEventWaitNodeGetEvent, "inspects or changes a graph") \
  ABSENT(cuGraphEventWaitNodeSetEvent, "inspects or changes a graph") \
  ABSENT(cuGraphExecBatchMemOpNodeSetParams, "inspects or changes a graph") \
  ABSENT(cuGraphExecChildGraphNodeSetParams, "inspects or changes a graph") \
  ABSENT(cuGraphExecEventRecordNodeSetEvent, "inspects or changes a graph") \
  ABSENT(cuGraphExecEventWaitNodeSetEvent, "inspects or changes a graph") \
  ABSENT(cuGraphExecExternalSemaphoresSignalNodeSetParams, "shares memory and semaphores with another library") \
  ABSENT(cuGraphExecExternalSemaphoresWaitNodeSetParams, "shares memory and semaphores with another library") \
  ABSENT(cuGraphExecGetFlags, "inspects or changes a graph") \
  ABSENT(cuGraphExecHostNodeSetParams, "inspects or changes a graph") \
  ABSENT(cuGraphExecKernelNodeSetParams, "inspects or changes a graph") \
  ABSENT(cuGraphExecMemcpyNodeSetParams, "inspects or changes a graph") \
  ABSENT(cuGraphExecMemsetNodeSetParams, "inspects or changes a graph") \
  ABSENT(cuGraphExecNodeSetParams, "inspects or changes a graph") \
  ABSENT(cuGraphExecUpdate, "inspects or changes a graph") \
  ABSENT(cuGraphExternalSemaphoresSignalNodeGetParams, "shares memory and semaphores with another library") \
  ABSENT(cuGraphExternalSemaphoresSignalNodeSetParams, "shares memory and semaphores with another library") \
  ABSENT(cuGraphExternalSemaphoresWaitNodeGetParams, "shares memory and semaphores with another library") \
  ABSENT(cuGraphExternalSemaphoresWaitNodeSetParams, "shares memory and semaphores with another library") \
  ABSENT(cuGraphGetEdges, "inspects or changes a graph") \
  ABSENT(cuGraphHostNodeGetParams, "inspects or changes a graph") \
  ABSENT(cuGraphHostNodeSetParams, "inspects or changes a graph") \
  ABSENT(cuGraphInstantiate, "inspects or changes a graph") \
  ABSENT(cuGraphInstantiateWithParams, "inspects or changes a graph") \
  ABSENT(cuGraphInstantiate_v2, "inspects or changes a graph") \
  ABSENT(cuGraphKernelNodeCopyAttributes, "inspects or changes a graph") \
  ABSENT(cuGraphKernelNodeGetAttribute, "inspects or changes a graph") \
  ABSENT(cuGraphKernelNodeGetParams, "inspects or changes a graph") \
  ABSENT(cuGraphKernelNodeSetAttribute, "inspects or changes a graph") \
  ABSENT(cuGraphKernelNodeSetParams, "inspects or changes a graph") \
  ABSENT(cuGraphMemAllocNodeGetParams, "allocates memory as nodes of a graph") \
  ABSENT(cuGraphMemFreeNodeGetParams, "allocates memory as nodes of a graph") \
  ABSENT(cuGraphMemcpyNodeGetParams, "allocates memory as nodes of a graph") \
  ABSENT(cuGraphMemcpyNodeSetParams, "allocates memory as nodes of a graph") \
  ABSENT(cuGraphNodeGetDependencies, "inspects or changes a graph") \
  ABSENT(cuGraphNodeGetDependentNodes, "inspects or changes a graph") \
  ABSENT(cuGraphNodeSetParams, "inspects or changes a graph") \
  ABSENT(cuGraphRemoveDependencies, "inspects or changes a graph") \
  ABSENT(cuGraphicsMapResources, "shares resources with a graphics library") \
  ABSENT(cuGraphicsResourceGetMappedMipmappedArray, "shares resources with a graphics library") \
  ABSENT(cuGraphicsResourceGetMappedPointer, "shares resources with a graphics library") \
  ABSENT(cuGraphicsResourceGetMappedPointer_v2, "shares resources with a graphics library") \
  ABSENT(cuGraphicsResourceSetMapFlags, "shares resources with a graphics library") \
  ABSENT(cuGraphicsResourceSetMapFlags_v2, "shares resources with a graphics library") \
  ABSENT(cuGraphicsSubResourceGetMappedArray, "shares resources with a graphics library") \
  ABSENT(cuGraphicsUnmapResources, "shares resources with a graphics library") \
  ABSENT(cuGraphicsUnregisterResource, "shares resources with a graphics library") \
  ABSENT(cuGreenCtxCreate, "divides the multiprocessors of a device") \
  ABSENT(cuGreenCtxDestroy, "divides the multiprocessors of a device") \
  ABSENT(cuGreenCtxGetDevResource, "divides the multiprocessors of a device") \
  ABSENT(cuGreenCtxGetId, "divides the multiprocessors of a device") \
  ABSENT(cuGreenCtxRecordEvent, "divides the multiprocessors of a device") \
  ABSENT(cuGreenCtxStreamCreate, "divides the multiprocessors of a device") \
  ABSENT(cuGreenCtxWaitEvent, "divides the multiprocessors of a device") \
  ABSENT(cuImportExternalMemory, "shares memory and semaphores with another library") \
  ABSENT(cuImportExternalSemaphore, "shares memory and semaphores with another library") \
  ABSENT(cuKernelGetAttribute, "inspects or changes a kernel") \
  ABSENT(cuKernelGetLibrary, "loads kernels as a library") \
  ABSENT(cuKernelGetName, "inspects or changes a kernel") \
  ABSENT(cuKernelGetParamInfo, "inspects or changes a kernel") \
  ABSENT(cuKernelSetAttribute, "inspects or changes a kernel") \
  ABSENT(cuKernelSetCacheConfig, "inspects or changes a kernel") \
  ABSENT(cuLaunch, "inspects or changes a kernel") \
  ABSENT(cuLaunchCooperativeKernelMultiDevice, "inspects or changes a kernel") \
  ABSENT(cuLaunchGrid, "inspects or changes a kernel") \
  ABSENT(cuLaunchGridAsync, "inspects or changes a kernel") \
  ABSENT(cuLibraryEnumerateKernels, "loads kernels as a library") \
  ABSENT(cuLibraryGetKernelCount, "loads kernels as a library") \
  ABSENT(cuLibraryGetManaged, "loads kernels as a library") \
  ABSENT(cuLibraryGetUnifiedFunction, "loads kernels as a library") \
  ABSENT(cuLogsCurrent, "tells about errors, or keeps the state of a process") \
  ABSENT(cuLogsDumpToFile, "tells about errors, or keeps the state of a process") \
  ABSENT(cuLogsDumpToMemory, "tells about errors, or keeps the state of a process") \
  ABSENT(cuLogsRegisterCallback, "tells about errors, or keeps the state of a process") \
  ABSENT(cuLogsUnregisterCallback, "tells about errors, or keeps the state of a process") \
  ABSENT(cuMemBatchDecompressAsync, "handles many ranges of memory at once") \
  ABSENT(cuMemDiscardAndPrefetchBatchAsync, "handles many ranges of memory at once") \
  ABSENT(cuMemDiscardBatchAsync, "handles many ranges of memory at once") \
  ABSENT(cuMemGetDefaultMemPool, "shares or inspects pools of memory") \
  ABSENT(cuMemGetHandleForAddressRange, "maps physical memory at addresses of one's choice") \
  ABSENT(cuMemGetMemPool, "shares or inspects pools of memory") \
  ABSENT(cuMemMapArrayAsync, "handles arrays through the driver or in parts") \
  ABSENT(cuMemPrefetchBatchAsync, "handles many ranges of memory at once") \
  ABSENT(cuMemRangeGetAttribute, "asks where a range of memory is") \
  ABSENT(cuMemRangeGetAttributes, "asks where a range of memory is") \
  ABSENT(cuMemSetMemPool, "shares or inspects pools of memory") \
  ABSENT(cuMemcpy3DBatchAsync, "handles many ranges of memory at once") \
  ABSENT(cuMemcpy3DBatchAsync_ptsz, "handles many ranges of memory at once") \
  ABSENT(cuMemcpy3DBatchAsync_v2, "handles many ranges of memory at once") \
  ABSENT(cuMemcpy3DPeer, "copies between devices") \
  ABSENT(cuMemcpy3DPeerAsync, "copies between devices") \
  ABSENT(cuMemcpyBatchAsync, "handles many ranges of memory at once") \
  ABSENT(cuMemcpyBatchAsync_ptsz, "handles many ranges of memory at once") \
  ABSENT(cuMemcpyBatchAsync_v2, "handles many ranges of memory at once") \
  ABSENT(cuMemcpyPeer, "copies between devices") \
  ABSENT(cuMemcpyPeerAsync, "copies between devices") \
  ABSENT(cuMipmappedArrayGetMemoryRequirements, "handles arrays through the driver or in parts") \
  ABSENT(cuMipmappedArrayGetSparseProperties, "handles arrays through the driver or in parts") \
  ABSENT(cuModuleEnumerateFunctions, "inspects or changes a kernel") \
  ABSENT(cuModuleGetFunctionCount, "inspects or changes a kernel") \
  ABSENT(cuModuleGetSurfRef, "reads textures through the driver") \
  ABSENT(cuModuleGetTexRef, "reads textures through the driver") \
  ABSENT(cuMulticastAddDevice, "sends stores to several devices") \
  ABSENT(cuMulticastBindAddr, "sends stores to several devices") \
  ABSENT(cuMulticastBindMem, "sends stores to several devices") \
  ABSENT(cuMulticastCreate, "sends stores to several devices") \
  ABSENT(cuMulticastGetGranularity, "sends stores to several devices") \
  ABSENT(cuMulticastUnbind, "sends stores to several devices") \
  ABSENT(cuOccupancyAvailableDynamicSMemPerBlock, "handles memory through the driver") \
  ABSENT(cuOccupancyMaxActiveClusters, "asks for clusters of blocks") \
  ABSENT(cuOccupancyMaxPotentialClusterSize, "asks for clusters of blocks") \
  ABSENT(cuParamSetSize, "inspects or changes a kernel") \
  ABSENT(cuParamSetTexRef, "reads textures through the driver") \
  ABSENT(cuParamSetf, "inspects or changes a kernel") \
  ABSENT(cuParamSeti, "inspects or changes a kernel") \
  ABSENT(cuParamSetv, "inspects or changes a kernel") \
  ABSENT(cuSignalExternalSemaphoresAsync, "shares memory and semaphores with another library") \
  ABSENT(cuStreamBatchMemOp, "handles many ranges of memory at once") \
  ABSENT(cuStreamBatchMemOp_ptsz, "handles many ranges of memory at once") \
  ABSENT(cuStreamBatchMemOp_v2, "handles many ranges of memory at once") \
  ABSENT(cuStreamBeginCapture, "inspects or changes what is being captured") \
  ABSENT(cuStreamBeginCapture_ptsz, "inspects or changes what is being captured") \
  ABSENT(cuStreamCopyAttributes, "inspects or changes a stream or an event") \
  ABSENT(cuStreamGetAttribute, "inspects or changes a stream or an event") \
  ABSENT(cuStreamGetCaptureInfo, "inspects or changes what is being captured") \
  ABSENT(cuStreamGetCaptureInfo_ptsz, "inspects or changes what is being captured") \
  ABSENT(cuStreamGetCaptureInfo_v2_ptsz, "inspects or changes what is being captured") \
  ABSENT(cuStreamGetCtx_v2, "inspects or changes a stream or an event") \
  ABSENT(cuStreamGetGreenCtx, "divides the multiprocessors of a device") \
  ABSENT(cuStreamUpdateCaptureDependencies, "inspects or changes what is being captured") \
  ABSENT(cuStreamUpdateCaptureDependencies_ptsz, "inspects or changes what is being captured") \
  ABSENT(cuStreamWaitValue32, "lets a stream wait for or write a number") \
  ABSENT(cuStreamWaitValue32_ptsz, "lets a stream wait for or write a number") \
  ABSENT(cuStreamWaitValue32_v2, "lets a stream wait for or write a number") \
  ABSENT(cuStreamWaitValue64, "lets a stream wait for or write a number") \
  ABSENT(cuStreamWaitValue64_ptsz, "lets a stream wait for or write a number") \
  ABSENT(cuStreamWaitValue64_v2, "lets a stream wait for or write a number") \
  ABSENT(cuStreamWriteValue32, "lets a stream wait for or write a number") \
  ABSENT(cuStreamWriteValue32_ptsz, "lets a stream wait for or write a number") \
  ABSENT(cuStreamWriteValue32_v2, "lets a stream wait for or write a number") \
  ABSENT(cuStreamWriteValue64, "lets a stream wait for or write a number") \
  ABSENT(cuStreamWriteValue64_ptsz, "lets a stream wait for or write a number") \
  ABSENT(cuStreamWriteValue64_v2, "lets a stream wait for or write a number") \
  ABSENT(cuSurfObjectGetResourceDesc, "reads textures through the driver") \
  ABSENT(cuSurfRefGetArray, "reads textures through the driver") \
  ABSENT(cuSurfRefSetArray, "reads textures through the driver") \
  ABSENT(cuTensorMapEncodeIm2col, "describes a tensor for bulk copies") \
  ABSENT(cuTensorMapEncodeIm2colWide, "describes a tensor for bulk copies") \
  ABSENT(cuTensorMapEncodeTiled, "describes a tensor for bulk copies") \
  ABSENT(cuTensorMapReplaceAddress, "describes a tensor for bulk copies") \
  ABSENT(cuTexObjectGetResourceDesc, "reads textures through the driver") \
  ABSENT(cuTexObjectGetResourceViewDesc, "reads textures through the driver") \
  ABSENT(cuTexObjectGetTextureDesc, "reads textures through the driver") \
  ABSENT(cuTexRefCreate, "reads textures through the driver") \
  ABSENT(cuTexRefDestroy, "reads textures through the driver") \
  ABSENT(cuTexRefGetAddress, "reads textures through the driver") \
  ABSENT(cuTexRefGetAddress_v2, "reads textures through the driver") \
  ABSENT(cuTexRefGetAddressMode, "reads textures through the driver") \
  ABSENT(cuTexRefGetArray, "reads textures through the driver") \
  ABSENT(cuTexRefGetBorderColor, "reads textures through the driver") \
  ABSENT(cuTexRefGetFilterMode, "reads textures through the driver") \
  ABSENT(cuTexRefGetFlags, "reads textures through the driver") \
  ABSENT(cuTexRefGetFormat, "reads textures through the driver") \
  ABSENT(cuTexRefGetMaxAnisotropy, "reads textures through the driver") \
  ABSENT(cuTexRefGetMipmapFilterMode, "reads textures through the driver") \
  ABSENT(cuTexRefGetMipmapLevelBias, "reads textures through the driver") \
  ABSENT(cuTexRefGetMipmapLevelClamp, "reads textures through the driver") \
  ABSENT(cuTexRefGetMipmappedArray, "reads textures through the driver") \
  ABSENT(cuTexRefSetAddress, "reads textures through the driver") \
  ABSENT(cuTexRefSetAddress_v2, "reads textures through the driver") \
  ABSENT(cuTexRefSetAddress2D, "reads textures through the driver") \
  ABSENT(cuTexRefSetAddress2D_v3, "reads textures through the driver") \
  ABSENT(cuTexRefSetAddress2D_v2, "reads textures through the driver") \
  ABSENT(cuTexRefSetAddressMode, "reads textures through the driver") \
  ABSENT(cuTexRefSetArray, "reads textures through the driver") \
  ABSENT(cuTexRefSetBorderColor, "reads textures through the driver") \
  ABSENT(cuTexRefSetFilterMode, "reads textures through the driver") \
  ABSENT(cuTexRefSetFlags, "reads textures through the driver") \
  ABSENT(cuTexRefSetFormat, "reads textures through the driver") \
  ABSENT(cuTexRefSetMaxAnisotropy, "reads textures through the driver") \
  ABSENT(cuTexRefSetMipmapFilterMode, "reads textures through the driver") \
  ABSENT(cuTexRefSetMipmapLevelBias, "reads textures through the driver") \
  ABSENT(cuTexRefSetMipmapLevelClamp, "reads textures through the driver") \
  ABSENT(cuTexRefSetMipmappedArray, "reads textures through the driver") \
  ABSENT(cuWaitExternalSemaphoresAsync, "shares memory and semaphores with another library")
