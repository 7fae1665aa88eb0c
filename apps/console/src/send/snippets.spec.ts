import { describe, expect, it } from '@jest/globals';
import { sampleActivity } from './sample-activity.js';
import { browserProgram, nodeProgram } from './snippets.js';

const target = { apiUrl: 'https://cdp.example.com/below/v1', datamart_id: '3' };
const address = 'https://cdp.example.com/below/v1/datamarts/3/user_activities';
const key = 'tck_0123';
const activity = sampleActivity({ type: 'SITE', id: "the 'shop'" });

/** Runs a program as a module, with its own globals. @returns its requests */
async function requestsOf(program: string, globals: Record<string, unknown> = {}) {
  const requests: { url: string; options: RequestInit }[] = [];
  const given = {
    ...globals,
    console: { log: () => undefined },
    fetch: (url: string, options: RequestInit) => {
      requests.push({ url, options });
      return Promise.resolve(Response.json({}));
    },
  };
  const module = `export default async (${Object.keys(given).join(',')}) => {${program}}`;
  const { default: run } = (await import(`data:text/javascript,${encodeURIComponent(module)}`)) as {
    default: (...values: unknown[]) => Promise<void>;
  };
  await run(...Object.values(given));
  return requests;
}

const bodyOf = ({ body }: RequestInit): unknown => JSON.parse(body as string);

describe('the program for a page', () => {
  const page = { localStorage: {} as { visitor?: string }, location: { href: 'https://shop.example/basket' } };

  it('sends a view of the page for the channel, with the key', async () => {
    const [sent] = await requestsOf(browserProgram(target, { key }, activity), page);
    expect(sent).toMatchObject({ url: address, options: { method: 'POST', headers: { Authorization: key } } });
    expect(bodyOf(sent?.options ?? {})).toEqual({
      $type: 'SITE_VISIT',
      $site_id: "the 'shop'",
      $user_agent_id: expect.stringMatching(/^web:1:[0-9a-f-]{36}$/) as unknown,
      $events: [{ $event_name: '$page_view', $properties: { $url: 'https://shop.example/basket' } }],
    });
  });

  it('sends it of the same visitor again', async () => {
    const program = browserProgram(target, { key }, activity);
    const [one, other] = [await requestsOf(program, page), await requestsOf(program, page)];
    expect(one[0]?.options.body).toBe(other[0]?.options.body);
  });
});

describe('the program for Node.js', () => {
  it('sends the activity with the token of the environment', async () => {
    const process = { env: { TRIBUTARY_TOKEN: 'the token' } };
    const [sent] = await requestsOf(nodeProgram(target, activity), { process });
    expect(sent).toMatchObject({ url: address, options: { method: 'POST', headers: { Authorization: 'the token' } } });
    expect(bodyOf(sent?.options ?? {})).toEqual(activity);
  });
});
