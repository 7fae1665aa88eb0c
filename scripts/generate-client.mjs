// `node scripts/generate-client.mjs [directory]`: writes the TypeScript client of the API to libs/client/src/generated,
// or to another directory. It reads the description of the API from the built gateway.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createClient } from '@hey-api/openapi-ts';
import { createApiDocument } from '@tributary/gateway/openapi/document';

const root = path.join(import.meta.dirname, '..');
const output = path.resolve(process.argv[2] ?? path.join(root, 'libs/client/src/generated'));
const directory = mkdtempSync(path.join(tmpdir(), 'tributary-openapi-'));
try {
  const input = path.join(directory, 'openapi.json');
  writeFileSync(input, JSON.stringify(createApiDocument({ signaturePrefix: 'Svc' }), forCallers));
  await createClient({
    input,
    output: {
      path: output,
      importFileExtension: '.js',
      entryFile: false,
      header: ['// Generated from the description of the API by scripts/generate-client.mjs.'],
    },
    logs: { level: 'warn', file: false },
    plugins: [
      { name: '@hey-api/typescript', enums: 'javascript' },
      '@hey-api/sdk',
      { name: '@hey-api/client-fetch', throwOnError: true },
      '@tanstack/react-query',
    ],
  });
  readExactly(path.join(output, 'client/client.gen.ts'));
} finally {
  rmSync(directory, { recursive: true, force: true });
}

/** Answers hold JSON of users: their numbers keep their texts. The generator has no option for the parser. */
function readExactly(file) {
  const text = readFileSync(file, 'utf8');
  const start = 'import { createSseClient }';
  const parse = 'text ? JSON.parse(text) : {}';
  if (!text.includes(start) || !text.includes(parse)) throw new Error(`${file} does not parse answers as it did`);
  const withImport = text.replace(start, `import { parseJson } from '../../exact-json.js';\n${start}`);
  writeFileSync(file, withImport.replace(parse, 'text ? parseJson(text) : {}'));
}

/**
 * An id is text everywhere in JSON, so callers have text. In an address it is text as well. Errors are left out: all have
 * the envelope that RequestFailure reads, and their types would be half of the client.
 */
function forCallers(key, value) {
  if (key === 'responses') return Object.fromEntries(Object.entries(value).filter(([status]) => !(status >= 400)));
  const isId = key !== '' && value?.in !== undefined && /(^|_)id$/.test(value.name) && value.schema?.type === 'integer';
  return isId ? { ...value, schema: { type: 'string' } } : value;
}
