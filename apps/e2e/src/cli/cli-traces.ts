import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { Platform } from '@tributary/testing/processes/platform';
import { Cli } from './cli.js';

/** The command `trace`. */
export function cliTraces(platform: () => Platform): void {
  let cli: Cli;

  beforeAll(async () => {
    cli = await Cli.create();
    expect(await cli.login(platform().url, platform().token)).toMatchObject({ code: 0 });
  });

  describe('traces', () => {
    it('show the steps of an activity', async () => {
      const { id } = await cli.json<{ id: string }>('send', '--type', 'TOUCH', '--user', 'traced@example.com');
      await eventually(async () => {
        const lines = (await cli.succeed('trace', id)).trim().split('\n');
        expect(lines[0]).toMatch(/^TIME +STEP +DETAILS/);
        expect(lines[1]).toMatch(/ACCEPTED +source=LIVE credential=API_TOKEN\/\d+/);
        expect(lines[2]).toMatch(/STORED +user_point_id=[0-9a-f-]{36}/);
      });
      expect(await cli.json('trace', id)).toMatchObject({ id, state: 'STORED' });
      expect(await cli.run(['trace', '00000000-0000-4000-8000-000000000000'])).toMatchObject({ code: 1 });
    });
  });
}
