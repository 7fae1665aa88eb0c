// Turns the files of `docker save` into an OCI image layout. Engines before Docker 25 save only their own format.
import { createHash } from 'node:crypto';
import { createReadStream, mkdirSync, readFileSync, realpathSync, renameSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

const type = (name) => `application/vnd.oci.image.${name}`;

/**
 * Moves the blobs. The layout also has docker's own `manifest.json`, so that `docker load` reads it.
 *
 * @param saved the unpacked output of `docker save` of one image
 * @param layout the directory to write
 */
export async function writeOciLayout(saved, layout, { name, tag }) {
  const blobs = path.join(layout, 'blobs/sha256');
  mkdirSync(blobs, { recursive: true });
  const [{ Config, Layers }] = JSON.parse(readFileSync(path.join(saved, 'manifest.json'), 'utf8'));
  const config = await moveBlob(path.join(saved, Config), blobs, type('config.v1+json'));
  // A layer that occurs twice is a link to the first one.
  const files = Layers.map((layer) => realpathSync(path.join(saved, layer)));
  const moved = new Map();
  for (const file of new Set(files)) moved.set(file, await moveBlob(file, blobs, type('layer.v1.tar')));
  const layers = files.map((file) => moved.get(file));

  const manifest = writeJson(blobs, { schemaVersion: 2, mediaType: type('manifest.v1+json'), config, layers });
  const annotations = { 'org.opencontainers.image.ref.name': tag };
  const manifests = [{ ...manifest, annotations }];
  write(layout, 'index.json', { schemaVersion: 2, mediaType: type('index.v1+json'), manifests });
  write(layout, 'oci-layout', { imageLayoutVersion: '1.0.0' });
  const inLayout = ({ digest }) => `blobs/sha256/${hexOf(digest)}`;
  const docker = { Config: inLayout(config), RepoTags: [`${name}:${tag}`], Layers: layers.map(inLayout) };
  write(layout, 'manifest.json', [docker]);
}

/** @returns its descriptor */
async function moveBlob(file, blobs, mediaType) {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  const digest = `sha256:${hash.digest('hex')}`;
  const size = statSync(file).size;
  renameSync(file, path.join(blobs, hexOf(digest)));
  return { mediaType, digest, size };
}

function writeJson(blobs, value) {
  const text = JSON.stringify(value);
  const digest = `sha256:${createHash('sha256').update(text).digest('hex')}`;
  writeFileSync(path.join(blobs, hexOf(digest)), text);
  return { mediaType: value.mediaType, digest, size: Buffer.byteLength(text) };
}

const hexOf = (digest) => digest.slice('sha256:'.length);
const write = (directory, file, value) => writeFileSync(path.join(directory, file), JSON.stringify(value));
