import type { SerializedMessage } from './message.js';

/**
 * The content of a message that is not parsed yet. Each consumer group parses it when it handles the message: until
 * then the garbage collector sees one text instead of thousands of values.
 */
export class RawJson {
  constructor(private readonly json: SerializedMessage['json']) {}

  read(): unknown {
    return JSON.parse(toText(this.json));
  }

  /** Within other JSON it appears as its value. */
  toJSON(): unknown {
    return this.read();
  }
}

export const toText = (json: SerializedMessage['json']): string =>
  typeof json === 'string' ? json : toBytes(json).toString();

/** Does not copy bytes. */
export const toBytes = (json: SerializedMessage['json']): Buffer =>
  typeof json === 'string' ? Buffer.from(json) : Buffer.from(json.buffer, json.byteOffset, json.byteLength);
