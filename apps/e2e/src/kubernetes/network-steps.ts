import { expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { allowAll, aPod, connects } from './connections.js';
import type { Step } from './cluster-step.js';
import type { Installation } from './installation.js';
import { podOf } from './pods.js';

const stores = ['kafka-bootstrap.kafka:9092', 'postgresql.postgresql:5432'];
/** Namespaces of other pods. The policies name the first two. */
const others = ['ingress-nginx', 'monitoring', 'default', 'tributary'] as const;
type Other = (typeof others)[number];

/** Who reaches whom. Addresses are those of pods, because monitoring reads ports that no Service has. */
export function networkSteps(step: Step, installation: () => Installation): void {
  const cluster = () => installation().cluster;
  const other = (namespace: Other): [string, string] => [namespace, 'other'];
  const pod = async (service: 'gateway' | 'admin') => podOf(installation(), service);
  const address = async (service: 'gateway' | 'admin', port: number) => `${(await pod(service)).status.podIP}:${port}`;
  const expectWay = async (from: [string, string], to: string, isOpen: boolean) =>
    expect({ from, to, isOpen: await connects(cluster(), from, to) }).toEqual({ from, to, isOpen });

  step('are reached by no pod that their policies do not name', async () => {
    for (const namespace of others) {
      if (namespace === 'ingress-nginx' || namespace === 'monitoring')
        await cluster().apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
      await cluster().apply(aPod(namespace, 'other'));
    }
    for (const namespace of others)
      await cluster().kubectl('-n', namespace, 'wait', '--for=condition=Ready', '--timeout=120s', 'pod/other');
    const gateway = await address('gateway', 8080);
    // A new pod may do everything until its policies are applied.
    await eventually(() => expectWay(other('tributary'), gateway, false));
    for (const to of [gateway, await address('admin', 8080), ...stores]) {
      await expectWay(other('default'), to, false);
      await expectWay(other('tributary'), to, false);
    }
  });

  step('are reached by the ingress controller at the gateway, and by Prometheus at their metrics, only', async () => {
    const [api, metrics, admin] = [
      await address('gateway', 8080),
      await address('gateway', 9090),
      await address('admin', 8080),
    ];
    const ways: [Other, string, boolean][] = [
      ['ingress-nginx', api, true],
      ['ingress-nginx', metrics, false],
      ['ingress-nginx', admin, false],
      ['monitoring', api, false],
      ['monitoring', metrics, true],
      ['monitoring', admin, true],
    ];
    for (const [namespace, to, isOpen] of ways) await expectWay(other(namespace), to, isOpen);
  });

  step('reach the stores and services that they need, and no others', async () => {
    const [gateway, admin] = [(await pod('gateway')).metadata.name, (await pod('admin')).metadata.name];
    const [kafka = '', postgresql = ''] = stores;
    const ways: [string, string, boolean][] = [
      [gateway, kafka, true],
      [gateway, 'admin:8080', true],
      [gateway, postgresql, false],
      [admin, kafka, true],
      [admin, postgresql, true],
      [admin, 'gateway:8080', false],
      [admin, 'tracking-ingest:8080', false],
    ];
    for (const [from, to, isOpen] of ways) await expectWay(['tributary', from], to, isOpen);
  });

  step('(control) only policies close these ways', async () => {
    const gateway = await pod('gateway');
    await cluster().apply(allowAll('tributary', { 'app.kubernetes.io/name': 'gateway' }));
    try {
      await eventually(async () => expectWay(other('default'), `${gateway.status.podIP}:8080`, true));
      await eventually(async () => expectWay(['tributary', gateway.metadata.name], stores[1] ?? '', true));
    } finally {
      await cluster().kubectl('-n', 'tributary', 'delete', 'networkpolicy', 'allow-all');
    }
    await eventually(async () => expectWay(other('default'), `${gateway.status.podIP}:8080`, false));
  });
}
