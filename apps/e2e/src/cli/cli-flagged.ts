import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { Platform } from '@tributary/testing/processes/platform';
import { Cli } from './cli.js';

/** People who gain too much. */
export function cliFlagged(platform: () => Platform): void {
  let cli: Cli;

  beforeAll(async () => {
    cli = await Cli.create();
    expect(await cli.login(platform().url, platform().token)).toMatchObject({ code: 0 });
  });

  describe('flagged people', () => {
    it('are listed with the reasons, by the numbers of the datamart', async () => {
      const agent = (name: string) => ({ $type: 'USER_AGENT', $user_agent_id: `web:1:flagged-${name}` });
      const accounts = Array.from({ length: 9 }, (_, index) => ({
        $type: 'USER_ACCOUNT',
        $user_account_id: `flagged-${index}`,
      }));
      const line = { $type: 'TOUCH', $user_identifiers: [...accounts, agent('shared')] };
      expect(await cli.run(['send', '-'], { input: `${JSON.stringify(line)}\n` })).toMatchObject({ code: 0 });
      const found = () => cli.json<{ reasons: { rule: string; count: number }[] }[]>('flagged', 'list');
      await eventually(async () =>
        expect((await found()).flatMap(({ reasons }) => reasons)).toContainEqual(
          expect.objectContaining({ rule: 'ACCOUNTS', count: 9 }),
        ),
      );
      const usual = { accounts: 4, emails: 4, agents: 10, merges: 8 };
      expect(await cli.json('flagged', 'rules', '--accounts', '9')).toEqual({ ...usual, accounts: 9 });
      await eventually(async () =>
        expect((await found()).flatMap(({ reasons }) => reasons)).not.toContainEqual(
          expect.objectContaining({ rule: 'ACCOUNTS', count: 9 }),
        ),
      );
      expect(await cli.run(['flagged', 'rules', '--merges', '-1'])).toMatchObject({ code: 2 });
      expect(await cli.json('flagged', 'rules', '--accounts', '4')).toEqual(usual);
      expect(await cli.json('flagged', 'rules')).toEqual(usual);
    });
  });
}
