import { readFile, readdir } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { Platform } from '@tributary/testing/processes/platform';
import { Cli, ended } from './cli.js';

interface ImportResult {
  document_import_id: string;
  executions: { id: string; status: string; result: { total_success: number; total_failure: number } }[];
  errors: { reason: string; count: number; lines: number[] }[];
}

export const profile = (index: number) => ({
  operation: 'UPSERT',
  user_account_id: `cli-${index}`,
  user_profile: { index },
});
const profiles = (count: number) => Array.from({ length: count }, (_each, index) => profile(index));

export function cliImports(platform: () => Platform): void {
  let cli: Cli;

  beforeAll(async () => {
    cli = await Cli.create();
    await cli.login(platform().url, platform().token);
  });

  const step = (name: string, run: () => Promise<void>) => it(name, run);
  const uploads = async () => {
    const directory = `${cli.home}/.local/state/tributary/uploads`;
    const files = (await readdir(directory).catch(() => [])).filter((name) => name.endsWith('.json'));
    return Promise.all(files.map((name) => readFile(`${directory}/${name}`, 'utf8')));
  };

  describe('an import', () => {
    step('groups the refused lines, writes them to a file, and ends with 3', async () => {
      const lines = [...profiles(50), { ...profile(1), user_account_id: '0' }, { ...profile(2), user_account_id: '' }];
      await cli.file('some.ndjson', lines);
      const { code, out, errors } = await cli.run([
        'import',
        'some.ndjson',
        '--errors',
        'refused.ndjson',
        '-o',
        'json',
      ]);
      const result = JSON.parse(out) as ImportResult;
      expect({ code, errors }).toMatchObject({ code: 3 });
      expect(result.executions).toMatchObject([
        { status: 'SUCCEEDED', result: { total_success: 50, total_failure: 2 } },
      ]);
      expect(result.errors).toMatchObject([{ count: 2, lines: [51, 52] }]);
      const refused = (await cli.read('refused.ndjson')).trim().split('\n');
      expect(refused.map((line) => (JSON.parse(line) as { line: number }).line)).toEqual([51, 52]);
      const text = await cli.run(['import', 'some.ndjson', '--again']);
      expect(text.errors).toMatch(/2 lines were refused:\n {2}2 × BAD_REQUEST_DATA: .* \(lines 51, 52\)/);
    });

    step('of a template takes each of its rows', async () => {
      const template = await cli.succeed('import', '--template', 'user_segment', '--format', 'csv');
      await cli.file('template.csv', template);
      const { executions } = await cli.json<ImportResult>('import', 'template.csv');
      expect(executions).toMatchObject([{ result: { total_success: 2, total_failure: 0 } }]);
      expect(await cli.run(['import', '--template', 'user_choice', '--format', 'csv'])).toMatchObject({ code: 2 });
      expect(await cli.run(['import'])).toMatchObject({ code: 2 });
    });

    step('of something else is refused before the upload', async () => {
      await cli.file('other.ndjson', [{ a: 1 }, { a: 2 }]);
      const { code, errors } = await cli.run(['import', 'other.ndjson', '--type', 'USER_PROFILE']);
      expect({ code, errors }).toMatchObject({
        code: 1,
        errors: expect.stringContaining('nothing was uploaded') as unknown,
      });
      await cli.file('erasures.ndjson', [{ type: 'USER_AGENT', user_agent_id: 'web:1:x' }]);
      expect(await cli.run(['import', 'erasures.ndjson'])).toMatchObject({
        code: 2,
        errors: expect.stringContaining('removes data') as unknown,
      });
      expect(await cli.run(['import', 'erasures.ndjson', '--type', 'USER_PROFILE', '--dry-run'])).toMatchObject({
        code: 3,
      });
    });

    step('in parts repeats the header of CSV, and has every row once', async () => {
      const rows = profiles(3_000).map(({ operation, user_account_id, user_profile }) =>
        [operation, user_account_id, `"${JSON.stringify(user_profile).replaceAll('"', '""')}"`].join(','),
      );
      await cli.file('parts.csv', `${['operation,user_account_id,user_profile', ...rows].join('\n')}\n`);
      const result = await cli.json<ImportResult>('import', 'parts.csv', '--split', '40kB');
      expect(result.executions.length).toBeGreaterThan(2);
      const applied = result.executions.reduce((total, execution) => total + execution.result.total_success, 0);
      expect(applied).toBe(3_000);
      expect(await cli.succeed('import', 'list')).toContain('parts.csv');
      expect(await cli.json<unknown[]>('import', 'list', result.document_import_id)).toHaveLength(
        result.executions.length,
      );
    });

    step('that is only uploaded is watched later, by name or as the latest one', async () => {
      await cli.file('later.ndjson', profiles(100));
      const { errors } = await cli.run(['import', 'later.ndjson', '--no-watch']);
      const [, name = ''] = /import watch (\d+\/\d+)/.exec(errors) ?? [];
      expect(await cli.json('import', 'watch', name)).toMatchObject({ executions: [{ status: 'SUCCEEDED' }] });
      expect(await cli.json('import', 'watch')).toMatchObject({ executions: [{ status: 'SUCCEEDED' }] });
      // The same file again goes on with the execution that exists.
      const again = await cli.run(['import', 'later.ndjson', '-o', 'json']);
      expect(again.errors).toContain('--again imports it once more');
      expect((JSON.parse(again.out) as ImportResult).executions.map(({ id }) => id)).toEqual([name.split('/')[1]]);
    });

    step('that was killed in its upload goes on under the same import, and takes effect once', async () => {
      await cli.file('killed.ndjson', profiles(60_000));
      const first = cli.start(['import', 'killed.ndjson']);
      const end = ended(first);
      await eventually(async () => expect(String(await uploads())).toContain('document_import_id'), { every: 5 });
      first.kill('SIGKILL');
      await end;
      const result = await cli.json<ImportResult>('import', 'killed.ndjson');
      expect(result.executions).toMatchObject([{ status: 'SUCCEEDED', result: { total_success: 60_000 } }]);
      const imports = await cli.json<{ name: string; id: string }[]>('import', 'list');
      const [only, ...others] = imports.filter(({ name }) => name === 'killed.ndjson');
      expect([only?.id, others]).toEqual([result.document_import_id, []]);
      const remembered = (await uploads()).map((text) => (JSON.parse(text) as ImportResult).document_import_id);
      expect(remembered).not.toContain(only?.id);
    });
  });
}
