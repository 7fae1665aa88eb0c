import { open, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { headBytes, type FileHead } from '@tributary/client/imports/guess-import';
import { Failure, unreadable } from '../output/failures.js';
import type { ReadAt } from './split-file.js';

/** A file to import. It stays on the disk: only pieces of it are read. */
export interface SourceFile {
  /** Absolute. */
  path: string;
  size: number;
  mtimeMs: number;
  head: FileHead;
  read: ReadAt;
  handle: FileHandle;
}

/** @throws Failure if it cannot be read, is no file or is empty */
export async function openSource(file: string): Promise<SourceFile> {
  const handle = await open(file).catch((error: unknown) => {
    throw unreadable(file, error);
  });
  const { size, mtimeMs, isFile } = await stat(handle);
  if (!isFile) throw new Failure(`${file} is no file`, 'A stream of activities goes to: tributary send -');
  if (size === 0) throw new Failure(`${file} is empty`);
  const read: ReadAt = async (position, length) => {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
    return buffer.subarray(0, bytesRead);
  };
  const head = { bytes: await read(0, headBytes), name: path.basename(file), isWhole: size <= headBytes };
  return { path: path.resolve(file), size, mtimeMs, head, read, handle };
}

async function stat(handle: FileHandle) {
  const found = await handle.stat();
  return { size: found.size, mtimeMs: found.mtimeMs, isFile: found.isFile() };
}
