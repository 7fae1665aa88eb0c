// Builds a folder again only if one of its inputs has changed, and compresses its text files: what the gateway serves.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** In the folder: the digest of the inputs of that build. */
const digestFile = '.inputs';

/** A smaller file is sent in one packet either way. */
const minCompressedBytes = 1_024;

/**
 * @param root the checkout
 * @param options.dist the folder, relative to the checkout
 * @param options.inputs everything that the build reads, relative to the checkout: files, and folders with all of their files
 * @param options.ignored files among the inputs that change nothing
 * @param options.compressible extensions of the files to compress
 * @param options.quality of Brotli, 1 to 11
 * @param options.build writes to a directory
 * @returns whether it built
 */
export async function buildOnce(root, { dist, inputs, ignored = /\.spec\.tsx?$/, compressible, quality = 11, build }) {
  const directory = path.join(root, dist);
  const digest = digestOf(root, inputs, ignored);
  if (readText(path.join(directory, digestFile)) === digest) return false;
  const draft = path.join(root, '.cache', `${path.basename(path.dirname(dist))}-${process.pid}`);
  const previous = `${draft}-previous`;
  try {
    mkdirSync(draft, { recursive: true });
    await build(draft);
    const files = filesOf(draft).filter((file) => compressible.has(path.extname(file)));
    await Promise.all(files.map((file) => compress(file, quality)));
    writeFileSync(path.join(draft, digestFile), digest);
    replaceDirectory(directory, draft, previous);
  } finally {
    rmSync(draft, { recursive: true, force: true });
    rmSync(previous, { recursive: true, force: true });
  }
  return true;
}

/** A reader finds the old build, for a moment none, or the new one: never a mix. If the new one cannot take the place, the old one stays. */
export function replaceDirectory(directory, next, previous) {
  const isReplaced = existsSync(directory);
  if (isReplaced) renameSync(directory, previous);
  try {
    renameSync(next, directory);
  } catch (error) {
    if (isReplaced) renameSync(previous, directory);
    throw error;
  }
}

function digestOf(root, inputs, ignored) {
  const digest = createHash('sha256');
  for (const input of inputs)
    for (const file of filesOf(path.join(root, input)).filter((name) => !ignored.test(name))) {
      const content = createHash('sha256').update(readFileSync(file)).digest('hex');
      digest.update(`${path.relative(root, file)} ${content}\n`);
    }
  return digest.digest('hex');
}

/** The files of a folder, sorted; a file itself; nothing if neither exists. */
function filesOf(location) {
  try {
    return readdirSync(location, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .sort();
  } catch (error) {
    if (error.code === 'ENOTDIR') return [location];
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}

/** The gateway sends these files as they are, so they are compressed once. */
async function compress(file, quality) {
  const content = readFileSync(file);
  if (content.length < minCompressedBytes) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(content, { params }),
    promisify(gzip)(content, { level: 9 }),
  ]);
  for (const [extension, encoded] of [
    ['.br', brotli],
    ['.gz', gzipped],
  ])
    if (encoded.length < content.length) writeFileSync(`${file}${extension}`, encoded);
}

function readText(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
