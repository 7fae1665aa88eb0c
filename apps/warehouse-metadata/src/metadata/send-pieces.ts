import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** Characters to buffer before sending. A failure within them can still become an error response. */
const bufferedLength = 256 * 1024;

/** Streams JSON as a response while it is generated. A short response is sent as a whole. */
export async function sendPieces(reply: FastifyReply, pieces: AsyncGenerator<string>): Promise<void> {
  let start = '';
  let isDone = false;
  while (!isDone && start.length < bufferedLength) {
    const { value, done } = (await pieces.next()) as IteratorResult<string, undefined>;
    start += value ?? '';
    isDone = done ?? false;
  }
  void reply.type('application/json').send(isDone ? start : Readable.from(whole(start, pieces), { objectMode: false }));
}

async function* whole(start: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield start;
  yield* rest;
}
