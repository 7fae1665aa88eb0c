import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { transaction } from '@tributary/database/transaction';
import { eventually } from '@tributary/testing/eventually';
import { lockBacklog } from '../../src/backlog/read-backlog.js';
import { backlog, bootNeighbours, expectUndelayed, quarter, type Neighbours } from './neighbours.js';

let product: Neighbours;
beforeEach(async () => void (product = await bootNeighbours()));
afterEach(() => product.close());

const twenty = Array.from({ length: 20 }, (_, index) => String(101 + index));

describe('an organisation whose throttled plugin leaves 1,800 activities waiting', () => {
  it('holds three quarters beside another, whose activities are analyzed at once', async () => {
    await product.join('2');
    await expectUndelayed(product, () => product.post('2'));
    expect(await product.flood(1_800)).toBeGreaterThan(0);
    expect(await product.waitingOf()).toBeLessThanOrEqual(backlog - quarter);
    expect(await product.waitingOf()).toBeGreaterThan(backlog - quarter - 100);
    for (let posts = 0; posts < 8; posts++) await expectUndelayed(product, () => product.post('2'));
    await expect(product.send([{ channel_id: 'greedy' }])).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });

  it('leaves places for twenty others that send at the same time', async () => {
    await product.join(...twenty);
    await product.post('101');
    await product.flood(1_800);
    const send = () => Promise.all(twenty.map((number) => product.post(number)));
    await expectUndelayed(product, async () => (await send()).flat());
  });

  it('holds all while it is alone, and takes nothing from one that comes then', async () => {
    await product.join('2');
    await product.flood(1_800);
    expect(await product.waitingOf()).toBe(backlog);
    for (let posts = 0; posts < 8; posts++) await expectUndelayed(product, () => product.post('2'));
  });

  it('(control) takes the places of another that counts as the same organisation', async () => {
    await product.join('2');
    await product.own('2', '1');
    await product.flood(1_800);
    await expect(product.post('2')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });

  it('has its share in all processes together, and a process that starts later knows who was active', async () => {
    await product.join('2');
    await product.post('2');
    const other = await bootNeighbours({ postgres: product.postgres });
    try {
      await Promise.all([product.flood(1_000), other.flood(1_000)]);
      expect(await product.waitingOf()).toBeLessThanOrEqual(backlog - quarter);
    } finally {
      await other.close();
    }
  });

  it('is judged by a half-full backlog only once all that was added before is counted', async () => {
    await product.dataSource.query(
      'insert into analysis_queues (analyzer_id, datamart_id, waiting) values (1, 1, $1)',
      [backlog * 0.6],
    );
    const order: string[] = [];
    const sent = await transaction(product.dataSource, async (client) => {
      await lockBacklog(client, { more: 1, total: 10 * backlog, isAlone: false });
      const sending = product.send([{ channel_id: 'greedy' }]).then(() => order.push('judged'));
      await eventually(async () => expect(await product.waitingForLocks()).toBe(1));
      order.push('counted');
      return { sending };
    });
    await sent.sending;
    expect(order).toEqual(['counted', 'judged']);
  });

  it('has it also if an older version has written what waits', async () => {
    await product.join('2');
    await product.dataSource.query(
      'insert into analysis_queues (analyzer_id, datamart_id, waiting) values (1, 1, 1000)',
    );
    await expect(product.send([{ channel_id: 'greedy' }])).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await expectUndelayed(product, () => product.post('2'));
  });

  it('is refused new activities only: those that wait are duplicates, those of other channels are stored', async () => {
    const [first] = await product.send([{ channel_id: 'greedy' }]);
    await product.flood(1_800);
    await product.send([first!]);
    const [direct] = await product.send([{ channel_id: 'without' }]);
    // Each ends by a batch of its own: their order is not promised.
    const ends = [
      [first!.activity_id, 'duplicate'],
      [direct!.activity_id, 'stored'],
    ];
    await eventually(() =>
      expect(product.ended.map(({ activity_id, outcome = 'stored' }) => [activity_id, outcome]).sort()).toEqual(
        ends.sort(),
      ),
    );
  });

  it('shows in the metrics what it holds, and what was refused', async () => {
    await product.join('2');
    await product.post('2');
    await product.flood(1_800);
    const metrics = await product.platform.metrics.registry.metrics();
    const lines = metrics
      .split('\n')
      .filter((line) => line.includes('above_share') && line.includes('organisation="1"'));
    expect(Number(lines[0]?.split(' ')[1])).toBeGreaterThan(1_000);
  });
});
