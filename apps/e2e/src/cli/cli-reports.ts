import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { Platform } from '@tributary/testing/processes/platform';
import { Client } from '../client/client.js';
import { Cli } from './cli.js';

/** The list of what may be reported, an explained report, and the events before `tail`. */
export function cliReports(platform: () => Platform): void {
  let cli: Cli;

  beforeAll(async () => {
    cli = await Cli.create();
    expect(await cli.login(platform().url, platform().token)).toMatchObject({ code: 0 });
  });

  /** Until the output of `tail` has the text; then stops it, and returns all. */
  async function tail(text: string, ...args: string[]): Promise<string> {
    const started = cli.start(['tail', ...args]);
    let out = '';
    started.stdout?.setEncoding('utf8').on('data', (part: string) => (out += part));
    await eventually(() => Promise.resolve(expect(out).toContain(text)));
    started.kill('SIGINT');
    await new Promise((resolve) => started.once('close', resolve));
    return out;
  }

  const send = (event: string) => cli.succeed('send', '--type', 'EMAIL', '--user', 'shop/since', '--event', event);

  describe('reports', () => {
    it('have metrics and dimensions that are listed with their sentences, without a login', async () => {
      const fresh = await Cli.create();
      const listed = await fresh.json<{ kind: string; name: string; sentence: string }[]>('report', '--list');
      expect(listed).toContainEqual(
        expect.objectContaining({ kind: 'metric', name: 'users', sentence: expect.stringMatching(/\.$/) }),
      );
      expect(listed.every(({ sentence }) => sentence !== '')).toBe(true);
      expect(await fresh.succeed('report', '--list')).toMatch(/^dimension +channel_id +The site or app/m);
      const missing = await cli.run(['report', '--from', 'now-1d']);
      expect(missing).toMatchObject({ code: 2, errors: expect.stringContaining('report --list') });
    });

    it.each([
      [['report', '-m', 'user'], 1, 'Did you mean users?'],
      [['report', '-m', 'users', '-d', 'chanel_id'], 1, 'Did you mean channel_id?'],
      [['report', '-m', 'turnover'], 1, 'report --list'],
      [['channel', 'lst'], 2, 'Did you mean list?'],
      [['import', 'lst'], 1, 'Did you mean list?'],
    ])('a mistyped name gets a suggestion: %j', async (args, code, suggestion) =>
      expect(await cli.run(args)).toMatchObject({ code, errors: expect.stringContaining(suggestion) }),
    );

    it('are those that the user has saved, by name', async () => {
      const admin = new Client(platform().url, platform().token);
      const saved = { metrics: [{ expression: 'users' }], dimensions: [{ name: 'channel_id' }] };
      const report = { ...saved, date_ranges: [{ start_date: 'now-1d', end_date: 'now' }] };
      const { id } = await admin.post<{ id: string }>('/datamarts/1/saved_reports', { name: 'CLI users', report });
      expect(await cli.json('report', '--saved')).toMatchObject([{ name: 'CLI users', report }]);
      expect(await cli.succeed('report', '--saved')).toMatch(/^CLI users +users +channel_id +now-1d +now$/m);
      const [header] = (await cli.succeed('report', '--saved', 'CLI users', '-o', 'csv')).split('\r\n');
      expect(header).toBe('channel_id,users');
      expect(await cli.run(['report', '--saved', 'CLI user'])).toMatchObject({
        code: 1,
        errors: expect.stringContaining('report --saved'),
      });
      expect(await cli.run(['report', '--saved', 'CLI users', '-m', 'users'])).toMatchObject({ code: 2 });
      await admin.delete(`/datamarts/1/saved_reports/${id}`);
    });

    it('say what they leave out', async () => {
      await cli.file('early.ndjson', [{ $type: 'TOUCH', $user_agent_id: 'web:1:early', $ts: 1_795_886_317 }]);
      await cli.succeed('send', 'early.ndjson');
      await eventually(async () => {
        const { code, out, errors } = await cli.run(['report', '-m', 'users', '--explain', '-o', 'csv']);
        expect([code, out.split('\r\n')[0]]).toEqual([0, 'users']);
        expect(errors).toMatch(/^Complete to .*Z; dates are /m);
        expect(errors).toMatch(/^Suspicious time +[1-9]\d* +Stored with a time before the year 2000/m);
        expect(errors).toMatch(/^People merged since +\d/m);
      });
    });
  });

  describe('tail --since', () => {
    it('first shows the activities of a person since then, once each, then new ones', async () => {
      await send('before');
      await eventually(async () =>
        expect(await cli.succeed('person', 'shop/since', 'activities', '-o', 'json')).toContain('before'),
      );
      const args = ['--person', 'shop/since', '--event', '!left_out', '--json'];
      await send('left_out');
      const out = await tail('"before"', '--since', '1h', ...args);
      expect(out.match(/"before"/g)).toHaveLength(1);
      expect(out).not.toContain('"left_out"');
      const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
      expect(await cli.run(['tail', '--since', 'yesterday'])).toMatchObject({ code: 2 });
      expect(await cli.json('refused', 'list', '--since', tomorrow)).toEqual([]);
    });

    it('first shows the refusals since then', async () => {
      const client = new Client(platform().url, platform().token);
      await client.call('POST', '/datamarts/1/user_activities', { $type: 'REFUSED_BEFORE' });
      await eventually(async () =>
        expect(await cli.succeed('refused', 'list', '--since', '1h')).toContain('REFUSED_BEFORE'),
      );
      const out = await tail('REFUSED_BEFORE', '--refused', '--since', '1h');
      expect(out.match(/REFUSED_BEFORE/g)).toHaveLength(1);
    });
  });
}
