import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { Platform } from '@tributary/testing/processes/platform';
import { Client, type PagedList } from '../client/client.js';
import { choiceEvent, newConsentChannel, type ConsentChannel } from '../client/consent-channel.js';
import { importFile } from '../client/import-file.js';
import { reportRows } from '../client/report.js';

/** Choices decide which activities of a channel are stored. */
export function consentJourney(platform: () => Platform): void {
  let client: Client;
  let channel: ConsentChannel;
  let datamart: string;

  beforeAll(async () => {
    client = new Client(platform().url, platform().token);
    channel = await newConsentChannel(client);
    datamart = `/datamarts/${channel.datamart_id}`;
  });

  const collect = (agent: string, fields: object = {}) =>
    client.post(`${datamart}/user_activities`, {
      $type: 'SITE_VISIT',
      $site_id: channel.channel_id,
      $user_agent_id: agent,
      ...fields,
    });
  const point = (agent: string, rest: string) => `${datamart}/user_points/user_agent_id=${agent}/${rest}`;
  const storedOf = async (agent: string) =>
    (await client.call<PagedList>('GET', point(agent, 'user_activities'))).body.total;

  /** A selection takes effect within a second. The probes are no sessions of the report. */
  const untilRefused = () =>
    eventually(async () => {
      const agent = `probe-${randomUUID()}`;
      await collect(agent, { $type: 'TOUCH' });
      await eventually(() => client.list(point(agent, 'user_identifiers')));
      expect(await storedOf(agent)).toBe(0);
    });

  it('stores an activity of a person who has accepted, and not of one who has not', async () => {
    await untilRefused();
    const choice = { $choice_ts: Date.now(), $choice_acceptance_value: true };
    await client.put(point('accepts', `user_choices/processing_id=${channel.processing_id}`), choice);
    await Promise.all([collect('accepts'), collect('silent')]);
    await eventually(async () => expect(await storedOf('accepts')).toBe(1));
    await eventually(async () => expect(await storedOf('silent')).toBe(0));
    await eventually(async () => expect(await reportRows(client, datamart, ['sessions'])).toEqual([[1]]));
  });

  it('evaluates an activity by the choices that it carries, and keeps these', async () => {
    await collect('accepts', { $events: [choiceEvent(channel, false)] });
    await collect('turns', { $events: [choiceEvent(channel, true)] });
    await eventually(async () => expect(await storedOf('turns')).toBe(1));
    await eventually(async () =>
      expect(await client.list(point('accepts', 'user_choices'))).toMatchObject([{ $choice_acceptance_value: false }]),
    );
    expect(await storedOf('accepts')).toBe(1);
  });

  it('counts the refused lines of an import as successes', async () => {
    const line = (agent: string) =>
      JSON.stringify({ $type: 'SITE_VISIT', $site_id: channel.channel_id, $user_agent_id: agent });
    const file = ['turns', 'accepts', 'silent', 'turns'].map(line).join('\n');
    const { result } = await importFile(client, datamart, {
      document_type: 'USER_ACTIVITY',
      mime_type: 'APPLICATION_X_NDJSON',
      content_type: 'application/x-ndjson',
      file,
    });
    expect(result).toMatchObject({ total_success: 4, total_failure: 0, total_refused_by_choice: 2 });
    await eventually(async () => expect(await reportRows(client, datamart, ['sessions'])).toEqual([[4]]));
  });

  it('evaluates the lines of a file in its order', async () => {
    const line = (agent: number, chooses?: boolean) =>
      JSON.stringify({
        $type: 'TOUCH',
        $site_id: channel.channel_id,
        $user_agent_id: `file-${agent}`,
        ...(chooses !== undefined && { $events: [choiceEvent(channel, chooses, Date.now() + Number(!chooses))] }),
      });
    const agents = Array.from({ length: 300 }, (_, agent) => agent);
    // All are refused until they accept; the last lines follow a refusal.
    const file = [undefined, true, undefined, false, undefined].flatMap((chooses) =>
      agents.map((agent) => line(agent, chooses)),
    );
    const { result } = await importFile(client, datamart, {
      document_type: 'USER_ACTIVITY',
      mime_type: 'APPLICATION_X_NDJSON',
      content_type: 'application/x-ndjson',
      file: file.join('\n'),
    });
    expect(result).toMatchObject({ total_success: 1_500, total_refused_by_choice: 900 });
  });

  it('counts what was refused by day and processing, once, and what a selection would refuse', async () => {
    const { channel_id, processing_id } = channel;
    const totals = async () => {
      const days = await client.list<Record<string, unknown>>(`/channels/${channel_id}/refused_by_choice`);
      for (const day of days)
        expect(day).toMatchObject({ date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), processing_id });
      const sum = (field: string) => days.reduce((all, day) => all + Number(day[field]), 0);
      return { activities: sum('activities'), people: sum('people') };
    };
    // A probe, `silent`, `accepts`, who has turned, and all people of the long file.
    await eventually(async () => expect((await totals()).people).toBeGreaterThanOrEqual(303));
    const preview = await client.get(
      `/channels/${channel_id}/processing_selections/preview?processing_id=${processing_id}`,
    );
    // All others refuse at last, or have never chosen; `turns` has three activities.
    expect(preview).toMatchObject({ would_refuse_7d: Number(preview['activities_7d']) - 3 });
    const before = await totals();
    const id = randomUUID();
    for (let times = 0; times < 3; times++) await collect(`late-${id}`, { $unique_key: id });
    const after = { activities: before.activities + 1, people: before.people + 1 };
    await eventually(async () => expect(await totals()).toEqual(after));
    await client.delete(`${datamart}/user_points/user_agent_id=late-${id}`);
    await eventually(async () => expect(await totals()).toEqual(before));
  });

  it('stores every activity again when the channel selects no processing', async () => {
    await client.delete(`/channels/${channel.channel_id}/processing_selections/${channel.selection_id}`);
    const agents: string[] = [];
    await eventually(async () => {
      const agent = `free-${randomUUID()}`;
      await collect(agent);
      agents.push(agent);
      expect(await Promise.all(agents.map(storedOf))).toContain(1);
    });
  });
}
