import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Encoding } from './choose-encoding.js';
import { variantOf, type EncodedFile, type Variant } from './send-variant.js';

export interface BuiltFile extends EncodedFile {
  /** The name contains a hash of the content. */
  isImmutable: boolean;
}

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

const compressed: Record<string, Encoding> = { '.br': 'br', '.gz': 'gzip' };

/**
 * The files of a build, by their paths in a URL, each with the encodings that the build has made. They are in memory, so a
 * build that replaces them does not affect a process that runs.
 */
export function readBuiltFiles(directory: string): Map<string, BuiltFile> {
  const files = new Map<string, BuiltFile>();
  for (const name of namesIn(directory)) {
    const type = types[path.extname(name)];
    if (type === undefined) continue;
    files.set(name, { type, isImmutable: name.startsWith('assets/'), variants: readVariants(directory, name) });
  }
  return files;
}

/** Paths relative to the directory, as in a URL. */
const namesIn = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => path.relative(directory, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'));

function readVariants(directory: string, name: string): Map<Encoding, Variant> {
  const variants = new Map<Encoding, Variant>([['identity', readVariant(path.join(directory, name))]]);
  for (const [extension, encoding] of Object.entries(compressed)) {
    const file = path.join(directory, `${name}${extension}`);
    if (existsSync(file)) variants.set(encoding, readVariant(file));
  }
  return variants;
}

const readVariant = (file: string): Variant => variantOf(readFileSync(file));
