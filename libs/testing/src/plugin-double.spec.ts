import { afterEach, describe, expect, it } from '@jest/globals';
import { eventually } from './eventually.js';
import { drop, ok, PluginDouble, status, unchanged } from './plugin-double.js';

let plugin: PluginDouble;
afterEach(() => plugin.close());

const post = (analyzer_id = '1', { signal = AbortSignal.timeout(180_000) } = {}) =>
  fetch(`${plugin.url}/v1/activity_analysis`, {
    method: 'POST',
    body: JSON.stringify({ activity_analyzer_id: analyzer_id, activity: { $type: 'TOUCH' } }),
    signal,
  });

describe('the plugin double', () => {
  it('answers by its script, which may change', async () => {
    plugin = await PluginDouble.start();
    expect(await (await post()).json()).toEqual({ status: 'ok', data: { $type: 'TOUCH' } });
    plugin.script = ({ activity }) => ok({ ...activity, seen: true });
    expect(await (await post()).json()).toEqual({ status: 'ok', data: { $type: 'TOUCH', seen: true } });
    plugin.script = (_call, count) => (count > 3 ? drop : status(503, { 'retry-after': '1' }));
    expect((await post()).headers.get('retry-after')).toBe('1');
    expect(await (await post()).json()).toEqual({ status: 'drop' });
    expect(plugin.calls).toHaveLength(4);
    expect(plugin.calls[0]).toMatchObject({ path: '/v1/activity_analysis', activity: { $type: 'TOUCH' } });
  });

  it('counts open requests, of each analyzer', async () => {
    let open: () => void;
    const areOpen = new Promise<void>((resolve) => (open = resolve));
    plugin = await PluginDouble.start(async (call, count) => {
      if (count === 4) open();
      await areOpen;
      return unchanged(call, count);
    });
    await Promise.all([post('1'), post('1'), post('1'), post('2')]);
    expect([plugin.mostAtOnce(), plugin.mostAtOnce('1'), plugin.mostAtOnce('2')]).toEqual([4, 3, 1]);
    await post('1');
    await eventually(() => expect(plugin.requests).toMatchObject({ open: 0, most: 4 }));
    expect(plugin.arrivals('1')).toHaveLength(4);
  });

  it('counts a request as open until the caller gives up', async () => {
    plugin = await PluginDouble.start(() => ({ kind: 'hang' }));
    const giveUp = new AbortController();
    const given = post('1', { signal: giveUp.signal });
    await eventually(() => expect(plugin.requests.open).toBe(1));
    giveUp.abort();
    await expect(given).rejects.toThrow();
    await eventually(() => expect(plugin.requests.open).toBe(0));
  });

  it.each([
    ['drips', (double: PluginDouble) => (double.script = () => ({ kind: 'drip', everyMs: 20 }))],
    ['resets', (double: PluginDouble) => (double.script = () => ({ kind: 'reset' }))],
    [
      'sends other bytes',
      (double: PluginDouble) => (double.script = () => ({ kind: 'raw', bytes: 'garbage\r\n\r\n' })),
    ],
    ['never reads', (double: PluginDouble) => (double.neverReads = true)],
  ])('%s', async (_case, arrange) => {
    plugin = await PluginDouble.start();
    arrange(plugin);
    await expect(post('1', { signal: AbortSignal.timeout(500) }).then((response) => response.text())).rejects.toThrow();
  });
});
