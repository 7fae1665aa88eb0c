import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { BootedGateway } from '../booted-gateway.js';
import { aUser, bootForAgents, callTool, send } from './agents-fixture.js';

let gateway: BootedGateway;
let open: () => void;
let opened: Promise<void>;
let asked = 0;

function close(): void {
  ({ promise: opened, resolve: open } = Promise.withResolvers<void>());
  asked = 0;
}

beforeAll(async () => {
  close();
  gateway = await bootForAgents(async () => {
    asked += 1;
    await opened;
    return aUser;
  });
});
afterAll(() => gateway.stop());

const work = (signal?: AbortSignal) =>
  send(gateway.url, callTool('list_event_types'), signal ? { signal, target: '/mcp?datamart_id=1' } : {});
const shared = async (state: string) => {
  const metrics = await (await fetch(`${gateway.url}/metrics`)).text();
  const [, value = '0'] =
    new RegExp(`^tributary_shared_slots\\{.*"agents".*"${state}".*\\} (\\d+)$`, 'm').exec(metrics) ?? [];
  return Number(value);
};

describe('agents of one organisation', () => {
  it('work eight at a time; sixteen wait, and more are answered 503', async () => {
    const gone = new AbortController();
    const working = Array.from({ length: 24 }, () => work(gone.signal));
    await eventually(async () => expect([asked, await shared('held'), await shared('waiting')]).toEqual([8, 8, 16]));
    const refused = await work(AbortSignal.timeout(180_000));
    expect([refused.status, refused.message.error_code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect(refused.headers.get('retry-after')).toBe('1');
    open();
    for (const { status } of await Promise.all(working)) expect(status).toBe(200);
    await eventually(async () => expect(await shared('held')).toBe(0));
  });

  it('give their places up when they are gone', async () => {
    close();
    const gone = new AbortController();
    const working = Array.from({ length: 24 }, () => work(gone.signal).catch(() => undefined));
    await eventually(async () => expect(await shared('waiting')).toBe(16));
    gone.abort();
    await Promise.all(working);
    await eventually(async () => expect([await shared('held'), await shared('waiting')]).toEqual([0, 0]));
    open();
    expect((await work(AbortSignal.timeout(180_000))).status).toBe(200);
  });
});
