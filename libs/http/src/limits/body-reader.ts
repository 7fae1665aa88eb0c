import { badFormat } from '@tributary/contracts/errors';
import { maxBodyBytes } from '@tributary/contracts/rules/json/body-limits';
import type { FastifyRequest } from 'fastify';
import { contentOf, isGzip, looksCompressed, tooLarge } from '../body/content-coding.js';
import { GrowingBuffer } from '../body/growing-buffer.js';
import type { HeldBodies, HeldBody } from './held-bodies.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Refuses a body that is being read. */
    refuseBody?: ((error: Error) => void) | undefined;
  }
}

/** Receives the whole, checked body, or why there is none. Called once. */
export type BodyDone = (error: Error | null, bytes?: Buffer) => void;

/** Reads the body of a request into one buffer and has it checked. Its bytes count as held until then. */
export class BodyReader implements HeldBody {
  private readonly body: GrowingBuffer;
  private readonly announced: number;
  private isCompressed = false;
  private isDone = false;

  constructor(
    private readonly request: FastifyRequest,
    private readonly held: HeldBodies,
    private readonly done: BodyDone,
  ) {
    this.body = new GrowingBuffer(maxBodyBytes);
    // NaN for a body in chunks.
    this.announced = Number(request.headers['content-length']);
  }

  read(): void {
    const { raw } = this.request;
    if (this.announced > maxBodyBytes) return this.refuse(tooLarge());
    try {
      this.isCompressed = isGzip(raw.headers['content-encoding']);
    } catch (error) {
      return this.refuse(error as Error);
    }
    this.request.refuseBody = this.refuse;
    raw.on('data', this.add);
    raw.on('end', this.check);
    // Stays: a request may end early after its body was refused.
    raw.on('error', () => this.refuse(badFormat('the body ended early')));
  }

  readonly refuse = (error: Error): void => this.finish(error);

  private readonly add = (chunk: Buffer): void => {
    if (this.body.length + chunk.length > maxBodyBytes) return this.refuse(tooLarge());
    this.body.append(chunk);
    // Most bodies are complete at once. Only a signature still has to be verified then.
    if (this.body.length !== this.announced || this.request.checkBody) this.held.hold(this, this.body.capacity);
  };

  private readonly check = (): void => {
    const { bytes } = this.body;
    const { checkBody } = this.request;
    if (!checkBody && !this.isCompressed && !looksCompressed(bytes)) return this.finish(null, bytes);
    this.request.checkBody = undefined;
    // The promise chain handles a thrown error and a rejection the same way. A signature is of the bytes as sent, and nothing
    // is inflated before it is verified.
    void Promise.resolve(bytes)
      .then(checkBody)
      .then(() => contentOf(bytes, this.isCompressed))
      .then((content) => this.finish(null, content), this.refuse);
  };

  private finish(error: Error | null, bytes?: Buffer): void {
    if (this.isDone) return;
    this.isDone = true;
    this.held.release(this);
    this.body.clear();
    this.request.refuseBody = undefined;
    this.request.raw.off('data', this.add).off('end', this.check);
    this.done(error, bytes);
  }
}
