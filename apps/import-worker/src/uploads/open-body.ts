import type { IncomingMessage } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { contentTypes, type MimeType } from '@tributary/contracts/imports/document-import';
import { ApiError, badData, badFormat } from '@tributary/contracts/errors';
import { brokenGzip, isGzip, looksCompressed, undeclaredGzip } from '@tributary/http/body/content-coding';

/** How long a client may go on sending a rejected body before its connection is closed. */
const drainMs = 30_000;

export interface UploadedFile {
  pieces: AsyncIterable<Buffer>;
  /** Only a form has one. */
  name?: string;
}

/** Throws BAD_REQUEST_FORMAT unless the body is a form or has the content type of the import. Gzip is inflated. */
export async function openBody(raw: IncomingMessage, mime_type: MimeType): Promise<UploadedFile> {
  const essence = essenceOf(raw.headers['content-type']);
  if (essence !== multipart && essence !== contentTypes[mime_type])
    throw badFormat(`Content-Type must be ${contentTypes[mime_type]}, the type of the import, not "${essence}"`);
  const isCompressed = isGzip(raw.headers['content-encoding']);
  if (essence !== multipart) return { pieces: contentOf(wholeBody(raw), isCompressed) };
  if (isCompressed)
    throw badFormat('Content-Encoding: the compression of a form is not read; send the file itself compressed');
  const { pieces, ...file } = await fileOfForm(raw);
  return { ...file, pieces: contentOf(pieces, false) };
}

/** @throws BAD_REQUEST_FORMAT for bytes that are compressed otherwise than the head says */
async function* contentOf(pieces: AsyncIterable<Buffer>, isCompressed: boolean): AsyncGenerator<Buffer> {
  let start: Buffer | undefined = Buffer.alloc(0);
  for await (const piece of isCompressed ? inflated(pieces) : pieces) {
    start = start && Buffer.concat([start, piece.subarray(0, 2)]);
    if (start && looksCompressed(start)) throw undeclaredGzip();
    if (start && start.length >= 2) start = undefined;
    yield piece;
  }
}

async function* inflated(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip();
  // Its error reaches the loop below.
  pipeline(Readable.from(pieces, { objectMode: false }), gunzip, () => undefined);
  try {
    for await (const piece of gunzip) yield piece as Buffer;
  } catch (error) {
    throw error instanceof ApiError ? error : brokenGzip();
  }
}

async function* wholeBody(raw: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    // Destroying the request would also close the connection, before the response is sent.
    for await (const piece of raw.iterator({ destroyOnReturn: false })) yield piece as Buffer;
  } catch (error) {
    throw raw.complete ? error : incompleteBody();
  }
}

/** Reads the body to its end, or at most `maxBytes` of it. */
export async function discardBody(raw: IncomingMessage, maxBytes: number): Promise<void> {
  let length = 0;
  for await (const piece of wholeBody(raw)) {
    length += piece.length;
    if (length > maxBytes) return;
  }
}

/** Ignores the rest of a rejected body. */
export function drain(raw: IncomingMessage): void {
  raw.unpipe();
  raw.resume();
  const cut = setTimeout(() => raw.destroy(), drainMs).unref();
  raw.once('close', () => clearTimeout(cut));
}

const incompleteBody = () => badFormat('the body is incomplete');
const fileField = 'file';

/** Resolves when the file of the form begins. Ignores other fields; a second file fails the first. */
function fileOfForm(raw: IncomingMessage): Promise<UploadedFile> {
  const form = readForm(raw);
  return new Promise((resolve, reject) => {
    const rest = Promise.withResolvers<void>();
    // No reader waits for the rest if the file itself has failed.
    rest.promise.catch(() => undefined);
    let file: BusboyFileStream | undefined;
    const fail = (error: Error) => {
      raw.unpipe(form);
      file?.destroy(error);
      rest.reject(error);
      reject(error);
    };
    form.on('file', (field, stream, name) => {
      // The stream fails with the form, perhaps before it is read. An unhandled 'error' event would end the process.
      stream.on('error', (error) => stream.destroy(error));
      if (field !== fileField) return void stream.resume();
      if (file) return fail(badFormat(`the form has two parts named "${fileField}": send one file per upload`));
      // PostgreSQL stores no such name.
      if (name?.includes('\0')) return fail(badData(`${fileField}: the name of the file holds U+0000`));
      file = stream;
      resolve({ pieces: partOfForm(stream, rest.promise), ...(name && { name }) });
    });
    form.on('error', () => fail(unreadableForm()));
    form.once('finish', () => {
      rest.resolve();
      reject(badFormat(`the form has no part named "${fileField}"`));
    });
    raw.once('close', () => raw.complete || fail(incompleteBody()));
    raw.pipe(form);
  });
}

/** @param rest of the form, which may hold a second file: the upload is complete only after it */
async function* partOfForm(file: BusboyFileStream, rest: Promise<void>): AsyncGenerator<Buffer> {
  try {
    for await (const piece of file) yield piece as Buffer;
  } catch (error) {
    throw error instanceof ApiError ? error : unreadableForm();
  }
  await rest;
}

const unreadableForm = () =>
  badFormat('the form cannot be read: it ends early, or its parts do not follow the boundary of the Content-Type');

function readForm(raw: IncomingMessage): BusboyInstance {
  try {
    // Only the field name decides which part is the file, not its content type.
    const isPartAFile = (field?: string, _type?: string, name?: string) => field === fileField || name !== undefined;
    return new Busboy({ headers: { ...raw.headers, 'content-type': raw.headers['content-type'] ?? '' }, isPartAFile });
  } catch {
    throw unreadableForm();
  }
}

/** A form that contains the file. */
export const multipart = 'multipart/form-data';

/** The media type without parameters: `Text/CSV; charset=utf-8` becomes `text/csv`. */
const essenceOf = (contentType = '') => (contentType.split(';')[0] ?? '').trim().toLowerCase();
