import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { ConfigError } from '@tributary/runtime/config';
import { readBuiltFiles, type BuiltFile } from './built-files.js';

/** The built console. */
export class ConsoleFiles {
  constructor(
    readonly page: string,
    readonly files: ReadonlyMap<string, BuiltFile>,
  ) {}
}

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
  const files = readBuiltFiles(directory);
  files.delete('index.html');
  return new ConsoleFiles(readFileSync(page, 'utf8'), files);
}
