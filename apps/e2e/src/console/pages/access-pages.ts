import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { signatureHeaders } from '@tributary/testing/signed-request';
import { Client } from '../../client/client.js';
import { openSession, type ConsoleSession } from '../../browser/console-session.js';
import { keepSecret } from './keep-secret.js';

export const accessPages = (session: () => ConsoleSession) =>
  describe('access', () => {
    it('a service account gets a role and a token; deleting it ends the token', async () => {
      const { client, open, page, platform } = session();
      const name = `Sync ${randomUUID()}`;
      await open('/d/1/access/users');
      await page.getByRole('button', { name: 'Add a user' }).click();
      await page.getByText('Service account', { exact: true }).last().click();
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByRole('dialog').getByText('Display name is needed').waitFor();
      await page.getByLabel('Display name').fill(name);
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByRole('heading', { level: 1, name }).waitFor();

      await page.getByRole('button', { name: 'Add a role' }).click();
      await page.getByRole('combobox', { name: 'Organisation' }).selectOption('1');
      await page.getByRole('combobox', { name: 'Role' }).selectOption('EDITOR');
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByRole('table', { name: 'Roles' }).getByRole('button', { name: 'Change' }).waitFor();

      await page.getByRole('button', { name: 'Create a token' }).click();
      await page.getByRole('dialog').getByLabel('Name').fill('nightly');
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      const owner = new Client(platform.url, await keepSecret(page));
      const me = await owner.get('/connected_user');
      expect(me).toMatchObject({ display_name: name, roles: [{ organisation_id: '1', role: 'EDITOR' }] });
      expect(await client.list(`/users/${me.id}/api_tokens`)).toMatchObject([{ name: 'nightly' }]);

      await client.post(`/users/${me.id}/api_tokens`, { name: 'spare' });
      await page.reload();
      await page.getByRole('checkbox', { name: 'Choose spare' }).check();
      await page.getByRole('button', { name: 'Revoke 1' }).click();
      await page.getByRole('button', { name: 'Revoke all' }).click();
      await page.getByRole('checkbox', { name: 'Choose spare' }).waitFor({ state: 'detached' });
      expect(await client.list(`/users/${me.id}/api_tokens`)).toMatchObject([{ name: 'nightly' }]);

      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByLabel(`Type ${name} to confirm`).fill(name);
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
      await eventually(() => owner.expectError(401, 'TOKEN_ERROR', 'GET', '/connected_user'));
    });

    it('tokens that no program uses are found among those of all service accounts, and revoked at once', async () => {
      const { client, open, page } = session();
      const name = `Sync ${randomUUID()}`;
      const chooseToken = (token: string) => new RegExp(`^Choose ${token} .* of ${name}$`);
      const { id } = await client.post('/users', { type: 'SERVICE', display_name: name, organisation_id: '1' });
      for (const token of ['hourly', 'nightly', 'kept']) await client.post(`/users/${id}/api_tokens`, { name: token });
      await open('/d/1/access/users');
      await page.getByRole('link', { name: 'Service accounts' }).click();
      await page.getByRole('heading', { level: 1, name: 'Service accounts' }).waitFor();
      for (const token of ['hourly', 'nightly']) await page.getByLabel(chooseToken(token)).check();
      await page.getByRole('button', { name: 'Revoke 2' }).click();
      const dialog = page.getByRole('dialog', { name: 'Revoke 2 tokens' });
      const refused = `**/users/${id}/api_tokens/*`;
      const error = {
        status: 'error',
        error_code: 'CONSTRAINT_VIOLATION_EXCEPTION',
        error: 'not now',
        error_id: 'e-1',
      };
      await page.route(refused, (route) => route.fulfill({ status: 400, json: error }), { times: 1 });
      await dialog.getByRole('button', { name: 'Revoke all' }).click();
      await dialog.getByText(`of ${name}: not now`).waitFor();
      expect(await client.list(`/users/${id}/api_tokens`)).toHaveLength(2);
      await dialog.getByRole('button', { name: 'Try 1 again' }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.getByLabel(chooseToken('hourly')).waitFor({ state: 'detached' });
      expect(await client.list(`/users/${id}/api_tokens`)).toMatchObject([{ name: 'kept' }]);
      await page.getByLabel('Unused for 90 days').check();
      await page.getByLabel(chooseToken('kept')).waitFor({ state: 'detached' });
      expect(page.url()).toContain('unused=true');
      await client.delete(`/users/${id}`);
    });

    it('a key is created with a secret that signs, and revoked', async () => {
      const { client, open, page, platform } = session();
      const key_id = randomUUID();
      await open('/d/1/access/keys');
      await page.getByRole('button', { name: 'Create a key' }).click();
      await page.getByLabel('Key id').fill('has a space');
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByRole('dialog').getByText('must be 1 to 128 visible ASCII characters').first().waitFor();
      await page.getByLabel('Key id').fill(key_id);
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      const secret = await keepSecret(page);
      const send = async () => {
        const uri = '/v1/datamarts/1/user_activities';
        const body = JSON.stringify({ $type: 'APP_VISIT', $user_account_id: key_id });
        const signature = signatureHeaders({ key_id, secret_key: secret }, uri, body);
        const headers = { 'content-type': 'application/json', ...signature };
        return (await fetch(platform.url + uri, { method: 'POST', headers, body })).status;
      };
      await eventually(async () => expect(await send()).toBe(200));
      await page.getByRole('button', { name: `Revoke ${key_id}` }).click();
      await page.getByLabel(`Type ${key_id} to confirm`).fill(key_id);
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
      await page.getByRole('button', { name: `Revoke ${key_id}` }).waitFor({ state: 'detached' });
      await eventually(async () => expect(await send()).toBe(401));
      const { id } = await client.get('/connected_user');
      expect(JSON.stringify(await client.list(`/users/${id}/message_authentication_keys`))).not.toContain(key_id);
    });

    it('a tab gets a token of its own, which ends with the sign-out', async () => {
      const { platform } = session();
      const reader = await aReader(session().client);
      const { page, open, browser } = await openSession(platform, reader.token);
      const tokens = () => reader.client.list(`/users/${reader.id}/api_tokens`);
      try {
        await open('/d/1/access/tokens');
        await page.getByRole('button', { name: 'Use a token for this tab only' }).click();
        await page.getByRole('button', { name: 'Create and use it' }).click();
        await page.getByRole('row', { name: /^console .*This tab/ }).waitFor();
        expect(await tokens()).toMatchObject([{ name: 'first' }, { name: expect.stringMatching(/^console /) }]);
        await page.getByRole('button', { name: 'Sign out' }).click();
        await page.getByLabel('API token').first().waitFor();
        await eventually(async () => expect(await tokens()).toMatchObject([{ name: 'first' }]));
      } finally {
        await browser.close();
      }
    });

    it('a reader sees its own tokens only, and is signed out when it revokes the one of its tab', async () => {
      const { platform } = session();
      const reader = await aReader(session().client);
      const { page, open, browser } = await openSession(platform, reader.token);
      try {
        await open('/d/1/access/users/1');
        await page.getByText('shown to itself').waitFor();
        for (const name of ['Edit', 'Delete', 'Add a role', 'Create a token'])
          expect(await page.getByRole('button', { name }).count()).toBe(0);
        await open('/d/1/access/tokens');
        expect(await page.getByLabel('Of the user').count()).toBe(0);
        await page.getByRole('button', { name: 'Revoke first' }).click();
        await page.getByText('you will be signed out').waitFor();
        await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
        await page.getByText('You have revoked the token of this tab.').waitFor();
        await eventually(() => reader.client.expectError(401, 'TOKEN_ERROR', 'GET', '/connected_user'));
      } finally {
        await browser.close();
      }
    });
  });

/** A user with the role READER, and one token. */
async function aReader(admin: Client): Promise<{ id: string; token: string; client: Client }> {
  const email = `${randomUUID()}@example.com`;
  const { id } = await admin.post('/users', { first_name: 'R', last_name: 'Reader', email, organisation_id: '1' });
  await admin.post(`/users/${id}/user_roles`, { organisation_id: '1', role: 'READER' });
  const { value: token } = await admin.post<{ value: string }>(`/users/${id}/api_tokens`, { name: 'first' });
  const client = new Client(admin.url, token);
  await eventually(() => client.get('/connected_user'));
  return { id, token, client };
}
