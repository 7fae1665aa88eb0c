import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { Platform } from '@tributary/testing/processes/platform';
import { Cli } from './cli.js';

/** The tracking plan in a file. */
export function cliPlan(platform: () => Platform): void {
  let cli: Cli;

  beforeAll(async () => {
    cli = await Cli.create();
    expect(await cli.login(platform().url, platform().token)).toMatchObject({ code: 0 });
  });

  const type = {
    name: 'cli order',
    status: 'EXPECTED',
    schema: { required: ['order_id'], properties: { order_id: { type: 'string' } } },
    on_violation: 'REFUSE',
  };
  const send = async (order_id: unknown) => {
    const $events = [{ $event_name: type.name, $properties: { order_id } }];
    const input = `${JSON.stringify({ $type: 'TOUCH', $user_agent_id: 'web:1:plan', $events })}\n`;
    return (await cli.run(['send', '-'], { input })).code;
  };

  describe('a tracking plan', () => {
    it('is pushed after its differences, acts within a second, is pulled, and has types', async () => {
      await cli.file('plan.json', JSON.stringify({ event_types: [type] }));
      expect(await cli.json('plan', 'diff', 'plan.json')).toContainEqual({
        name: type.name,
        change: 'added',
        fields: [],
      });
      const pushed = await cli.run(['plan', 'push', 'plan.json']);
      expect(pushed).toMatchObject({ code: 0, errors: expect.stringContaining(`+ ${type.name}`) });
      await eventually(async () => expect([await send(1), await send('a')]).toEqual([3, 0]));
      expect(JSON.parse(await cli.succeed('plan', 'pull'))).toEqual({ event_types: [type] });
      expect(await cli.succeed('plan', 'types')).toContain('"cli order": {\n    order_id: string;');
      expect(await cli.json('plan', 'diff', 'plan.json')).toEqual([]);
      await cli.file('bad.json', JSON.stringify({ event_types: [{ ...type, schema: { type: 'x' } }] }));
      expect(await cli.run(['plan', 'push', 'bad.json'])).toMatchObject({
        code: 1,
        errors: expect.stringContaining('event_types[0].schema/type'),
      });
      await cli.file('empty.json', '{"event_types":[]}');
      expect(await cli.run(['plan', 'push', 'empty.json'])).toMatchObject({
        errors: expect.stringContaining(`- ${type.name}`),
      });
      expect(await cli.run(['plan', 'push', 'none.json'])).toMatchObject({ code: 1 });
    });
  });
}
