import type { LookupAddress } from 'node:dns';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AllowedHosts } from '@tributary/security/addresses/allowed-hosts';
import { PluginDouble, status } from '@tributary/testing/plugin-double';
import { PluginClient } from '../src/calls/plugin-client.js';
import { aCall } from './calls.js';

let plugin: PluginDouble;
/** A service of the installation that no plugin may reach. */
let internal: PluginDouble;
let clients: PluginClient[] = [];
beforeAll(async () => void (internal = await PluginDouble.start()));
afterAll(() => internal.close());
beforeEach(async () => void (plugin = await PluginDouble.start()));
afterEach(async () => {
  for (const client of clients) client.close();
  clients = [];
  await plugin.close();
});

interface Options {
  isStrict?: boolean;
  allowed?: string;
  /** The addresses of every name, look-up by look-up. */
  addresses?: string[];
}

/** A client, and the names that it has looked up. */
function client({ isStrict = true, allowed = '', addresses = ['127.0.0.1'] }: Options) {
  const names: string[] = [];
  const lookup = (host: string): Promise<LookupAddress[]> => {
    const address = addresses[Math.min(names.length, addresses.length - 1)] ?? '';
    names.push(host);
    return address === '' ? Promise.reject(new Error('ENOTFOUND')) : Promise.resolve([{ address, family: 4 }]);
  };
  const made = new PluginClient({ isStrict, allowed: AllowedHosts.parse(allowed), signaturePrefix: 'Svc' }, lookup);
  clients.push(made);
  return { names, call: (url: string) => made.call({ ...aCall(url), request_id: 'r' }) };
}

const noWorker = { kind: 'failed', failure: 'NO_WORKER' };
const at = (host: string, scheme = 'http') => `${scheme}://${host}:${plugin.port}`;

describe('in production', () => {
  it.each([
    '127.0.0.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::7f00:1]',
    '0x7f.1',
    '2130706433',
    '0',
    '169.254.169.254',
  ])('the literal address %s is refused, with TLS and without', async (host) => {
    for (const scheme of ['http', 'https']) expect(await client({}).call(at(host, scheme))).toEqual(noWorker);
    expect(plugin.connections).toBe(0);
  });

  it.each(['127.0.0.1', '10.0.0.1', '::1', '::ffff:127.0.0.1', '169.254.169.254'])(
    'a name that resolves to %s is refused',
    async (address) => {
      const { call } = client({ addresses: [address] });
      expect(await call(at('innocent.example.com', 'https'))).toEqual(noWorker);
      expect(plugin.connections).toBe(0);
    },
  );

  it('a public host without TLS is refused', async () => {
    expect(await client({}).call('http://93.184.216.34')).toEqual(noWorker);
    expect(await client({ addresses: ['93.184.216.34'] }).call('http://plugin.example.com')).toEqual(noWorker);
  });

  it.each([
    ['its name', 'plugin.internal'],
    ['its address', '127.0.0.1'],
    ['its network', '127.0.0.0/8'],
    ['the wildcard', '*'],
  ])('a private host may be allowed by %s, also without TLS', async (_case, allowed) => {
    const { call, names } = client({ allowed });
    expect(await call(at('plugin.internal'))).toMatchObject({ kind: 'analyzed' });
    expect(names).toEqual(['plugin.internal']);
    expect(plugin.calls[0]?.headers.host).toBe(`plugin.internal:${plugin.port}`);
  });

  it('a name is resolved once per connection, so the second address of a rebinding name is never asked for', async () => {
    const { call, names } = client({ allowed: '127.0.0.1', addresses: ['127.0.0.1', '169.254.169.254'] });
    for (let count = 0; count < 3; count += 1)
      expect(await call(at('plugin.internal'))).toMatchObject({ kind: 'analyzed' });
    expect(names).toHaveLength(1);
    // A new connection is judged again.
    plugin.resetConnections();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await call(at('plugin.internal'))).toEqual(noWorker);
    expect(names).toHaveLength(2);
  });

  it('a name that cannot be resolved is unavailable', async () => {
    const { call } = client({ addresses: [''] });
    expect(await call('https://nowhere.example.com')).toEqual({ kind: 'failed', failure: 'UNAVAILABLE' });
  });
});

describe('a redirect is not followed', () => {
  it.each([301, 302, 303, 307, 308])('of status %i', async (code) => {
    plugin.script = () => status(code, { location: `${internal.url}/latest/meta-data` });
    const { call } = client({ allowed: '127.0.0.1' });
    expect(await call(plugin.url)).toEqual({ kind: 'failed', failure: 'INVALID_ANSWER', status: code });
    expect([plugin.calls.length, internal.connections]).toEqual([1, 0]);
  });
});

describe('outside production', () => {
  it('any host is called', async () => {
    const { call } = client({ isStrict: false });
    expect(await call(plugin.url)).toMatchObject({ kind: 'analyzed' });
    expect(await call(at('any.example.com'))).toMatchObject({ kind: 'analyzed' });
  });
});
