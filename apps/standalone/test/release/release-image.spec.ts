import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { load, read, write } from './release-fixture.js';

interface Descriptor {
  mediaType: string;
  digest: string;
  size: number;
}
const { writeOciLayout } = await load<{
  writeOciLayout: (saved: string, layout: string, image: { name: string; tag: string }) => Promise<void>;
}>('write-oci-layout');

const directory = mkdtempSync(path.join(tmpdir(), 'tributary-image-'));
const layout = path.join(directory, 'layout');
const json = <Value>(file: string) => JSON.parse(read(layout, file)) as Value;
const blob = ({ digest }: Descriptor) => path.join('blobs/sha256', digest.replace('sha256:', ''));

beforeAll(async () => {
  // As `docker save` writes them: a layer that occurs twice is a link.
  const saved = path.join(directory, 'saved');
  write(saved, 'config.json', '{"architecture":"amd64","os":"linux"}');
  write(saved, 'one/layer.tar', 'first layer');
  write(saved, 'two/layer.tar', 'second layer');
  mkdirSync(path.join(saved, 'three'));
  symlinkSync('../one/layer.tar', path.join(saved, 'three/layer.tar'));
  const Layers = ['one/layer.tar', 'two/layer.tar', 'three/layer.tar'];
  write(saved, 'manifest.json', JSON.stringify([{ Config: 'config.json', RepoTags: null, Layers }]));
  await writeOciLayout(saved, layout, { name: 'tributary', tag: '1.2.3' });
});
afterAll(() => rmSync(directory, { recursive: true }));

describe('the archive of the image', () => {
  it('is an OCI layout: index, manifest, configuration and layers in their order', () => {
    expect(json('oci-layout')).toEqual({ imageLayoutVersion: '1.0.0' });
    const { manifests } = json<{ manifests: (Descriptor & { annotations: object })[] }>('index.json');
    expect(manifests).toMatchObject([
      {
        mediaType: 'application/vnd.oci.image.manifest.v1+json',
        annotations: { 'org.opencontainers.image.ref.name': '1.2.3' },
      },
    ]);
    const manifest = json<{ config: Descriptor; layers: Descriptor[] }>(blob(manifests[0] as Descriptor));
    expect(JSON.parse(read(layout, blob(manifest.config)))).toEqual({ architecture: 'amd64', os: 'linux' });
    expect(manifest.layers.map((layer) => read(layout, blob(layer)))).toEqual([
      'first layer',
      'second layer',
      'first layer',
    ]);
  });

  it('has blobs of the described size and digest', () => {
    const { manifests } = json<{ manifests: Descriptor[] }>('index.json');
    const { config, layers } = json<{ config: Descriptor; layers: Descriptor[] }>(blob(manifests[0] as Descriptor));
    for (const one of [...manifests, config, ...layers]) {
      const content = readFileSync(path.join(layout, blob(one)));
      expect(one).toMatchObject({
        digest: `sha256:${createHash('sha256').update(content).digest('hex')}`,
        size: content.length,
      });
    }
  });

  it('can be loaded by docker too', () => {
    const [{ RepoTags, Layers, Config }] =
      json<[{ RepoTags: string[]; Layers: string[]; Config: string }]>('manifest.json');
    expect(RepoTags).toEqual(['tributary:1.2.3']);
    expect([Config, ...Layers].filter((file) => !existsSync(path.join(layout, file)))).toEqual([]);
  });
});
