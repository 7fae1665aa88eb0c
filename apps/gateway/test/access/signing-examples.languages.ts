import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { transformSync } from '@swc/core';

interface Vector {
  uri: string;
  body: string | null;
  mac: string;
}
const text = readFileSync(path.join(import.meta.dirname, '../../../../docs/signing.md'), 'utf8');
const vectors = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../fixtures/signing-vectors.json'), 'utf8'),
) as { secret_key: string; key_id: string; timestamp: string; accept: Vector[] };
const { secret_key, key_id, timestamp, accept } = vectors;

/** The example in docs/signing.md for the language. */
function example(language: string): string {
  const found = new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(text);
  return found?.[1] ?? '';
}

interface Toolchain {
  file: string;
  /** A program that signs one vector and prints the digest. `given` holds literals of the language. */
  program: (source: string, given: string[]) => string;
  run: (file: string) => string;
}
const run = (command: string, args: string[]) => execFileSync(command, args, { encoding: 'utf8' }).trim();
const literals = ({ uri, body }: Vector) =>
  [secret_key, uri, key_id, timestamp, ...(body === null ? [] : [body])].map((value) => JSON.stringify(value));

const toolchains: Record<string, Toolchain> = {
  typescript: {
    file: 'sign.mjs',
    program: (source, [secret, uri, keyId, time, body]) =>
      `${transformSync(source, { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } }).code}
      console.log(sign(${secret}, { uri: ${uri}, keyId: ${keyId}, timestamp: ${time}, body: ${body} }));`,
    run: (file) => run(process.execPath, [file]),
  },
  python: {
    file: 'sign.py',
    program: (source, given) => `${source}\nprint(sign(${given.join(', ')}))\n`,
    run: (file) => run('python3', [file]),
  },
};
/** Swift and Kotlin are not run: this tier has no compilers for them. */
const shown = [...Object.keys(toolchains), 'swift', 'kotlin'];

describe('the examples of docs/signing.md', () => {
  it.each(shown)('include one in %s', (language) => {
    expect(example(language)).toMatch(/\bsign\b/);
    expect(example(language)).not.toMatch(/fromHex|unhexlify|hexToBytes/);
  });

  it.each(Object.entries(toolchains))(
    'produce the digests of the vectors in %s',
    (language, { file, program, run: execute }) => {
      const directory = mkdtempSync(path.join(tmpdir(), 'tributary-signing-'));
      for (const vector of accept) {
        const target = path.join(directory, file);
        writeFileSync(target, program(example(language), literals(vector)));
        expect(execute(target)).toBe(vector.mac);
      }
    },
    120_000,
  );

  it('would fail with a wrong line break', () => {
    const { program, run: execute } = toolchains['typescript'] as Toolchain;
    const target = path.join(mkdtempSync(path.join(tmpdir(), 'tributary-signing-')), 'sign.mjs');
    const wrong = example('typescript').replace("join('\\n')", "join('\\r\\n')");
    expect(wrong).not.toBe(example('typescript'));
    writeFileSync(target, program(wrong, literals(accept[0] as Vector)));
    expect(execute(target)).not.toBe(accept[0]?.mac);
  });

  it('show the digest of the first vector', () => expect(text).toContain(`X-Svc-Mac: ${accept[0]?.mac}`));
});
