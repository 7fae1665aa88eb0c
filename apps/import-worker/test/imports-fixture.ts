import { afterAll, beforeAll } from '@jest/globals';
import { bootImports } from './booted-imports.js';
import { Tracking } from './tracking-stand-in.js';

export const tracking = new Tracking();
export let imports: Awaited<ReturnType<typeof bootImports>>;
beforeAll(async () => {
  imports = await bootImports({ tracking, settings: { IMPORT_CHUNK_LINES: 10 } });
});
afterAll(async () => {
  await imports.booted.stop();
  await imports.postgres.stop();
});

export const error = async (response: Response) => [
  response.status,
  ((await response.json()) as { error_code: string }).error_code,
];
export const rows = (text: string) =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
