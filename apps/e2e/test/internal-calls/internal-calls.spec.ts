import { createHmac, createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { callerHeader, signCaller } from '@tributary/http/caller-header';
import { apps } from '../../src/deployment/deployment-settings.js';
import { deployedEnvironments, guardedService, route } from './deployed-services.js';

type Service = Awaited<ReturnType<typeof guardedService>>;
type Environment = Record<string, string>;

const admin = { user_id: '1', roles: [{ organisation_id: '1', role: 'COMMUNITY_ADMIN' as const }] };
const services = apps.filter((app) => app !== 'gateway');
const startAll = (environments: Map<string, Environment>) =>
  Promise.all(services.map((app) => guardedService(app, environments.get(app) ?? {})));

/** Each text in the environment that may be a key: the values, their parts, and the passwords of URLs. */
function possibleKeys(environment: Environment): string[] {
  const parts = Object.values(environment).flatMap((value) => [value, ...value.split(/[,:@/]/)]);
  return [...new Set(parts.map((part) => part.trim()).filter((part) => part !== ''))];
}

/** The Ed25519 private key that these bytes hold, in DER or as they are. */
function privateKeyOf(text: string): KeyObject | undefined {
  const bytes = Buffer.from(text, 'base64');
  const der =
    bytes.length === 32 ? Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), bytes]) : bytes;
  try {
    return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  } catch {
    return undefined;
  }
}

/** Every header with which an attacker who has that environment can try to be the administrator at a service. */
function forgedHeaders(environment: Environment, audience: string): Record<string, string>[] {
  const content = { ...admin, audience, method: 'GET', path: route, issued_ts: Date.now() };
  const payload = Buffer.from(JSON.stringify(content)).toString('base64url');
  const ofKey = (text: string) => {
    const keys = [text, Buffer.from(text, 'base64')];
    const macs = keys.map((key) => createHmac('sha256', key).update(payload).digest('base64url'));
    const privateKey = privateKeyOf(text);
    const signatures = privateKey ? [sign(null, Buffer.from(payload), privateKey).toString('base64url')] : [];
    return [...macs.flatMap((mac) => [mac, `${mac}.${mac}`, `.${mac}`]), ...signatures.map((one) => `.${one}`)];
  };
  return possibleKeys(environment)
    .flatMap(ofKey)
    .map((end) => ({ [callerHeader]: `${payload}.${end}` }));
}

async function deceived(environment: Environment, targets: Service[]): Promise<string[]> {
  const names: string[] = [];
  for (const { app, accepts } of targets) if (await accepts(forgedHeaders(environment, app))) names.push(app);
  return names;
}

const environments = deployedEnvironments();
const environmentOf = (app: string) => environments.get(app) ?? {};
let deployed: Service[];
beforeAll(async () => void (deployed = await startAll(environments)));

describe('an attacker who has the whole environment of a service', () => {
  it.each(services)('(%s) can speak as no user at any service', async (app) => {
    expect(possibleKeys(environmentOf(app)).length).toBeGreaterThan(5);
    expect(await deceived(environmentOf(app), deployed)).toEqual([]);
  });

  it('(gateway) can at every one (control)', async () => {
    expect(await deceived(environmentOf('gateway'), deployed)).toEqual(services);
  });

  it.each(services)('(%s) can at every one while INTERNAL_KEY is set (control)', async (app) => {
    const upgrading = deployedEnvironments({ INTERNAL_KEY: 'i'.repeat(43) });
    expect(await deceived(upgrading.get(app) ?? {}, await startAll(upgrading))).toEqual(services);
  });
});

describe('a header that a service has got', () => {
  const signedFor = (audience: string, { method = 'GET', path = route } = {}) => {
    const privateKey = privateKeyOf(environmentOf('gateway')['GATEWAY_PRIVATE_KEY'] ?? '') as KeyObject;
    return [{ [callerHeader]: signCaller(admin, { audience, method, path }, { privateKey }) }];
  };
  const acceptedBy = async (headers: Record<string, string>[], target?: string) => {
    const answers = await Promise.all(deployed.map(({ accepts }) => accepts(headers, target)));
    return services.filter((_app, index) => answers[index]);
  };

  it.each(services)('is accepted by %s, for which it was signed, and by no other', async (app) => {
    expect(await acceptedBy(signedFor(app))).toEqual([app]);
  });

  it('is accepted with no other method and for no other target', async () => {
    expect(await acceptedBy(signedFor('admin', { method: 'POST' }))).toEqual([]);
    expect(await acceptedBy(signedFor('admin'), `${route}?max_results=500`)).toEqual([]);
    expect(
      await acceptedBy(signedFor('admin', { path: `${route}?max_results=500` }), `${route}?max_results=500`),
    ).toEqual(['admin']);
  });
});

describe('a new pair of keys', () => {
  it('takes the place of the old one without a gap, and then the old one is worth nothing', async () => {
    const next = deployedEnvironments();
    const publicKey = (one: Map<string, Environment>) => one.get('admin')?.['GATEWAY_PUBLIC_KEY'] ?? '';
    const withKeys = (keys: string) =>
      startAll(new Map(services.map((app) => [app, { ...environmentOf(app), GATEWAY_PUBLIC_KEY: keys }])));
    const gateways = [environmentOf('gateway'), next.get('gateway') ?? {}];
    const accepted = async (targets: Service[]) =>
      Promise.all(gateways.map(async (gateway) => (await deceived(gateway, targets)).length));
    const steps = [publicKey(environments), `${publicKey(environments)},${publicKey(next)}`, publicKey(next)];
    const all = services.length;
    const seen: number[][] = [];
    for (const keys of steps) seen.push(await accepted(await withKeys(keys)));
    expect(seen).toEqual([
      [all, 0],
      [all, all],
      [0, all],
    ]);
  });
});
