import { StringDecoder } from 'node:string_decoder';
import { maxKeptBody, maxKeptNames, type ReceivedRefusal } from '@tributary/contracts/refusals/refused-activity';
import { uuid7 } from '@tributary/contracts/values/uuid';
import { withExactIntegers } from '@tributary/http/body/exact-integers';
import { namesIn } from './names-in.js';
import type { QueuedRefusal } from './refusal-queue.js';

/** A refusal as it was answered. */
export interface WaitingRefusal
  extends QueuedRefusal, Omit<ReceivedRefusal, 'id' | 'body' | 'is_json' | 'is_cut' | 'names'> {
  sent: Buffer | string;
}

/** The costly part: it is done when the refusal is published, not when it is answered. */
export function toReceivedRefusal({ datamart_id, sender: _sender, bytes: _bytes, sent, ...refusal }: WaitingRefusal) {
  const text = storable(typeof sent === 'string' ? sent : sent.toString('utf8'));
  const json = parsed(text);
  const names = namesIn(datamart_id, text, json);
  const body = names.length > maxKeptNames ? '' : headOf(text);
  const received: ReceivedRefusal = {
    ...refusal,
    id: uuid7(),
    body,
    is_json: json !== undefined,
    is_cut: body.length < text.length,
    names: body === '' ? [] : names,
  };
  return received;
}

/** PostgreSQL stores neither U+0000 nor half a surrogate pair. */
const storable = (text: string) =>
  text
    .replace(/^\uFEFF/, '')
    .replaceAll('\0', '\uFFFD')
    .toWellFormed();

function headOf(text: string): string {
  if (text.length * 3 <= maxKeptBody) return text;
  // Leaves out half a character at the end.
  return new StringDecoder('utf8').write(Buffer.from(text).subarray(0, maxKeptBody));
}

/** Undefined if it is no JSON. */
function parsed(text: string): unknown {
  try {
    return withExactIntegers({ text, value: JSON.parse(text) });
  } catch {
    return undefined;
  }
}
