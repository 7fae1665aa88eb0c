// Lets Node.js load TypeScript, which swc compiles.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformSync } from '@swc/core';
import { swcOptions } from './swc-options.mjs';

const globals = new URL('globals.mjs', import.meta.url).href;
const fastCheck = new URL('fast-check.mjs', import.meta.url).href;
const isTypeScript = (url) => /\.ts(\?|$)/.test(url);
/** By path. `isOwn`: each test file has its own copy of the module. */
const compiled = new Map();
let testFile = 0;

export function startTestFile() {
  testFile++;
}

function compile(file) {
  let module = compiled.get(file);
  if (module) return module;
  const source = readFileSync(file, 'utf8');
  // A module of tests holds the state of one test file, or registers its hooks.
  const isOwn = file.includes('/test/') || source.includes("'@jest/globals'");
  module = { isOwn, ...transformSync(source, { ...swcOptions, sourceMaps: true, filename: file }) };
  compiled.set(file, module);
  return module;
}

/** Files with source maps, which Jest reads when it prints the stack of an error. Only then are they written. */
export class SourceMaps extends Map {
  constructor(directory) {
    super();
    this.directory = directory;
  }

  get(url) {
    const module = url.startsWith('file:') && isTypeScript(url) ? compiled.get(fileURLToPath(url)) : undefined;
    return module && (module.mapFile ??= this.write(module.map));
  }

  write(map) {
    const file = path.join(this.directory, `${createHash('sha1').update(map).digest('hex')}.map`);
    mkdirSync(this.directory, { recursive: true });
    writeFileSync(file, map);
    return file;
  }
}

const withTestFile = (url) => (compile(fileURLToPath(url)).isOwn ? `${url.replace(/\?.*/, '')}?${testFile}` : url);

function typeScriptOf(specifier, parent) {
  if (!parent || !isTypeScript(parent) || !/^\.{1,2}\/.*\.js$/.test(specifier)) return undefined;
  const url = new URL(specifier.replace(/\.js$/, '.ts'), parent);
  return existsSync(url) ? url.href : undefined;
}

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === '@jest/globals') return { url: globals, shortCircuit: true };
    if (specifier === 'fast-check') return { url: fastCheck, shortCircuit: true };
    const url =
      typeScriptOf(specifier, context.parentURL) ??
      (specifier.startsWith('file:') && isTypeScript(specifier) ? specifier : undefined);
    return url ? { url: withTestFile(url), format: 'module', shortCircuit: true } : next(specifier, context);
  },
  load(url, context, next) {
    if (!url.startsWith('file:') || !isTypeScript(url)) return next(url, context);
    return { format: 'module', source: compile(fileURLToPath(url)).code, shortCircuit: true };
  },
});
