import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { bootImports, segmentLines } from './booted-imports.js';

const line = segmentLines(1);
let imports: Awaited<ReturnType<typeof bootImports>>;
beforeAll(async () => (imports = await bootImports({ settings: { IMPORT_MAX_BYTES: line.length * 1_000 } })));
afterAll(async () => {
  await imports.booted.stop();
  await imports.postgres.stop();
});

/** Uploads without Content-Length, as a client does that generates the file while sending it. */
function streamed(text: string): Promise<Response> {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (let at = 0; at < text.length; at += 10_000) controller.enqueue(Buffer.from(text.slice(at, at + 10_000)));
      controller.close();
    },
  });
  return imports
    .createImport()
    .then((documentImport) =>
      imports.send(imports.executionsOf(documentImport), {
        method: 'POST',
        headers: { 'content-type': 'application/x-ndjson' },
        body,
        duplex: 'half',
      }),
    );
}

const rejected = { status: 'error', error_code: 'BAD_REQUEST_FORMAT' };

describe('the largest file', () => {
  it('is accepted', async () => {
    const response = await streamed(line.repeat(1_000));
    expect([response.status, await response.json()]).toMatchObject([200, { data: { status: 'PENDING' } }]);
  });

  it('is rejected with one more byte, with and without Content-Length', async () => {
    const text = `${line.repeat(1_000)} `;
    const withoutLength = await streamed(text);
    expect([withoutLength.status, await withoutLength.json()]).toMatchObject([400, rejected]);
    const withLength = await imports.upload(await imports.createImport(), text + ' '.repeat(200_000));
    expect([withLength.status, await withLength.json()]).toMatchObject([400, rejected]);
  });
});
