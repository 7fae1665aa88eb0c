import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Platform } from '@tributary/testing/processes/platform';
import { Cli } from './cli.js';

/** The audit of the organisation. */
export function cliAudit(platform: () => Platform): void {
  let cli: Cli;

  beforeAll(async () => {
    cli = await Cli.create();
    expect(await cli.login(platform().url, platform().token)).toMatchObject({ code: 0 });
  });

  describe('the audit', () => {
    it('lists what a command has changed, as a table, CSV and JSON', async () => {
      const { id } = await cli.json<{ id: string }>('token', 'create', 'audited');
      const found = { action: 'CREATE', resource: 'api_token', resource_id: id, credential_kind: 'API_TOKEN' };
      const filters = ['audit', '--action', 'CREATE', '--resource', 'api_token', '--since', '2026-01-01'];
      const events = await cli.json<object[]>(...filters);
      expect(events).toContainEqual(expect.objectContaining(found));
      const csv = await cli.run([...filters, '-o', 'csv']);
      expect(csv).toMatchObject({ code: 0, out: expect.stringMatching(/^time,user,action,resource,id,/) });
      expect(await cli.run(['audit', '--limit', '5'])).toMatchObject({ code: 0, out: expect.stringMatching(/ACTION/) });
      expect(await cli.run(['audit', '--action', 'LOOK'])).toMatchObject({ code: 2 });
    });
  });
}
