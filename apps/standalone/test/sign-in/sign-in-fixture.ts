import { freePorts } from '@tributary/testing/free-ports';
import { bootStandalone, type BootedStandalone } from '../booted-standalone.js';
import { OpenIdServer } from '@tributary/testing/openid/openid-server';
import { TestBrowser } from '@tributary/testing/openid/test-browser';

export interface SignInFixture {
  /** The address of the gateway, which is PUBLIC_URL. */
  origin: string;
  provider: OpenIdServer;
  product: BootedStandalone;
  /** A call of the first admin. */
  admin: <T>(method: string, path: string, body?: object) => Promise<T>;
  /** Adds a user with a role, and an account of the provider with its e-mail. @returns the id of the user */
  addPerson: (name: string, role?: string) => Promise<string>;
  /** Signs the account in, in a browser of its own or a given one. */
  signIn: (account: string, browser?: TestBrowser) => Promise<TestBrowser>;
  stop: () => Promise<void>;
}

/** The product with a real provider. */
export async function startSignIn(settings: Record<string, unknown> = {}): Promise<SignInFixture> {
  const [port = 0] = await freePorts(1);
  const origin = `http://localhost:${port}`;
  const provider = new OpenIdServer(origin);
  await provider.start();
  const product = await bootStandalone(undefined, { PORT: port, ...provider.settings, ...settings });
  const admin = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(`${origin}/v1${path}`, {
      method,
      headers: { authorization: product.token, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as { data: T };
    if (response.status !== 200) throw new Error(JSON.stringify(answer));
    return answer.data;
  };
  const addPerson = async (name: string, role = 'READER') => {
    const email = `${name}@example.org`;
    provider.accounts.set(name, { email, email_verified: true });
    const person = { first_name: name, last_name: 'Person', email, organisation_id: '1' };
    const { id } = await admin<{ id: string }>('POST', '/users', person);
    await admin('POST', `/users/${id}/user_roles`, { organisation_id: '1', role });
    return id;
  };
  const signIn = async (account: string, browser = new TestBrowser()) => {
    provider.person = account;
    await browser.open(`${origin}/auth/login`);
    return browser;
  };
  const stop = async () => {
    await product.stop();
    await provider.stop();
  };
  return { origin, provider, product, admin, addPerson, signIn, stop };
}
