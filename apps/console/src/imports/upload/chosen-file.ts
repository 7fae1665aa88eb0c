import { guessImport, type FileHead, type GuessedImport } from '@tributary/client/imports/guess-import';
import { readHead } from './read-head.js';
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
