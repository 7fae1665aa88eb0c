/**
 * Memory of the process that calls plugins. V8 ends a process with a full heap by SIGABRT; the watching thread ends one
 * with too many buffers by this signal. The calls that it may have at the same time (`maxCalls`) use about half.
 */
export const processMemory = { heapMb: 512, maxBytes: 1024 * 1024 * 1024, signal: 'SIGTERM' } as const;
