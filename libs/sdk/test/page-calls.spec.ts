import { expect, it } from '@jest/globals';
import { client, queued, server } from './client-fixture.js';

const stored = () => [...server.stored.values()];

it('track and page send an event each', async () => {
  const tributary = client();
  const id = await tributary.track('item added', { sku: 'a' });
  await tributary.page({ $url: 'https://shop.example/a' });
  await tributary.track('read');
  await tributary.flush(queued);
  expect(stored()).toMatchObject([
    { $unique_key: id, $type: 'TOUCH', $events: [{ $event_name: 'item added', $properties: { sku: 'a' } }] },
    { $type: 'TOUCH', $events: [{ $event_name: '$page_view', $properties: { $url: 'https://shop.example/a' } }] },
    { $type: 'TOUCH', $events: [{ $event_name: 'read', $properties: {} }] },
  ]);
});

it.each([[undefined], [''], [null], [{}]])('an event of the name %p is dropped', async (name) => {
  const tributary = client();
  expect(await tributary.track(name as never)).toBeUndefined();
  expect(await tributary.flush(queued)).toMatchObject({ sent: 0, dropped: 1 });
});

it('a collect key is sent as the credential', async () => {
  const tributary = client({ auth: { collectKey: 'tck_abc' } });
  await tributary.track('read');
  expect(await tributary.flush(queued)).toMatchObject({ sent: 1 });
  expect(server.requests[0]?.headers).toMatchObject({ authorization: 'tck_abc' });
});
