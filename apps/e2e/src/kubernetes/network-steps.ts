import { eventually } from '@tributary/testing/eventually';
import { allowAll, aPod, expectReachability, type Reachability } from './connections.js';
import type { Step } from './cluster-step.js';
import type { Installation } from './installation.js';
import { podOf } from './pods.js';

const stores = ['kafka-bootstrap.kafka:9092', 'postgresql.postgresql:5432'] as const;
/** Namespaces of other pods. The policies name the first two. */
const others = ['ingress-nginx', 'monitoring', 'default', 'tributary'] as const;
type Other = (typeof others)[number];

/** Which pods reach which. Addresses are those of pods, because monitoring reads ports that no Service has. */
export function networkSteps(step: Step, installation: () => Installation): void {
  const cluster = () => installation().cluster;
  const other = (namespace: Other): [string, string] => [namespace, 'other'];
  const pod = async (service: 'gateway' | 'admin') => podOf(installation(), service);
  const address = async (service: 'gateway' | 'admin', port: number) => `${(await pod(service)).status.podIP}:${port}`;
  const ownPod = async (service: 'gateway' | 'admin'): Promise<Reachability[0]> => [
    'tributary',
    (await pod(service)).metadata.name,
  ];
  const expectAll = (expected: Reachability[]) => expectReachability(cluster(), expected);

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
    await eventually(() => expectAll([[other('tributary'), gateway, false]]));
    const targets = [gateway, await address('admin', 8080), ...stores];
    await expectAll(
      targets.flatMap((to): Reachability[] => [
        [other('default'), to, false],
        [other('tributary'), to, false],
      ]),
    );
  });

  step('are reached by the ingress controller at the gateway, and by Prometheus at their metrics, only', async () => {
    const [api, metrics, admin] = [
      await address('gateway', 8080),
      await address('gateway', 9090),
      await address('admin', 8080),
    ];
    await expectAll([
      [other('ingress-nginx'), api, true],
      [other('ingress-nginx'), metrics, false],
      [other('ingress-nginx'), admin, false],
      [other('monitoring'), api, false],
      [other('monitoring'), metrics, true],
      [other('monitoring'), admin, true],
    ]);
  });

  step('reach the stores and services that they need, and no others', async () => {
    const [gateway, admin] = [await ownPod('gateway'), await ownPod('admin')];
    const [kafka, postgresql] = stores;
    await expectAll([
      [gateway, kafka, true],
      [gateway, 'admin:8080', true],
      [gateway, postgresql, false],
      [admin, kafka, true],
      [admin, postgresql, true],
      [admin, 'gateway:8080', false],
      [admin, 'tracking-ingest:8080', false],
    ]);
  });

  step('(control) only policies prevent these connections', async () => {
    const target: Reachability = [other('default'), await address('gateway', 8080), true];
    await cluster().apply(allowAll('tributary', { 'app.kubernetes.io/name': 'gateway' }));
    try {
      const own = await ownPod('gateway');
      await eventually(() => expectAll([target, [own, stores[1], true]]));
    } finally {
      await cluster().kubectl('-n', 'tributary', 'delete', 'networkpolicy', 'allow-all');
    }
    await eventually(() => expectAll([[target[0], target[1], false]]));
  });
}
