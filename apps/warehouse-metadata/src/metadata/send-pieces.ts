import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** What fails before this much is written can still be answered with an error, characters. */
const heldBack = 256 * 1024;

/** Answers with JSON that is made while it is sent; a short one is sent as a whole. */
export async function sendPieces(reply: FastifyReply, pieces: AsyncGenerator<string>): Promise<void> {
  let start = '';
  let isDone = false;
  while (!isDone && start.length < heldBack) {
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
