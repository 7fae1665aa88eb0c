import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { ConfigError } from '@tributary/runtime/config';
import { readBuiltFiles, type BuiltFile } from '../console/built-files.js';

/** The built guide: its pages, pictures, search and list of pages. */
export class GuideFiles {
  constructor(private readonly files: ReadonlyMap<string, BuiltFile>) {}

  /** @param name below `/guide/`, without the extension of a page; empty for the first page */
  find(name: string): BuiltFile | undefined {
    // Each page has one address.
    if (name.endsWith('.html')) return undefined;
    return this.files.get(name === '' ? 'index.html' : `${name}.html`) ?? this.files.get(name);
  }
}

/** Where the build puts the guide. */
function builtGuide(): string {
  const manifest = createRequire(import.meta.url).resolve('@tributary/guide/package.json');
  return path.join(path.dirname(manifest), 'dist');
}

/** @throws ConfigError if the guide is not built */
export function loadGuide(directory = builtGuide()): GuideFiles {
  const page = path.join(directory, 'index.html');
  if (!existsSync(page))
    throw new ConfigError(
      `The guide is not built: ${page} is missing. Build it with \`npx nx build @tributary/guide\`.`,
    );
  return new GuideFiles(readBuiltFiles(directory));
}
