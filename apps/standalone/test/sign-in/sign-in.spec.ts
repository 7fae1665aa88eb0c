import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { startSignIn, type SignInFixture } from './sign-in-fixture.js';
import { TestBrowser } from '@tributary/testing/openid/test-browser';

let fixture: SignInFixture;
beforeAll(async () => {
  fixture = await startSignIn();
});
afterAll(() => fixture.stop());

const whoIs = async (browser: TestBrowser) => {
  const response = await browser.send(`${fixture.origin}/v1/connected_user`);
  return { status: response.status, user: ((await response.json()) as { data?: { id: string } }).data?.id };
};
const sessionOf = (browser: TestBrowser) => browser.cookies.get('tributary_session') ?? '';
const withCookie = (value: string) => {
  const browser = new TestBrowser();
  browser.cookies.set('tributary_session', value);
  return browser;
};

describe('a sign-in with a provider', () => {
  it('makes a session of the user with the e-mail, in lower or upper case', async () => {
    const id = await fixture.addPerson('ada');
    fixture.provider.accounts.set('ada', { email: 'ADA@example.org', email_verified: true });
    expect(await whoIs(await fixture.signIn('ada'))).toEqual({ status: 200, user: id });
  });

  it('leads back to the page that was asked for, and never to another site', async () => {
    await fixture.addPerson('returning');
    fixture.provider.person = 'returning';
    for (const [wanted, found] of [
      ['/d/1/live?a=1', '/d/1/live?a=1'],
      ['//evil.example', '/'],
      ['/\\evil.example', '/'],
      ['https://evil.example', '/'],
      ['/..//evil.example', '/'],
      ['/auth/logout', '/'],
    ]) {
      const browser = new TestBrowser();
      const { visited } = await browser.open(
        `${fixture.origin}/auth/login?return_to=${encodeURIComponent(wanted ?? '')}`,
        /\/auth\/callback/,
      );
      const answer = await browser.send(visited.at(-1) ?? '');
      expect([wanted, answer.status, answer.headers.get('location')]).toEqual([
        wanted,
        303,
        `${fixture.origin}${found}`,
      ]);
    }
  });

  it.each([
    ['no user', 'unknown', { email: 'unknown@example.org', email_verified: true }, /Ask an administrator/],
    ['an e-mail without verification', 'silent', { email: 'silent@example.org' }, /not verified/],
    ['an unverified e-mail', 'unverified', { email: 'unverified@example.org', email_verified: false }, /not verified/],
    ['no e-mail', 'nameless', {}, /not verified/],
  ])('refuses %s with a page that says whom to ask', async (_case, account, claims, text) => {
    if (account !== 'unknown') await fixture.addPerson(account);
    fixture.provider.accounts.set(account, claims);
    fixture.provider.person = account;
    const browser = new TestBrowser();
    const { response } = await browser.open(`${fixture.origin}/auth/login`);
    expect(response.status).toBe(403);
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(await response.text()).toMatch(text);
    expect(sessionOf(browser)).toBe('');
  });

  it('binds the user to the subject: a later e-mail changes nothing, and no other subject gets the user', async () => {
    const id = await fixture.addPerson('bound');
    const other = await fixture.addPerson('other');
    await fixture.signIn('bound');
    fixture.provider.accounts.set('bound', { email: 'other@example.org', email_verified: true });
    expect(await whoIs(await fixture.signIn('bound'))).toEqual({ status: 200, user: id });
    fixture.provider.accounts.set('thief', { email: 'bound@example.org', email_verified: true });
    fixture.provider.person = 'thief';
    const { response } = await new TestBrowser().open(`${fixture.origin}/auth/login`);
    expect(response.status).toBe(403);
    expect(await response.text()).toMatch(/belongs to another account/);
    // Control: the e-mail that was shown in vain is free for its own person.
    expect(await whoIs(await fixture.signIn('other'))).toEqual({ status: 200, user: other });
  });

  it('works in two tabs of one browser, in any order', async () => {
    const id = await fixture.addPerson('tabs');
    fixture.provider.person = 'tabs';
    const browser = new TestBrowser();
    const first = await browser.open(`${fixture.origin}/auth/login?return_to=/one`, /\/auth\/callback/);
    const second = await browser.open(`${fixture.origin}/auth/login?return_to=/two`, /\/auth\/callback/);
    for (const [tab, page] of [
      [first, '/one'],
      [second, '/two'],
    ] as const) {
      const answer = await browser.send(tab.visited.at(-1) ?? '');
      expect(answer.headers.get('location')).toBe(`${fixture.origin}${page}`);
      expect(await whoIs(browser)).toEqual({ status: 200, user: id });
    }
  });

  it('takes an answer of the provider once, and only in the browser that has asked', async () => {
    await fixture.addPerson('replay');
    fixture.provider.person = 'replay';
    const browser = new TestBrowser();
    const { visited } = await browser.open(`${fixture.origin}/auth/login`, /\/auth\/callback/);
    const callback = visited.at(-1) ?? '';
    expect((await new TestBrowser().send(callback)).status).toBe(400);
    const kept = new Map(browser.cookies);
    const altered = new URL(callback);
    altered.searchParams.set('state', 'x'.repeat(43));
    expect((await browser.send(altered.href)).status).toBe(400);
    expect((await browser.send(callback)).status).toBe(303);
    expect((await browser.send(callback)).status).toBe(400);
    // Even with the cookie that was removed: the code is used.
    const again = new TestBrowser();
    kept.forEach((value, name) => again.cookies.set(name, value));
    expect((await again.send(callback)).status).toBe(400);
  });

  it('goes on after the provider was down and has other keys', async () => {
    const id = await fixture.addPerson('rotation');
    await fixture.provider.stop();
    fixture.provider.person = 'rotation';
    // The gateway knows the provider already: the person is sent there.
    expect((await new TestBrowser().send(`${fixture.origin}/auth/login`)).status).toBe(303);
    await fixture.provider.start();
    expect(await whoIs(await fixture.signIn('rotation'))).toEqual({ status: 200, user: id });
  });
});

describe('a session', () => {
  it('has a new secret with each sign-in, and the one before ends', async () => {
    await fixture.addPerson('fixed');
    const planted = 'p'.repeat(43);
    const browser = await fixture.signIn('fixed', withCookie(planted));
    const first = sessionOf(browser);
    expect(first).not.toBe(planted);
    await fixture.signIn('fixed', browser);
    expect(sessionOf(browser)).not.toBe(first);
    expect((await whoIs(browser)).status).toBe(200);
    expect((await whoIs(withCookie(first))).status).toBe(401);
    expect((await whoIs(withCookie(planted))).status).toBe(401);
  });

  it('writes only for pages of PUBLIC_URL', async () => {
    const id = await fixture.addPerson('writer', 'EDITOR');
    const browser = await fixture.signIn('writer');
    const write = (headers: Record<string, string>) =>
      browser.send(`${fixture.origin}/v1/users/${id}/api_tokens`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ name: 'of a session' }),
      });
    expect((await write({})).status).toBe(403);
    expect((await write({ origin: 'https://evil.example' })).status).toBe(403);
    expect((await write({ origin: 'null' })).status).toBe(403);
    const made = await write({ origin: fixture.origin });
    expect(made.status).toBe(200);
    // Control: it is a token of full rights.
    const { data } = (await made.json()) as { data: { value: string } };
    const response = await fetch(`${fixture.origin}/v1/connected_user`, { headers: { authorization: data.value } });
    expect(await response.json()).not.toHaveProperty('data.credential');
  });

  it('stands as what it is in the traces of its activities', async () => {
    await fixture.addPerson('sender', 'EDITOR');
    const browser = await fixture.signIn('sender');
    const activities = `${fixture.origin}/v1/datamarts/1/user_activities`;
    const sent = await browser.send(activities, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: fixture.origin },
      body: JSON.stringify({ $type: 'TOUCH', $user_identifiers: [{ $type: 'USER_AGENT', $user_agent_id: 'web:1:s' }] }),
    });
    const { data } = (await sent.json()) as { data: { id: string } };
    const trace = await eventually(async () => {
      const answer = await browser.send(`${activities}/${data.id}/trace`);
      const read = (await answer.json()) as { data: { state: string; steps: object[] } };
      expect(read.data.state).toBe('STORED');
      return read.data;
    });
    expect(trace.steps[0]).toMatchObject({ credential: { kind: 'SESSION', id: expect.stringMatching(/^\d+$/) } });
  });

  it('may do what the user may, and no more', async () => {
    const id = await fixture.addPerson('reader');
    const browser = await fixture.signIn('reader');
    const { status } = await browser.send(`${fixture.origin}/v1/users/${id}/user_roles`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: fixture.origin },
      body: JSON.stringify({ organisation_id: '1', role: 'COMMUNITY_ADMIN' }),
    });
    expect(status).toBe(403);
  });

  it.each([
    ['POST', 'origin'],
    ['GET', 'none'],
  ])('ends by a %s to /auth/logout, in all browsers that have its cookie', async (method, header) => {
    const name = `leaving${method.toLowerCase()}`;
    await fixture.addPerson(name);
    const browser = await fixture.signIn(name);
    const copy = withCookie(sessionOf(browser));
    if (header === 'origin') {
      const foreign = await browser.send(`${fixture.origin}/auth/logout`, {
        method,
        headers: { origin: 'https://e.org' },
      });
      expect(foreign.status).toBe(403);
      expect((await whoIs(copy)).status).toBe(200);
    }
    const answer = await browser.send(`${fixture.origin}/auth/logout`, {
      method,
      headers: header === 'origin' ? { origin: fixture.origin } : {},
    });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${fixture.origin}/`]);
    expect(sessionOf(browser)).toBe('');
    expect((await whoIs(copy)).status).toBe(401);
  });

  it('ends with a change of roles and with the user', async () => {
    const id = await fixture.addPerson('changing');
    const stays = await fixture.addPerson('staying');
    const control = await fixture.signIn('staying');
    const before = await fixture.signIn('changing');
    const [role] = await fixture.admin<{ id: string }[]>('GET', `/users/${id}/user_roles`);
    await fixture.admin('PUT', `/users/${id}/user_roles/${role?.id}`, { role: 'EDITOR' });
    expect((await whoIs(before)).status).toBe(401);
    const after = await fixture.signIn('changing');
    expect((await whoIs(after)).status).toBe(200);
    await fixture.admin('DELETE', `/users/${id}`);
    expect((await whoIs(after)).status).toBe(401);
    expect(await whoIs(control)).toEqual({ status: 200, user: stays });
  });

  it('opens the live feed, which ends with it', async () => {
    await fixture.addPerson('watching');
    const browser = await fixture.signIn('watching');
    const feed = await browser.send(`${fixture.origin}/v1/datamarts/1/user_activities/events`);
    expect(feed.status).toBe(200);
    const copy = withCookie(sessionOf(browser));
    await browser.send(`${fixture.origin}/auth/logout`, { method: 'POST', headers: { origin: fixture.origin } });
    expect((await whoIs(copy)).status).toBe(401);
    // The next event or comment finds no session, and the stream ends.
    await feed.text();
  });
});
