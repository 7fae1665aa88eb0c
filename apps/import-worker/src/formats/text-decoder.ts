import { isUtf8 } from 'node:buffer';
// Node's own TextDecoder differs from the WHATWG standard in eleven encodings.
import { TextDecoder } from '@exodus/bytes/encoding.js';
import { badFormat } from '@tributary/contracts/errors';

/** Decodes the bytes of one record. Throws BAD_REQUEST_FORMAT for bytes that are invalid in the encoding. */
type Decode = (bytes: Buffer) => string;

/** The name of the encoding that a label stands for: `latin1` is `windows-1252`. */
export const encodingOf = (label: string): string => new TextDecoder(label).encoding;

export function decoderOf(label: string): Decode {
  const encoding = encodingOf(label);
  return encoding === 'utf-8' ? decodeUtf8 : decodeBy(encoding);
}

/** Decodes any bytes: invalid ones become U+FFFD, and an incomplete character at the end is dropped. */
export const decodeBeginning = (label: string, bytes: Buffer): string =>
  new TextDecoder(label, { ignoreBOM: true }).decode(bytes, { stream: true });

const undecodable = (encoding: string) => badFormat(`the line is not valid ${encoding}`);

const decodeUtf8: Decode = (bytes) => {
  if (!isUtf8(bytes)) throw undecodable('utf-8');
  return bytes.toString('utf8');
};

function decodeBy(encoding: string): Decode {
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  return (bytes) => {
    try {
      return decoder.decode(bytes);
    } catch {
      throw undecodable(encoding);
    }
  };
}
