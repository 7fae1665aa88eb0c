import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import { pageSample } from './page-sample.js';

/** Runs the script of a sample, and returns what it sends. */
function run(sample: string) {
  const sent: { url: string; body: unknown }[] = [];
  const script = sample.replace(/^<script>|<\/script>$/g, '');
  const page = {
    localStorage: {},
    location: { href: 'https://shop.example/a' },
    navigator: { sendBeacon: (url: string, text: string) => sent.push({ url, body: JSON.parse(text) as unknown }) },
  };
  runInNewContext(script, { ...page, crypto });
  return sent;
}

describe('pageSample', () => {
  it.each([
    ['of a channel', '31', undefined],
    ['of no channel', undefined, 'the id of your channel'],
  ])('with a key %s sends one visit', (_case, channel_id, $site_id) => {
    expect(run(pageSample('https://api.example/v1', { key: 'tck_a', datamart_id: '7', channel_id }))).toEqual([
      {
        url: 'https://api.example/v1/datamarts/7/user_activities?collect_key=tck_a',
        body: {
          $type: 'SITE_VISIT',
          ...($site_id !== undefined && { $site_id }),
          $user_agent_id: expect.stringMatching(/^web:1:[0-9a-f-]{36}$/),
          $events: [{ $event_name: '$page_view', $properties: { $url: 'https://shop.example/a' } }],
        },
      },
    ]);
  });
});
