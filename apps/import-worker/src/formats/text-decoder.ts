import { isUtf8 } from 'node:buffer';
import { ownEncodings } from '@tributary/contracts/document-import';
import { badFormat } from '@tributary/contracts/errors';

/** Reads one record's bytes; throws BAD_REQUEST_FORMAT for bytes that the encoding does not have. */
export type Decode = (bytes: Buffer) => string;

/** The encoding's own name of any of its labels: `latin1` is `windows-1252`. */
export function encodingOf(label: string): string {
  const own = label.trim().toLowerCase();
  return ownEncodings.has(own) ? own : new TextDecoder(label).encoding;
}

export function decoderOf(label: string): Decode {
  const encoding = encodingOf(label);
  if (encoding === 'utf-8') return decodeUtf8;
  if (encoding === 'x-user-defined') return (bytes) => singleByte(bytes, 0x80, userDefined);
  if (encoding === 'iso-8859-16') return (bytes) => singleByte(bytes, 0xa0, latin10);
  return decodeBy(encoding);
}

const undecodable = (encoding: string) => badFormat(`the line is not valid ${encoding}`);

const decodeUtf8: Decode = (bytes) => {
  if (!isUtf8(bytes)) throw undecodable('utf-8');
  return bytes.toString('utf8');
};

function decodeBy(encoding: string): Decode {
  const make = () => new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  let decoder = make();
  return (bytes) => {
    try {
      // Without `stream` Node 20 reads 0x80–0x9F of windows-1252 as control characters. The second call ends the record.
      return decoder.decode(bytes, { stream: true }) + decoder.decode();
    } catch {
      // Half a character may be left in it.
      decoder = make();
      throw undecodable(encoding);
    }
  };
}

const latin10 =
  '\u00a0ĄąŁ€„Š§š©Ș«Ź\u00adźŻ°±ČłŽ”¶·žčș»ŒœŸżÀÁÂĂÄĆÆÇÈÉÊËÌÍÎÏĐŃÒÓÔŐÖŚŰÙÚÛÜĘȚßàáâăäćæçèéêëìíîïđńòóôőöśűùúûüęțÿ';
const userDefined = String.fromCharCode(...Array.from({ length: 0x80 }, (_, index) => 0xf780 + index));

/** ISO 8859 leaves 0x80–0x9F to the control characters of the same numbers. */
function singleByte(bytes: Buffer, from: number, table: string): string {
  return bytes.toString('latin1').replace(/[\u0080-\u00ff]/g, (character) => {
    const code = character.charCodeAt(0);
    return code < from ? character : table.charAt(code - from);
  });
}
