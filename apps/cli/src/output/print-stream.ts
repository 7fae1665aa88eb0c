import { once } from 'node:events';
import { Failure } from './failures.js';
import { printText } from './print.js';
import { printableLines } from './printable.js';
import { endProgress, showProgress } from './status-messages.js';

const endLength = 100;

/**
 * Writes a JSON answer of any size to stdout as it arrives.
 *
 * @param answer `data` of a call with `parseAs: 'stream'`
 * @returns the end of it, by which its reader knows whether it is complete
 */
export async function printStream(answer: unknown): Promise<string> {
  const texts = (answer as ReadableStream<Uint8Array<ArrayBuffer>>).pipeThrough(new TextDecoderStream());
  let end = '';
  let size = 0;
  try {
    for await (const text of texts) {
      if (!printText(process.stdout.isTTY ? printableLines(text) : text)) await once(process.stdout, 'drain');
      end = (end + text).slice(-endLength);
      size += text.length;
      if (!process.stdout.isTTY) showProgress(`${(size / 1_000_000).toFixed(1)} MB`);
    }
  } catch (cause) {
    throw new Failure(
      `the answer broke off: ${(cause as Error).message}`,
      'It is incomplete. Reading may be tried again.',
    );
  } finally {
    endProgress();
  }
  return end;
}
