import { client } from '@tributary/client/generated/client.gen';
import type { DocumentImportExecution } from '@tributary/client/generated/types.gen';
import { mimeTypes, type MimeType } from '@tributary/client/imports/document-types';
import { Failure } from '../output/failures.js';
import { postStream } from '../requests/post-stream.js';
import type { SourceFile } from './source-file.js';
import type { FilePart } from './split-file.js';

interface PartUpload {
  source: SourceFile;
  part: FilePart;
  token: string;
  datamart_id: string;
  document_import_id: string;
  mime_type: MimeType;
  idempotencyKey: string;
  /** Called with the bytes that were handed to the network so far. */
  onProgress: (sentBytes: number) => void;
  signal: AbortSignal;
}

const blockBytes = 262_144;

export const uploadPath = (datamart_id: string, document_import_id: string): string =>
  `/datamarts/${datamart_id}/document_imports/${document_import_id}/executions`;

/** Streams a part of a file from the disk. @throws RequestFailure, or the reason of the signal */
export async function uploadPart(upload: PartUpload): Promise<DocumentImportExecution> {
  const { part, token, datamart_id, document_import_id, mime_type, idempotencyKey, signal } = upload;
  const { baseUrl = '' } = client.getConfig();
  const answer = await postStream({
    url: baseUrl + uploadPath(datamart_id, document_import_id),
    headers: {
      authorization: token,
      'content-type': mimeTypes[mime_type].contentType,
      'idempotency-key': idempotencyKey,
    },
    size: part.headerBytes + part.end - part.start,
    body: blocksOf(upload),
    signal,
  });
  return (answer as { data: DocumentImportExecution }).data;
}

/** The network asks for the next block when it has room: memory stays flat. */
async function* blocksOf({ source, part, onProgress }: PartUpload): AsyncGenerator<Uint8Array> {
  if (part.headerBytes > 0) yield await source.read(0, part.headerBytes);
  for (let position = part.start; position < part.end;) {
    const block = await source.read(position, Math.min(blockBytes, part.end - position));
    if (block.length === 0) throw new Failure(`${source.path} got shorter while it was uploaded`);
    position += block.length;
    yield block;
    onProgress(position);
  }
}
