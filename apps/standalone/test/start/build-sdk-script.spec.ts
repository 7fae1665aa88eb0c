import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';

const script = path.join(import.meta.dirname, '../../../../scripts/build-sdk-script.mjs');
type Bundle = (input: string, file: string) => Promise<void>;
const { buildSdkScript } = (await import(script)) as {
  buildSdkScript: (root: string, bundle: Bundle) => Promise<boolean>;
};

/** Replaces Rolldown, which Jest cannot run: joins the module and the one that it imports. */
const bundle: Bundle = async (input, file) => {
  const name = readFileSync(path.join(path.dirname(input), '../name.js'), 'utf8');
  if (!name) throw new Error('no such export');
  writeFileSync(file, name + readFileSync(input, 'utf8'));
  await Promise.resolve();
};
const build = () => buildSdkScript(root, bundle);

const roots: string[] = [];
let root: string;
const dist = (file: string) => path.join(root, 'libs/sdk/dist', file);
beforeEach(() => {
  roots.push((root = mkdtempSync(path.join(tmpdir(), 'tributary-sdk-script-'))));
  mkdirSync(dist('script'), { recursive: true });
  writeFileSync(dist('script/sdk.js'), "import { name } from '../name.js';\nglobalThis.tributary = name;");
  writeFileSync(dist('name.js'), "export const name = 'first';");
  // File systems count in milliseconds: of two files of the same one, none counts as older.
  const earlier = new Date(Date.now() - 60_000);
  for (const file of ['script/sdk.js', 'name.js']) utimesSync(dist(file), earlier, earlier);
});
afterAll(() => roots.forEach((one) => rmSync(one, { recursive: true })));

describe('the script for pages', () => {
  it('is bundled once, and again after a change of a module', async () => {
    expect(await build()).toBe(true);
    expect(readFileSync(dist('sdk.js'), 'utf8')).toContain('first');
    const { mtimeMs, ino } = statSync(dist('sdk.js'));
    // Bundles of the package are not made of themselves.
    for (const file of ['tributary.iife.js', 'cjs/tributary.js']) {
      mkdirSync(path.dirname(dist(file)), { recursive: true });
      writeFileSync(dist(file), '');
    }
    expect(await build()).toBe(false);
    expect(statSync(dist('sdk.js'))).toMatchObject({ mtimeMs, ino });
    writeFileSync(dist('name.js'), "export const name = 'second';");
    const later = new Date(mtimeMs + 1_000);
    utimesSync(dist('name.js'), later, later);
    expect(await build()).toBe(true);
    expect(readFileSync(dist('sdk.js'), 'utf8')).toContain('second');
  });

  it('stays as it is if a module is wrong', async () => {
    await build();
    const before = readFileSync(dist('sdk.js'), 'utf8');
    const later = new Date(Date.now() + 5_000);
    writeFileSync(dist('name.js'), '');
    utimesSync(dist('name.js'), later, later);
    await expect(build()).rejects.toThrow('no such export');
    expect(readFileSync(dist('sdk.js'), 'utf8')).toBe(before);
  });
});
