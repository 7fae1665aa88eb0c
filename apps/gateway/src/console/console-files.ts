import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { ConfigError } from '@tributary/runtime/config';
import type { Encoding } from './choose-encoding.js';
import { variantOf, type EncodedFile, type Variant } from './send-variant.js';

export interface ConsoleFile extends EncodedFile {
  /** The name contains a hash of the content. */
  isImmutable: boolean;
}

/** The built console. The files are in memory, so a build that replaces them does not affect a process that runs. */
export class ConsoleFiles {
  constructor(
    readonly page: string,
    readonly files: ReadonlyMap<string, ConsoleFile>,
  ) {}
}

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

const compressed: Record<string, Encoding> = { '.br': 'br', '.gz': 'gzip' };

/** Where the build puts the console. */
export function builtConsole(): string {
  const manifest = createRequire(import.meta.url).resolve('@tributary/console/package.json');
  return path.join(path.dirname(manifest), 'dist');
}

/** Reads the built console. */
export function loadConsole(directory: string): ConsoleFiles {
  const page = path.join(directory, 'index.html');
  if (!existsSync(page))
    throw new ConfigError(
      `The console is not built: ${page} is missing. Build it with \`npx nx build @tributary/console\`, or set CONSOLE=off.`,
    );
  const files = new Map<string, ConsoleFile>();
  for (const name of filesOf(directory)) {
    const type = types[path.extname(name)];
    if (type === undefined || name === 'index.html') continue;
    files.set(name, { type, isImmutable: name.startsWith('assets/'), variants: readVariants(directory, name) });
  }
  return new ConsoleFiles(readFileSync(page, 'utf8'), files);
}

/** Paths relative to the directory, as in a URL. */
const filesOf = (directory: string): string[] =>
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
