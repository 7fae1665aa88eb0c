import { describe, expect, it } from '@jest/globals';
import { setTimeout as wait } from 'node:timers/promises';
import { endSilence } from './end-silence.js';

const bytes = new TextEncoder().encode('x');
const silenceMs = 100;

/** A body of chunks with pauses before them. It then ends, or stays open. */
function bodyOf(pausesMs: number[], ends: boolean, onCancel: () => void = () => undefined) {
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    async start(controller) {
      for (const pauseMs of pausesMs) {
        await wait(pauseMs);
        controller.enqueue(bytes);
      }
      if (ends) controller.close();
    },
    cancel: onCancel,
  });
}

async function read(body: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<number> {
  let chunks = 0;
  for await (const chunk of endSilence(body, silenceMs)) chunks += chunk.length;
  return chunks;
}

describe('endSilence', () => {
  it('fails a body that says nothing any more', async () => {
    let isCanceled = false;
    const body = bodyOf([0], false, () => (isCanceled = true));
    await expect(read(body)).rejects.toMatchObject({ message: 'the server does not answer', status: undefined });
    expect(isCanceled).toBe(true);
  });

  it('passes a body on that is slow, but not silent', async () =>
    expect(await read(bodyOf([50, 50, 50, 50], true))).toBe(4));
});
