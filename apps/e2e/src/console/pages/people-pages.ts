import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { expectAccessible } from '../../browser/accessibility.js';
import { openSession, type ConsoleSession } from '../../browser/console-session.js';

const datamart = '/datamarts/1';

/** A person of its own, known by an account and by an e-mail address. */
async function newPerson({ client }: ConsoleSession) {
  const user_account_id = `people-${randomUUID()}`;
  const email = `${user_account_id}@example.com`;
  const { user_point_id } = await client.post<{ user_point_id: string }>(
    `${datamart}/user_identifiers_association_declarations`,
    {
      identifiers: [
        { type: 'USER_ACCOUNT', user_account_id },
        { type: 'USER_EMAIL', email },
      ],
    },
  );
  return { user_point_id, user_account_id, email, path: `${datamart}/user_points/${user_point_id}` };
}

export const peoplePages = (session: () => ConsoleSession) =>
  describe('people', () => {
    it('are found by an e-mail address, and erased with the id typed in', async () => {
      const { client, open, page } = session();
      const { user_point_id, email, path } = await newPerson(session());
      await open('/d/1/people');
      await page.getByRole('textbox', { name: 'Person' }).fill(email);
      await page.getByRole('button', { name: 'Look up' }).click();
      await page.getByText(user_point_id).first().waitFor();
      await page.getByRole('button', { name: 'Erase' }).click();
      const erase = page.getByRole('button', { name: 'Erase for ever' });
      expect(await erase.isDisabled()).toBe(true);
      await page.getByLabel(/^Type .* to confirm$/).fill(user_point_id);
      await erase.click();
      await page.getByRole('heading', { name: 'People', level: 1 }).waitFor();
      await client.expectError(404, 'RESOURCE_NOT_FOUND', 'GET', path);
    });

    it('who were active lately are listed by name, as cards on a phone, and lead to the person', async () => {
      const { client, open, page } = session();
      const { path, user_account_id, user_point_id } = await newPerson(session());
      await client.put(`${path}/user_profiles/compartment_id=default/user_account_id=${user_account_id}`, {
        name: `Recent ${user_account_id}`,
      });
      // Newer than those of other specs, which would fill the first page.
      const $ts = Date.now() + 86_400_000;
      await client.post(`${datamart}/user_activities`, { $type: 'TOUCH', $user_account_id: user_account_id, $ts });
      await eventually(async () =>
        expect(JSON.stringify(await client.list(`${datamart}/user_points`))).toContain(user_point_id),
      );
      await open('/d/1/people');
      const row = page
        .getByRole('table', { name: 'Recent people' })
        .getByRole('row', { name: `Recent ${user_account_id}` });
      await row.getByText(user_account_id, { exact: true }).waitFor();
      await expectAccessible(page);
      const { width, height } = page.viewportSize() ?? { width: 1_280, height: 800 };
      await page.setViewportSize({ width: 360, height: 740 });
      await row.getByRole('link').waitFor();
      expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      await page.setViewportSize({ width, height });
      await row.getByRole('link').click();
      await page.getByRole('heading', { level: 1, name: `Recent ${user_account_id}` }).waitFor();
      // The history of the browser keeps titles.
      expect(await page.title()).toBe('Person · Tributary');
      await page.getByRole('region', { name: 'Summary' }).getByText(`Recent ${user_account_id}`).waitFor();
    });

    it('who gain too many accounts are listed with the reason', async () => {
      const { client, open, page } = session();
      const identifiers = Array.from({ length: 7 }, () => ({ type: 'USER_ACCOUNT', user_account_id: randomUUID() }));
      const body = { identifiers };
      const associate = `${datamart}/user_identifiers_association_declarations`;
      const { user_point_id } = await client.post<{ user_point_id: string }>(associate, body);
      await eventually(async () =>
        expect(JSON.stringify(await client.get(`${datamart}/user_points/flagged`))).toContain(user_point_id),
      );
      await open('/d/1/people');
      const table = page.getByRole('table', { name: 'People to look at' });
      await table.getByRole('row', { name: user_point_id }).getByText('7 accounts in 7 days').waitFor();
      await table.getByRole('link', { name: user_point_id }).click();
      await page
        .getByText(identifiers[0]?.user_account_id ?? 'none')
        .first()
        .waitFor();
    });

    it('are shown by name, with how active they are, and what their events say', async () => {
      const { client, open, page } = session();
      const { path, user_account_id, user_point_id } = await newPerson(session());
      const profile = `${path}/user_profiles/compartment_id=default/user_account_id=${user_account_id}`;
      await client.put(profile, { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.org' });
      const $events = [{ $event_name: 'product_view', $properties: { product: 'mug', price: 12.5 } }];
      for (const $ts of [1_790_000_000_000, 1_791_000_000_000])
        await client.post(`${datamart}/user_activities`, {
          $type: 'TOUCH',
          $user_account_id: user_account_id,
          $ts,
          $events,
        });
      await eventually(async () => expect(await client.list(`${path}/user_activities`)).toHaveLength(2));
      await open(`/d/1/people/${user_point_id}`);
      const header = page.getByRole('region', { name: 'Summary' });
      for (const text of ['Ada Lovelace', 'ada@example.org', '2026-09-21', '2026-10-03'])
        await header.getByText(text).first().waitFor();
      await page.getByText('product: mug, price: 12.5').first().waitFor();
      await expectAccessible(page);
    });

    it('that are unknown are shown as what they were looked up as', async () => {
      const { open, page } = session();
      await open('/d/1/people/user_agent_id=vec:unknown');
      await page.getByText('It was looked up as user agent id').waitFor();
    });

    it('show the digits of a time that is no instant', async () => {
      const { client, open, page } = session();
      const agent = 'web:1:no-instant';
      await client.post(
        '/datamarts/1/user_activities',
        `{"$type":"TOUCH","$user_agent_id":"${agent}","$ts":9007199254740993}`,
      );
      await eventually(() => client.get(`/datamarts/1/user_points/user_agent_id=${agent}`));
      await open(`/d/1/people/user_agent_id=${agent}`);
      await page.getByRole('table', { name: 'Activities' }).getByText('9007199254740993').waitFor();
    });

    it('keep the numbers of properties that an edit leaves alone, also in a replacement of all', async () => {
      const { client, open, page } = session();
      const { path, user_account_id, user_point_id } = await newPerson(session());
      const profile = `${path}/user_profiles/compartment_id=default/user_account_id=${user_account_id}`;
      const numbers = '"big":12345678901234567890,"list":[1e400,-0,1.10]';
      await client.put(profile, `{"city":"Paris",${numbers}}`);
      await open(`/d/1/people/${user_point_id}?tab=profiles`);
      await page.getByRole('button', { name: /^Edit/ }).click();
      await page.getByRole('radio', { name: 'Replace the whole profile' }).check();
      const properties = page.getByRole('textbox', { name: 'Properties' });
      await properties.fill((await properties.inputValue()).replace('Paris', 'Lyon'));
      await page.getByRole('table', { name: 'Changes' }).getByText('Lyon').waitFor();
      await page.getByRole('button', { name: 'Save' }).click();
      await eventually(async () => expect(await client.get(profile)).toMatchObject({ city: 'Lyon' }));
      const stored = await fetch(`${client.url}/v1${profile}`, { headers: { authorization: client.token } });
      expect(await stored.text()).toContain(numbers);
    });

    it('choose at the time of the server, also with a wrong clock of the viewer, or at one that is typed in', async () => {
      const { platform, client } = session();
      const { path, user_point_id } = await newPerson(session());
      const other = await openSession(platform);
      try {
        const { page, open } = other;
        const ahead = Date.now() + 86_400_000;
        await page.clock.setSystemTime(ahead);
        await open(`/d/1/people/${user_point_id}?tab=choices`);
        // Control: the clock of this tab is wrong.
        expect(await page.evaluate<number>('Date.now()')).toBeGreaterThanOrEqual(ahead);
        const record = async (processing: string, answer: string, when?: string) => {
          await page.getByRole('button', { name: 'Record a choice' }).first().click();
          const dialog = page.getByRole('dialog');
          await dialog.getByRole('combobox', { name: 'Processing' }).fill(processing);
          await dialog.getByRole('radio', { name: answer }).check();
          if (when) await dialog.getByLabel('When, in your time zone').fill(when);
          await dialog.getByRole('button', { name: 'Record', exact: true }).click();
          await dialog.waitFor({ state: 'detached' });
          const choices = await client.list(`${path}/user_choices?processing_id=${processing}`);
          return choices.map(({ $choice_ts, $creation_ts }) => Number($choice_ts) - Number($creation_ts));
        };
        const [difference] = await record('now', 'accepted it');
        expect(Math.abs(difference ?? Infinity)).toBeLessThan(60_000);
        const when = await page.evaluate<number>('Date.parse("2026-02-03T04:05:06")');
        await record('earlier', 'refused it', '2026-02-03T04:05:06');
        expect(await client.list(`${path}/user_choices?processing_id=earlier`)).toMatchObject([
          { $choice_ts: when, $choice_acceptance_value: false },
        ]);
      } finally {
        await other.browser.close();
      }
    });

    it('are parted by a dissociation', async () => {
      const { client, open, page } = session();
      const { user_account_id, user_point_id, path } = await newPerson(session());
      await open(`/d/1/people/${user_point_id}?tab=identifiers`);
      const why = page.getByRole('table', { name: 'Why one person' });
      await why.getByRole('button', { name: 'What if the link' }).click();
      const sides = page.getByRole('dialog', { name: 'What if this link were not there?' });
      await sides.getByText('A dissociation is undone by the next activity').waitFor();
      for (const side of ['One side', 'The other side'])
        expect(await sides.getByRole('list', { name: side }).getByRole('listitem').count()).toBe(1);
      await page.keyboard.press('Escape');
      await sides.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Dissociate', exact: true }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('checkbox', { name: user_account_id }).check();
      await dialog.getByRole('button', { name: 'Dissociate' }).click();
      await dialog.getByText('The execution has SUCCEEDED.').waitFor();
      await eventually(async () =>
        expect(await client.list(`${path}/user_identifiers`)).toEqual([
          expect.objectContaining({ type: 'USER_EMAIL' }),
        ]),
      );
    });
  });
