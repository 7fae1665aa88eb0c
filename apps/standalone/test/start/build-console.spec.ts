import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';

type Bundle = (project: string, directory: string) => Promise<void>;
interface Script {
  buildConsole: (root: string, bundle: Bundle) => Promise<boolean>;
  buildGuide: (root: string, write: Bundle) => Promise<boolean>;
  replaceDirectory: (directory: string, next: string, previous: string) => void;
}
const load = (name: string) => import(path.join(import.meta.dirname, '../../../../scripts', name)) as Promise<Script>;
const { buildConsole } = await load('build-console.mjs');
const { buildGuide } = await load('build-guide.mjs');
const { replaceDirectory } = await load('build-once.mjs');

const roots: string[] = [];
let root: string;
let dist: string;
let bundled: number;
beforeEach(() => {
  roots.push((root = mkdtempSync(path.join(tmpdir(), 'tributary-console-build-'))));
  dist = path.join(root, 'apps/console/dist');
  bundled = 0;
  writeInput('apps/console/index.html', 'page');
  writeInput('apps/console/src/main.tsx', 'main');
  writeInput('apps/guide/src/links.mjs', 'links');
  writeInput('libs/client/src/client.ts', 'client');
  writeInput('libs/dashboards/src/pie.ts', 'pie');
  writeInput('package-lock.json', '{}');
});
afterAll(() => roots.forEach((one) => rmSync(one, { recursive: true })));

function writeInput(file: string, content: string): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), content);
}

const text = 'const text = "compressible";\n'.repeat(100);

/** Replaces Vite: its name for the script changes with the content, as Vite's does. */
const bundle: Bundle = async (_project, directory) => {
  bundled++;
  mkdirSync(path.join(directory, 'assets'));
  writeFileSync(path.join(directory, 'index.html'), '<!doctype html>');
  writeFileSync(path.join(directory, `assets/index-${bundled}.js`), text);
  writeFileSync(path.join(directory, 'assets/small.js'), 'x');
  writeFileSync(path.join(directory, 'assets/logo.png'), text);
  await Promise.resolve();
};
const build = () => buildConsole(root, bundle);

describe('the build of the console', () => {
  it('is made once', async () => {
    expect(await build()).toBe(true);
    const { mtimeMs, ino } = statSync(dist);
    expect(await build()).toBe(false);
    expect(bundled).toBe(1);
    expect(statSync(dist)).toMatchObject({ mtimeMs, ino });
  });

  it.each([
    'apps/console/index.html',
    'apps/console/public/icon.svg',
    'apps/console/src/pages/live.tsx',
    'apps/console/vite.config.ts',
    'libs/client/src/client.ts',
    'libs/dashboards/src/pie.ts',
    'package-lock.json',
  ])('is made again after a change of %s', async (file) => {
    await build();
    writeInput(file, 'another');
    expect(await build()).toBe(true);
  });

  it('is made again when a file is removed or renamed', async () => {
    writeInput('apps/console/src/a.ts', 'a');
    await build();
    rmSync(path.join(root, 'apps/console/src/a.ts'));
    writeInput('apps/console/src/b.ts', 'a');
    expect(await build()).toBe(true);
  });

  it.each(['apps/console/src/live.spec.ts', 'apps/console/test/budget.spec.ts', 'apps/gateway/src/main.ts'])(
    'does not depend on %s',
    async (file) => {
      await build();
      writeInput(file, 'another');
      expect(await build()).toBe(false);
    },
  );

  it('replaces the build before it completely', async () => {
    await build();
    writeInput('apps/console/index.html', 'another');
    await build();
    expect(readdirSync(path.join(dist, 'assets')).sort()).toEqual([
      'index-2.js',
      'index-2.js.br',
      'index-2.js.gz',
      'logo.png',
      'small.js',
    ]);
    expect(readdirSync(path.join(root, '.cache'))).toEqual([]);
  });

  it('that fails leaves the build before it, and is tried again', async () => {
    await build();
    const before = readdirSync(dist, { recursive: true }).sort();
    writeInput('apps/console/index.html', 'another');
    const fail: Bundle = async (project, directory) => {
      await bundle(project, directory);
      throw new Error('no such export');
    };
    await expect(buildConsole(root, fail)).rejects.toThrow('no such export');
    expect(readdirSync(dist, { recursive: true }).sort()).toEqual(before);
    expect(await build()).toBe(true);
  });

  it('compresses text that is long enough, and nothing else', async () => {
    await build();
    const file = path.join(dist, 'assets/index-1.js');
    expect(brotliDecompressSync(readFileSync(`${file}.br`)).toString()).toBe(text);
    expect(gunzipSync(readFileSync(`${file}.gz`)).toString()).toBe(text);
    for (const name of ['small.js', 'logo.png'])
      expect(['.br', '.gz'].map((extension) => existsSync(path.join(dist, `assets/${name}${extension}`)))).toEqual([
        false,
        false,
      ]);
  });
});

describe('the build of the guide', () => {
  const write: Bundle = async (_root, directory) => {
    writeFileSync(path.join(directory, 'index.html'), text);
    await Promise.resolve();
  };

  it('is made once, and again after a change of a document', async () => {
    expect([await buildGuide(root, write), await buildGuide(root, write)]).toEqual([true, false]);
    for (const file of ['docs/adr/0005-bus.md', 'bench/gateway.md', 'CHANGELOG.md', 'apps/guide/src/sections.mjs']) {
      writeInput(file, file);
      expect([file, await buildGuide(root, write), await buildGuide(root, write)]).toEqual([file, true, false]);
    }
  });

  it('does not depend on programs', async () => {
    await buildGuide(root, write);
    writeInput('bench/targets.mjs', 'another');
    expect(await buildGuide(root, write)).toBe(false);
  });

  it('compresses its pages', async () => {
    await buildGuide(root, write);
    const page = readFileSync(path.join(root, 'apps/guide/dist/index.html.br'));
    expect(brotliDecompressSync(page).toString()).toBe(text);
  });
});

describe('replaceDirectory', () => {
  const at = (name: string) => path.join(root, name);
  beforeEach(() => {
    mkdirSync(at('build'));
    writeFileSync(at('build/old'), '');
  });

  it('puts the next one in the place of the directory', () => {
    mkdirSync(at('next'));
    writeFileSync(at('next/new'), '');
    replaceDirectory(at('build'), at('next'), at('previous'));
    expect(readdirSync(at('build'))).toEqual(['new']);
  });

  it('keeps the directory if the next one cannot take its place', () => {
    expect(() => replaceDirectory(at('build'), at('missing'), at('previous'))).toThrow('ENOENT');
    expect(readdirSync(at('build'))).toEqual(['old']);
  });
});
