import type { Written } from './message.js';

/**
 * The content of a message that is JSON still. Each group that gets it reads it when it is its turn: until then it is one
 * text in place of thousands of values, which the garbage collector would carry along.
 */
export class WrittenJson {
  constructor(private readonly json: Written['json']) {}

  read(): unknown {
    return JSON.parse(toText(this.json));
  }

  /** Within other JSON it is what it says. */
  toJSON(): unknown {
    return this.read();
  }
}

export const toText = (json: Written['json']): string => (typeof json === 'string' ? json : toBytes(json).toString());

/** Bytes are not copied. */
export const toBytes = (json: Written['json']): Buffer =>
  typeof json === 'string' ? Buffer.from(json) : Buffer.from(json.buffer, json.byteOffset, json.byteLength);
