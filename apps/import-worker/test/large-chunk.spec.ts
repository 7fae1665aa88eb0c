import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { bootImports, clientOf, segmentLines } from './booted-imports.js';
import { Tracking } from './tracking-stand-in.js';

const tracking = new Tracking();
let imports: Awaited<ReturnType<typeof bootImports>>;
beforeAll(async () => {
  imports = await bootImports({ tracking });
});
afterAll(async () => {
  await imports.booted.stop();
  await imports.postgres.stop();
});

it('applies and counts all lines of a chunk that is published in many batches', async () => {
  const client = clientOf(imports.booted);
  const lines = segmentLines(4_000, 20)
    .split('\n')
    .map((line, index) => (index % 100 === 99 ? 'broken' : line));
  tracking.answersTwice = true;
  const execution = await client.execute(await client.createImport(), lines.join('\n'));
  const result = { total_success: 3_960, total_failure: 40 };
  expect(await client.ended(execution)).toMatchObject({ status: 'SUCCEEDED', num_tasks: 1, result });
  const valid = lines.flatMap((line, index) => (line.startsWith('{') ? [index + 1] : []));
  expect(tracking.linesOf(execution.id)).toEqual(valid);
  for (const own of tracking.sequencesOf(execution.id)) expect(own).toEqual(own.toSorted((a, b) => a - b));
});
