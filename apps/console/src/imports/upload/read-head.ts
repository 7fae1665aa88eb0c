import { headBytes, type FileHead } from '@tributary/client/imports/guess-import';

/** Reads the beginning of a file. The rest stays on the disk. */
export async function readHead(file: File): Promise<FileHead> {
  const bytes = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
  return { bytes, name: file.name, isWhole: file.size <= headBytes };
}
