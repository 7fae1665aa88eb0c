import { requestFailure } from './request-failure.js';

type Bytes = Uint8Array<ArrayBuffer>;

/** Passes a body on, and fails it once nothing has come for `silenceMs`: of a network that is cut, no one says so. */
export function endSilence(body: ReadableStream<Bytes>, silenceMs: number): ReadableStream<Bytes> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const watch = (controller: TransformStreamDefaultController<Bytes>) => {
    clearTimeout(timer);
    timer = setTimeout(() => controller.error(requestFailure(undefined, undefined)), silenceMs);
  };
  return body.pipeThrough(
    new TransformStream<Bytes, Bytes>({
      start: watch,
      transform(chunk, controller) {
        watch(controller);
        controller.enqueue(chunk);
      },
      flush: () => clearTimeout(timer),
      cancel: () => clearTimeout(timer),
    } as Transformer<Bytes, Bytes>),
  );
}
