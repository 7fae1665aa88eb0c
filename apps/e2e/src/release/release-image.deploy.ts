import { execFile, execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { productImage, runImage } from '../compose/compose-image.js';

interface Release {
  version: string;
  commit: string;
  output: string;
  stage: string;
}
const script = path.join(import.meta.dirname, '../../../../scripts/release/pack-image.mjs');
const { packImage } = (await import(script)) as { packImage: (image: string, release: Release) => Promise<string> };
const docker = (...args: string[]) => promisify(execFile)('docker', args);

const version = `0.0.0-${randomUUID()}`;
const commit = 'c0ffee';
/** The product's image with a version and a commit of its own, so that the test changes no tag of this machine. */
const image = `tributary-release:${version}`;
const loaded = `tributary:${version}`;
const output = mkdtempSync(path.join(tmpdir(), 'tributary-release-image-'));
const release = (differences: Partial<Release> = {}) => ({
  version,
  commit,
  output,
  stage: path.join(output, randomUUID()),
  ...differences,
});

beforeAll(async () => {
  const labels = `org.opencontainers.image.version=${version} org.opencontainers.image.revision=${commit}`;
  const input = `FROM ${await productImage()}\nLABEL ${labels}\n`;
  execFileSync('docker', ['build', '-q', '-t', image, '-'], { input });
});
afterAll(async () => {
  await docker('image', 'rm', image, loaded).catch(() => undefined);
  await rm(output, { recursive: true, force: true });
});

describe('the archive of the image', () => {
  it('holds the image: docker loads the same one, and it runs', async () => {
    const file = await packImage(image, release());
    const { stdout } = await docker('load', '-i', path.join(output, file));
    expect(stdout).toContain(`Loaded image: ${loaded}`);
    const ids = await docker('image', 'inspect', '--format', '{{.Id}}', image, loaded);
    const [original, copy] = ids.stdout.trim().split('\n');
    expect(copy).toBe(original);
    expect((await runImage(loaded, [])).errors).toContain('usage: tributary');
  });

  it.each([{ version: '9.9.9' }, { commit: 'another' }])('is not made of an image without %j', (differences) =>
    expect(packImage(image, release(differences))).rejects.toThrow(`${image} is the image of`),
  );
});
