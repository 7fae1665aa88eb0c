import type { IncomingMessage } from 'node:http';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import type { MimeType } from '@tributary/contracts/document-import';
import { ApiError, badFormat } from '@tributary/contracts/errors';
import { contentTypes, essenceOf, multipart } from './content-types.js';

/** A file on its way in. */
export interface UploadedFile {
  pieces: AsyncIterable<Buffer>;
  /** Only a form tells. */
  name?: string;
}

/** Throws BAD_REQUEST_FORMAT unless the body is of the import's type, or a form. */
export function openBody(raw: IncomingMessage, mime_type: MimeType): Promise<UploadedFile> {
  const essence = essenceOf(raw.headers['content-type']);
  if (essence !== multipart && essence !== contentTypes[mime_type])
    throw badFormat(`Content-Type must be ${contentTypes[mime_type]}, as the import says, not "${essence}"`);
  const coding = raw.headers['content-encoding'] ?? 'identity';
  if (coding !== 'identity') throw badFormat(`Content-Encoding ${coding} is not known`);
  return essence === multipart ? fileOfForm(raw) : Promise.resolve({ pieces: wholeBody(raw) });
}

async function* wholeBody(raw: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    // Destroying the request would take with it the connection, and the answer.
    for await (const piece of raw.iterator({ destroyOnReturn: false })) yield piece as Buffer;
  } catch (error) {
    throw raw.complete ? error : cutOff();
  }
}

const cutOff = () => badFormat('the body ended before its end');
const fileField = 'file';

/** Resolves when the form's file begins. Fields and other files of the form are ignored. */
function fileOfForm(raw: IncomingMessage): Promise<UploadedFile> {
  const form = readForm(raw);
  return new Promise((resolve, reject) => {
    let file: BusboyFileStream | undefined;
    const fail = (why: Error) => {
      raw.unpipe(form);
      file?.destroy(why);
      reject(why);
    };
    form.on('file', (field, stream, name) => {
      // It fails with the form, perhaps before anybody reads it; unheard, that would end the process.
      stream.on('error', (error) => stream.destroy(error));
      if (field !== fileField || file) return void stream.resume();
      file = stream;
      resolve({ pieces: partOfForm(stream), ...(name && { name }) });
    });
    form.on('error', (error) => fail(unreadableForm(error)));
    form.once('finish', () => reject(badFormat(`the form has no part named "${fileField}"`)));
    raw.once('close', () => raw.complete || fail(cutOff()));
    raw.pipe(form);
  });
}

async function* partOfForm(file: BusboyFileStream): AsyncGenerator<Buffer> {
  try {
    for await (const piece of file) yield piece as Buffer;
  } catch (error) {
    throw error instanceof ApiError ? error : unreadableForm(error);
  }
}

const unreadableForm = (error: unknown) => badFormat(`the form can't be read: ${(error as Error).message}`);

function readForm(raw: IncomingMessage): BusboyInstance {
  try {
    // A part is the file by its name, whatever it says of itself.
    const isPartAFile = (field?: string, _type?: string, name?: string) => field === fileField || name !== undefined;
    return new Busboy({ headers: { ...raw.headers, 'content-type': raw.headers['content-type'] ?? '' }, isPartAFile });
  } catch (error) {
    throw unreadableForm(error);
  }
}
