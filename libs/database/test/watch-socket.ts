import type { Duplex } from 'node:stream';
import type { ClientBase } from 'pg';
import { streamOf } from '../src/pipeline.js';

/** Records what the socket of a client does, in order. */
export function watchSocket(client: ClientBase): { seen: ('write' | 'answer')[] } {
  const stream = streamOf(client) as Duplex & Required<Pick<Duplex, '_writev'>>;
  const watched: ReturnType<typeof watchSocket> = { seen: [] };
  for (const name of ['_write', '_writev'] as const) {
    const write = stream[name].bind(stream) as (...given: unknown[]) => void;
    stream[name] = (...given: unknown[]) => {
      watched.seen.push('write');
      write(...given);
    };
  }
  stream.prependListener('data', () => watched.seen.push('answer'));
  return watched;
}
