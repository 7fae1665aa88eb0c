// Builds the web console (apps/console/dist) if one of its inputs has changed: Vite bundles it, then each text file is
// compressed. Needs the dist folders of libs/client and libs/dashboards. Run by Nx, `npm start` and the Dockerfile.
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Everything that the build reads, relative to the checkout: files, and folders with all of their files. */
const inputs = [
  'apps/console/index.html',
  'apps/console/package.json',
  'apps/console/public',
  'apps/console/src',
  'apps/console/tsconfig.json',
  'apps/console/vite.config.ts',
  'libs/client/src',
  'libs/contracts/src/rules',
  'libs/dashboards/src',
  'package-lock.json',
  'scripts/build-console.mjs',
  'tsconfig.base.json',
];

/** In dist: the digest of the inputs of that build. */
const digestFile = '.inputs';

const compressible = new Set(['.css', '.ico', '.js', '.json', '.svg', '.txt', '.webmanifest']);
/** A smaller file is sent in one packet either way. */
const minCompressedBytes = 1_024;

/**
 * @param root the checkout
 * @param bundle writes the bundle to a directory; Vite by default
 * @returns whether it built
 */
export async function buildConsole(root, bundle = bundleWithVite) {
  const dist = path.join(root, 'apps/console/dist');
  const digest = digestOf(root);
  if (readText(path.join(dist, digestFile)) === digest) return false;
  const draft = path.join(root, '.cache', `console-${process.pid}`);
  const previous = `${draft}-previous`;
  try {
    mkdirSync(draft, { recursive: true });
    await bundle(path.join(root, 'apps/console'), draft);
    await Promise.all(filesOf(draft).map(compress));
    writeFileSync(path.join(draft, digestFile), digest);
    replaceDirectory(dist, draft, previous);
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

async function bundleWithVite(project, directory) {
  // Otherwise a NODE_ENV of the caller would make it a development build.
  process.env.NODE_ENV = 'production';
  const vite = createRequire(path.join(project, 'package.json')).resolve('vite');
  const { build } = await import(pathToFileURL(vite));
  await build({ root: project, mode: 'production', logLevel: 'warn', build: { outDir: directory, emptyOutDir: true } });
}

function digestOf(root) {
  const digest = createHash('sha256');
  for (const input of inputs)
    for (const file of filesOf(path.join(root, input)).filter((name) => !/\.spec\.tsx?$/.test(name))) {
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

/** The gateway sends these files as they are, so they are compressed as small as possible, once. */
async function compress(file) {
  const content = readFileSync(file);
  if (!compressible.has(path.extname(file)) || content.length < minCompressedBytes) return;
  const brotliOptions = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } };
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(content, brotliOptions),
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

// The path of the command may be a symbolic link.
if (import.meta.filename === realpathSync(process.argv[1])) await buildConsole(path.join(import.meta.dirname, '..'));
