import { guessImport, type FileHead, type GuessedImport, headBytes } from '@tributary/client/imports/guess-import';
import { newIdempotencyKey } from './upload-file.js';

/** A file that the user has chosen, and the key of all attempts to upload it. */
export interface ChosenFile {
  file: File;
  idempotencyKey: string;
  head: FileHead;
  guess: GuessedImport;
}

export async function chooseFile(file: File): Promise<ChosenFile> {
  const head = await readHead(file);
  return { file, idempotencyKey: newIdempotencyKey(), head, guess: guessImport(head) };
}

/** Reads the beginning of a file. The rest stays on the disk. */
async function readHead(file: File): Promise<FileHead> {
  const bytes = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
  return { bytes, name: file.name, isWhole: file.size <= headBytes };
}
