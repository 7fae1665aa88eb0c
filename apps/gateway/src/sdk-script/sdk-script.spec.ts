import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { loadSdkScript } from './sdk-script.js';

it('a script that is not built fails the start with the command that builds it', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'tributary-no-sdk-'));
  const manifest = path.join(directory, 'package.json');
  writeFileSync(manifest, '{ "version": "0.1.0" }');
  expect(() => loadSdkScript(manifest)).toThrow(/not built: .*sdk\.js is missing.*nx build @tributary\/sdk/);
  // (control)
  expect(loadSdkScript().version).toMatch(/^\d+\.\d+\.\d+/);
  rmSync(directory, { recursive: true });
});
