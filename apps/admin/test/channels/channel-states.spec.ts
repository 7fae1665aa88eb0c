import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { DirectoryChanged } from '@tributary/contracts/admin/access';
import type { LegalBasis } from '@tributary/contracts/admin/processing';
import { eventually } from '@tributary/testing/eventually';
import { Republisher } from '../../src/access-events/republisher.js';
import { BootedAdmin } from '../booted-admin.js';
import { FakeGateway } from '../fake-gateway.js';

let admin: BootedAdmin;
let channel: string;
let processing: string;

beforeAll(async () => (admin = await BootedAdmin.boot()));
beforeEach(async () => {
  const site = { name: 'Shop', type: 'SITE' };
  channel = String((await admin.data('editor', 'POST', '/datamarts/1/channels', site))['id']);
  processing = await createProcessing('CONSENT');
});
afterEach(() => void (FakeGateway.isDown = false));
afterAll(() => admin.stop());

async function createProcessing(legal_basis: LegalBasis): Promise<string> {
  const input = { community_id: '1', name: 'x', legal_basis };
  return String((await admin.data('communityAdmin', 'POST', '/processings', input))['id']);
}
const select = (processing_id = processing) =>
  admin.call('editor', 'POST', `/channels/${channel}/processing_selections`, { processing_id });
const replace = (legal_basis: LegalBasis, archived = false) =>
  admin.call('communityAdmin', 'PUT', `/processings/${processing}`, { name: 'y', legal_basis, archived });
const known = () => FakeGateway.follower.processingsOf('1', channel);
const statesInTopic = () =>
  [...FakeGateway.directory.values()].filter(({ kind, id }) => kind === 'channel' && id === channel);
const republish = () =>
  admin
    .get(Republisher)
    .republish({
      credentials: new Map(),
      directory: new Map<string, DirectoryChanged | undefined>(FakeGateway.directory),
    });

describe('when the answer to a change is sent, other apps know', () => {
  it('a selection, its end, and a new legal basis', async () => {
    const { body } = await select();
    expect(known()).toEqual([{ processing_id: processing, legal_basis: 'CONSENT' }]);
    await replace('LEGITIMATE_INTEREST');
    expect(known()).toEqual([{ processing_id: processing, legal_basis: 'LEGITIMATE_INTEREST' }]);
    const { id } = body.data as { id: string };
    await admin.call('editor', 'DELETE', `/channels/${channel}/processing_selections/${id}`);
    expect(known()).toEqual([]);
  });

  it('nothing about a processing without choices, until it gets a legal basis with choices', async () => {
    await replace('LEGAL_OBLIGATION');
    await select();
    expect(known()).toEqual([]);
    await replace('CONSENT');
    expect(known()).toEqual([{ processing_id: processing, legal_basis: 'CONSENT' }]);
  });

  it('that an archived processing still decides', async () => {
    await select();
    await replace('CONSENT', true);
    expect(known()).toEqual([{ processing_id: processing, legal_basis: 'CONSENT' }]);
  });

  it('that a deleted channel has none, and nothing of it in another datamart', async () => {
    await select();
    expect(FakeGateway.follower.processingsOf('2', channel)).toEqual([]);
    await admin.call('editor', 'DELETE', `/datamarts/1/sites/${channel}`);
    expect(known()).toEqual([]);
    expect(statesInTopic()).toContainEqual(expect.objectContaining({ processings: [] }));
  });
});

describe('when the answer is sent, gateways know', () => {
  const put = (more: object = {}) =>
    admin.call('editor', 'PUT', `/datamarts/1/sites/${channel}`, { name: 'B', ...more });
  const leavesOut = (id = channel) => FakeGateway.follower.leavesOutBots('1', id);

  it('that a new channel leaves out bots', async () => {
    const site = { name: 'Shop', type: 'SITE', leaves_out_bots: true };
    const created = await admin.data('editor', 'POST', '/datamarts/1/channels', site);
    expect(leavesOut(String(created['id']))).toBe(true);
  });

  it('that a channel begins and ceases to leave out bots, with its selections or without', async () => {
    expect([(await put()).status, leavesOut(), statesInTopic()]).toEqual([200, false, []]);
    expect([(await put({ leaves_out_bots: true })).status, leavesOut(), known()]).toEqual([200, true, []]);
    await select();
    expect([leavesOut(), known().length]).toEqual([true, 1]);
    expect([(await put()).status, leavesOut(), known().length]).toEqual([200, false, 1]);
  });

  it('that a deleted channel leaves out nothing', async () => {
    await put({ leaves_out_bots: true });
    await admin.call('editor', 'DELETE', `/datamarts/1/sites/${channel}`);
    expect(leavesOut()).toBe(false);
    await republish();
    await eventually(() => expect(statesInTopic()).toHaveLength(1));
    expect(statesInTopic()[0]).not.toHaveProperty('leaves_out_bots');
  });

  it('the end of it before a repeated PUT is answered 200', async () => {
    await put({ leaves_out_bots: true });
    FakeGateway.isDown = true;
    expect([(await put()).status, (await put()).status, leavesOut()]).toEqual([503, 503, true]);
    FakeGateway.isDown = false;
    await eventually(async () => expect([(await put()).status, leavesOut()]).toEqual([200, false]));
  });
});

describe('the topic', () => {
  it('keeps the newest state of a channel, also of a deleted one', async () => {
    await select();
    await replace('LEGITIMATE_INTEREST');
    await eventually(() => expect(statesInTopic()).toHaveLength(1));
    await admin.call('editor', 'DELETE', `/datamarts/1/sites/${channel}`);
    await eventually(() => expect(statesInTopic()).toMatchObject([{ processings: [] }]));
    await republish();
    expect(statesInTopic()).toMatchObject([{ processings: [] }]);
  });

  it('has nothing about channels that never had a selection, nor left out bots', async () => {
    await admin.call('editor', 'DELETE', `/datamarts/1/sites/${channel}`);
    expect(FakeGateway.directoryRecords.filter(({ key }) => key.startsWith(`channel/${channel}/`))).toEqual([]);
  });

  it('keeps an outdated state when the database fails, and the log says what removes it', async () => {
    await select();
    const warn = jest.spyOn(Logger.prototype, 'warn');
    await admin.query('alter table outbox add constraint no_tombstone check (payload is not null) not valid');
    try {
      expect((await replace('LEGITIMATE_INTEREST')).status).toBe(200);
      expect(warn.mock.calls.map(([message]) => String(message))).toEqual([
        expect.stringMatching(/no_tombstone.*`tributary admin republish`/),
      ]);
    } finally {
      await admin.query('alter table outbox drop constraint no_tombstone');
      warn.mockRestore();
    }
    expect(statesInTopic()).toHaveLength(2);
    await republish();
    expect(statesInTopic()).toHaveLength(1);
  });

  it('keeps a state until the next one is published: without both, nothing would decide', async () => {
    await select();
    const [state] = statesInTopic();
    FakeGateway.isDown = true;
    await replace('LEGITIMATE_INTEREST');
    const waiting = await admin.query<{ payload: string | null }>('select payload from outbox');
    expect(waiting.filter(({ payload }) => payload === null)).toEqual([]);
    expect(waiting).not.toEqual([]);
    FakeGateway.isDown = false;
    await eventually(() =>
      expect(known()).toEqual([{ processing_id: processing, legal_basis: 'LEGITIMATE_INTEREST' }]),
    );
    expect(statesInTopic()).toContainEqual(state);
    await republish();
    expect(statesInTopic()).not.toContainEqual(state);
    expect(statesInTopic()).toHaveLength(1);
  });
});

describe('a selection and a change of the legal basis at the same time', () => {
  it('leave the new legal basis, although the selection is published with the old one', async () => {
    // Selections and relays wait at their first write to the outbox.
    await admin.query('begin');
    await admin.query('lock table outbox in exclusive mode');
    const selection = select();
    await eventually(async () => expect(await isWaitingForOutbox()).toBe(true));
    const change = replace('LEGITIMATE_INTEREST');
    await Promise.race([change, new Promise((resolve) => setTimeout(resolve, 500))]);
    await admin.query('commit');
    expect((await selection).status).toBe(200);
    expect((await change).status).toBe(200);
    expect(known()).toEqual([{ processing_id: processing, legal_basis: 'LEGITIMATE_INTEREST' }]);
  });

  const isWaitingForOutbox = async () => {
    const waiting = await admin.query(`select from pg_locks where relation = 'outbox'::regclass and not granted`);
    return waiting.length > 0;
  };

  it.each([1, 2, 3, 4, 5])('never end in a deadlock, and all are published (round %i)', async () => {
    const others = await Promise.all([createProcessing('CONSENT'), createProcessing('CONSENT')]);
    await select(others[0]);
    const answers = await Promise.all([
      replace('LEGITIMATE_INTEREST'),
      select(),
      select(others[1]),
      replace('CONSENT'),
      replace('LEGITIMATE_INTEREST'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const stored = await admin.query(
      `select processing_id::text, legal_basis from processing_selections join processings on processings.id = processing_id
       where channel_id = $1 order by processings.id`,
      [channel],
    );
    expect(stored).toHaveLength(3);
    expect(known()).toEqual(stored);
  });
});
