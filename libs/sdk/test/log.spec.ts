import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { AnyEvent, QueueStorage } from '../src/tributary.js';
import { client, queued, server, visit } from './client-fixture.js';

const secret = 'tck-0123456789-secret';
const person = { account: 'ana-7', email: 'ana@example.com' };
let lines: string[];
beforeEach(() => {
  lines = [];
  jest.spyOn(console, 'warn').mockImplementation((line: string) => void lines.push(line));
});
afterEach(() => void jest.restoreAllMocks());
afterEach(() => {
  // In the log of a page others look, too.
  for (const text of [secret, ...Object.values(person), 'private']) expect(lines.join('\n')).not.toContain(text);
});

/** A client that meets each kind of trouble, some twice. */
async function meetTroubles(debug?: boolean): Promise<AnyEvent[]> {
  // A broken agent quotes the request.
  const quoting: typeof fetch = (url, init) =>
    server.status === 0 ? Promise.reject(new Error(`no way: ${JSON.stringify(init?.headers)}`)) : fetch(url, init);
  const storage = { add: fail, list: fail, remove: fail, exclusive: (run: () => unknown) => run(), close: fail };
  const tributary = client({
    debug,
    auth: { token: secret },
    fetch: quoting,
    queue: { maxCount: 4 },
    storage: storage as QueueStorage,
  });
  const events: AnyEvent[] = [];
  tributary.on('*', (event) => events.push(event));
  tributary.identify(person);
  server.status = 0;
  for (let n = 0; n < 6; n++) void tributary.activity(visit(n, { text: 'private', poison: n < 2 }));
  await eventually(() => expect(events.filter(({ type }) => type === 'kept').length).toBeGreaterThan(1), { every: 5 });
  server.status = 401;
  await tributary.flush(queued);
  await tributary.flush(queued);
  server.status = undefined;
  await tributary.flush(queued);
  await tributary.setConsent('denied');
  await tributary.activity(visit(6));
  await tributary.setConsent('any' as never);
  await tributary.setConsent('any' as never);
  await tributary.close(queued);
  return events;
}
const fail = () => Promise.reject(new Error('disk full: private'));

describe('the log', () => {
  it('warns once of each kind of trouble', async () => {
    await meetTroubles();
    const first = ' (the first of its kind; debug: true logs each)';
    expect(lines.toSorted()).toEqual(
      [
        'activities are kept, unauthorized, status 401',
        'activities are kept, unavailable',
        'an activity is dropped, queue_full',
        'an activity is refused, BAD_REQUEST_DATA',
        'setConsent is ignored: it throws, or has a value of another kind',
        'the storage fails: the queue goes on in memory',
      ].map((text) => `Tributary: ${text}${first}`),
    );
  });

  it('has each event with debug: true, also what is sent', async () => {
    const events = await meetTroubles(true);
    const isEvent = (line: string) => /: (an activity is|activities are|sent)/.test(line);
    expect(lines.filter(isEvent)).toHaveLength(events.length);
    expect(lines.filter((line) => line.includes(': sent '))).toHaveLength(2);
    expect(lines.filter((line) => line.includes('refused, BAD_REQUEST_DATA: poison'))).toHaveLength(2);
    expect(lines.filter((line) => line.includes('no way: {"Content-Type"')).length).toBeGreaterThan(1);
    expect(lines.filter((line) => line.includes('setConsent'))).toHaveLength(2);
  });

  it('is empty with debug: false', async () => {
    await meetTroubles(false);
    expect(lines).toEqual([]);
  });
});

describe("a listener of '*'", () => {
  it('has every event, with its name, in the order of the others', async () => {
    const tributary = client();
    const [all, named]: [AnyEvent[], AnyEvent[]] = [[], []];
    for (const type of ['sent', 'refused', 'dropped', 'kept'] as const)
      tributary.on(type, (event) => named.push({ type, ...event } as AnyEvent));
    const remove = tributary.on('*', (event) => all.push(event));
    for (let n = 0; n < 3; n++) void tributary.activity(visit(n, { poison: n === 1 }));
    void tributary.activity(null as never);
    await tributary.flush(queued);
    expect(all.map(({ type }) => type)).toEqual(['dropped', 'sent', 'refused', 'sent']);
    expect(all).toEqual(named);
    remove();
    void tributary.activity(null as never);
    expect(all).toHaveLength(4);
  });
});
