import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { ConfigError } from '@tributary/runtime/config';
import { variantOf, type EncodedFile } from '../console/send-variant.js';

/** The SDK as pages of any site load it. */
export class SdkScript {
  constructor(
    readonly version: string,
    readonly file: EncodedFile,
  ) {}
}

const builtManifest = () => createRequire(import.meta.url).resolve('@tributary/sdk/package.json');

/** The variants of the script that was read last: a process may start more than one gateway. */
let last: { content: Buffer; variants: EncodedFile['variants'] } | undefined;

/** Reads the built script, and compresses it once. @param manifest of the package */
export function loadSdkScript(manifest = builtManifest()): SdkScript {
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  const script = path.join(path.dirname(manifest), 'dist/sdk.js');
  if (!existsSync(script))
    throw new ConfigError(
      `The SDK's script is not built: ${script} is missing. Build it with \`npx nx build @tributary/sdk\`.`,
    );
  const content = readFileSync(script);
  if (!last?.content.equals(content)) last = { content, variants: compress(content) };
  return new SdkScript(version, { type: 'text/javascript; charset=utf-8', variants: last.variants });
}

const compress = (content: Buffer): EncodedFile['variants'] =>
  new Map([
    ['br', variantOf(brotliCompressSync(content))],
    ['gzip', variantOf(gzipSync(content, { level: 9 }))],
    ['identity', variantOf(content)],
  ]);
