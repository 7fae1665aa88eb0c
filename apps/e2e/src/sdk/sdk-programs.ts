import { execFile } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { machineEnvironment } from '@tributary/testing/config';
import { eventually } from '@tributary/testing/eventually';
import { Client } from '../client/client.js';
import type { EmbeddedSuite } from '../suite/embedded-suite.js';
import { blocksOf } from './documented-blocks.js';

const sdk = path.join(import.meta.dirname, '../../../../libs/sdk');

/** The programs that documents show, in Node.js beside the SDK. */
export function sdkPrograms(suite: EmbeddedSuite): void {
  const directory = path.join(suite.directory, 'sdk');
  const client = () => new Client(suite.platform.url, suite.platform.token);

  beforeAll(() => {
    mkdirSync(path.join(directory, 'node_modules/@tributary'), { recursive: true });
    symlinkSync(sdk, path.join(directory, 'node_modules/@tributary/sdk'));
  });

  /** Runs code as a module. @returns what it prints */
  async function run(file: string, code: string): Promise<string> {
    writeFileSync(path.join(directory, file), code.replaceAll('http://localhost:8080', suite.platform.url));
    const env = { ...machineEnvironment(), TOKEN: suite.platform.token };
    const { stdout } = await promisify(execFile)(process.execPath, [file], { cwd: directory, env });
    return stdout;
  }

  const eventsOf = async (account: string) => {
    const selector = `compartment_id=default,user_account_id=${account}`;
    const activities = await client().list<{ id: string; $events: { $event_name: string }[] }>(
      `/datamarts/1/user_points/${selector}/user_activities`,
    );
    return activities.flatMap(({ $events }) => $events.map(({ $event_name }) => $event_name));
  };

  describe('docs/sdk.md', () => {
    suite.step('shows a program that does what it says', async () => {
      const blocks = blocksOf('docs/sdk.md', 'javascript');
      expect(blocks).toHaveLength(6);
      const printed = await run('documented.mjs', blocks.join('\n'));
      const shown = /; \/\/ (\{ sent: .*\})$/m.exec(blocks.join('\n'))?.[1];
      expect(printed).toContain(shown ?? 'no result');
      expect(printed.match(/^sent /gm)).toHaveLength(6);
      await eventually(async () => {
        const dataEvents = ['$set_user_choice', '$set_user_profile_properties'];
        expect((await eventsOf('ana')).sort()).toEqual(['$item_view', '$page_view', ...dataEvents, 'report opened']);
        expect(await eventsOf('ben')).toEqual(['newsletter_opened']);
      });
      const ana = '/datamarts/1/user_points/compartment_id=default,user_account_id=ana';
      expect(await client().list(`${ana}/user_profiles`)).toMatchObject([{ plan: 'free' }]);
      expect(await client().list(`${ana}/user_choices`)).toMatchObject([{ $processing_id: '2', $channel: 'banner' }]);
    });
  });

  describe('README.md', () => {
    suite.step('shows a program that sends', async () => {
      const [code = ''] = blocksOf('README.md', 'js');
      await run('readme.mjs', code);
      await eventually(async () => expect(await eventsOf('eve')).toEqual(['$item_view']));
    });

    it('(control) names the product’s address, which the spec replaces', () => {
      for (const [file, language] of [
        ['README.md', 'js'],
        ['docs/sdk.md', 'javascript'],
      ] as const)
        expect(blocksOf(file, language).join('\n')).toContain('http://localhost:8080');
    });
  });
}
