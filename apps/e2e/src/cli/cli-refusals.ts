import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { Platform } from '@tributary/testing/processes/platform';
import { Cli } from './cli.js';

/** Activities that the platform has refused. */
export function cliRefusals(platform: () => Platform): void {
  let cli: Cli;

  beforeAll(async () => {
    cli = await Cli.create();
    expect(await cli.login(platform().url, platform().token)).toMatchObject({ code: 0 });
  });

  describe('refused activities', () => {
    it('are listed, and stored once they are repaired', async () => {
      const sent = await cli.run(['send', '-'], { input: '{"$user_agent_id":"web:1:repaired"}\n' });
      expect(sent).toMatchObject({ code: 3 });
      const found = () => cli.json<{ id: string; body: string }[]>('refused', 'list', '--code', 'BAD_REQUEST_DATA');
      const refusal = await eventually(async () => {
        const one = (await found()).find(({ body }) => body.includes('web:1:repaired'));
        if (!one) throw new Error('it is not listed yet');
        return one;
      });
      expect(await cli.run(['refused', 'retry', refusal.id])).toMatchObject({ code: 1 });
      const input = '{"$type":"TOUCH","$user_agent_id":"web:1:repaired"}';
      expect(await cli.run(['refused', 'retry', refusal.id, '-'], { input })).toMatchObject({ code: 0 });
      expect((await found()).map(({ id }) => id)).not.toContain(refusal.id);
      expect(await cli.run(['refused', 'list', '--since', 'then'])).toMatchObject({ code: 2 });
    });
  });
}
