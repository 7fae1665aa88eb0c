import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect } from '@jest/globals';
import { startSecuredClickHouse, type SecuredClickHouse } from '@tributary/testing/clickhouse/secured-clickhouse';
import { eventually } from '@tributary/testing/eventually';
import { reportRows } from '../client/report.js';
import { RequestLoop } from '../rolling/request-loop.js';
import { Client } from '../client/client.js';
import type { Scenario } from '../suite/scenario.js';
import { hostAddress } from './cluster.js';
import type { Step } from './cluster-step.js';
import { expectReachability, type Reachability } from './connections.js';
import type { Installation } from './installation.js';
import { terminatePod, endpointsOf, isReady, type Pod, podsOf, restartsOf } from './pods.js';
import { secret } from './stores.js';

/** The address that the component clickhouse names. */
const [host, port] = ['clickhouse.clickhouse', 8443];
const manifest = path.join(import.meta.dirname, 'manifests/clickhouse.yaml');
/** Moves analytics to a ClickHouse outside of the cluster, as docs/operations.md says. */
export function clickHouseSteps(step: Step, installation: () => Installation, scenario: () => Scenario): void {
  let clickHouse: SecuredClickHouse;
  beforeAll(async () => {
    clickHouse = await startSecuredClickHouse({ host: hostAddress, port, hosts: [host] });
  });
  afterAll(() => (clickHouse as SecuredClickHouse | undefined)?.stop());

  const report = () => scenario().report();
  const pods = () => podsOf(installation(), 'analytics');
  const reachabilityOf = ({ metadata: { name } }: Pod, isOpen: boolean): Reachability => [
    ['tributary', name],
    `${host}:${port}`,
    isOpen,
  ];
  const countFacts = async () => {
    const query = encodeURIComponent('select count() from tributary.facts');
    return Number(await (await fetch(`${clickHouse.server.url}/?query=${query}`)).text());
  };
  /** Reads reports in a loop meanwhile. @returns the failures */
  const readDuring = async (read: () => Promise<unknown>, fault: () => Promise<void>) => {
    const loop = new RequestLoop('reports', async () => void (await read()));
    const inject = async () => {
      const before = loop.iterations;
      await fault();
      expect(loop.iterations).toBeGreaterThan(before + 1);
    };
    loop.start();
    try {
      await scenario().runThroughFault({ inject, repair: untilTwoAreReady });
    } finally {
      await loop.stop();
    }
    return loop.failures;
  };
  const untilTwoAreReady = async () => {
    await installation().untilRolledOut();
    await eventually(async () => expect((await pods()).filter(isReady)).toHaveLength(2));
  };

  step(
    'analytics moves to ClickHouse: two pods are ready, and reports have all that was collected before',
    async () => {
      const { cluster } = installation();
      await cluster.apply(
        await readFile(manifest, 'utf8'),
        secret('tributary', 'analytics-clickhouse', { password: clickHouse.password }),
        secret('tributary', 'clickhouse-ca', { 'ca.crt': clickHouse.authority.ca }),
      );
      const [before] = await pods();
      // Control: DuckDB needs no connection to ClickHouse, so none is allowed.
      await expectReachability(cluster, [reachabilityOf(before as Pod, false)]);
      await installation().kubectl('scale', 'statefulset/analytics', '--replicas=0');
      await installation().kubectl('wait', '--for=delete', '--timeout=120s', 'pod/analytics-0');
      await expect(report()).rejects.toThrow('answers 503');
      await installation().apply('clickhouse');
      await untilTwoAreReady();
      await scenario().expectExactlyOnce();
      expect(await countFacts()).toBeGreaterThanOrEqual(scenario().load.acknowledged.size);
      expect(await endpointsOf(installation(), 'analytics')).toHaveLength(2);
    },
  );

  step('only the pods of analytics reach ClickHouse', async () => {
    const [admin] = await podsOf(installation(), 'admin');
    const expected = [...(await pods()).map((pod) => reachabilityOf(pod, true)), reachabilityOf(admin as Pod, false)];
    await expectReachability(installation().cluster, expected);
  });

  step('each pod of analytics is deleted once under load, and no report fails', async () => {
    for (const { metadata } of await pods()) {
      const deletePod = async () => void (await installation().kubectl('delete', 'pod', metadata.name));
      // Every answer but 200 is a failure.
      expect(await readDuring(report, deletePod)).toEqual([]);
    }
    await scenario().expectExactlyOnce();
  });

  step('a pod of analytics is killed under load, and no report fails, except with a 503 with Retry-After', async () => {
    const { url, token } = installation().platform;
    const client = new Client(url, token);
    const read = () => reportRows(client, '/datamarts/1', ['sessions']);
    const restarts = async () => (await pods()).reduce((sum, pod) => sum + restartsOf(pod), 0);
    const before = await restarts();
    const kill = async () => {
      await terminatePod(installation(), 'analytics', 'crash');
      await eventually(async () => expect(await restarts()).toBe(before + 1), { within: 180_000 });
    };
    expect(await readDuring(read, kill)).toEqual([]);
    await scenario().expectExactlyOnce();
  });
}
