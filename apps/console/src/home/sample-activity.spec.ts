import { expect, it } from '@jest/globals';
import { fetchProgram, sampleActivity } from './sample-activity.js';

it('the program sends the activity to the address', async () => {
  const activity = sampleActivity();
  const calls: [unknown, RequestInit][] = [];
  const fetch = (...call: [unknown, RequestInit]) => {
    calls.push(call);
    return Promise.resolve(Response.json({}));
  };
  const program = fetchProgram('https://cdp.example.com/v1/datamarts/1/user_activities', activity);
  const module = `export default async (fetch, console) => {${program}}`;
  const { default: run } = (await import(`data:text/javascript,${encodeURIComponent(module)}`)) as {
    default: (...given: unknown[]) => Promise<void>;
  };
  await run(fetch, { log: () => undefined });
  expect(calls).toEqual([
    ['https://cdp.example.com/v1/datamarts/1/user_activities', expect.objectContaining({ method: 'POST' })],
  ]);
  expect(JSON.parse(calls[0]?.[1].body as string)).toEqual(activity);
});

it('each sample is of another person', () =>
  expect(sampleActivity().$user_identifiers).not.toEqual(sampleActivity().$user_identifiers));
