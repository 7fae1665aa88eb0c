import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AuditEvent } from '@tributary/contracts/audit/audit-event';
import { eventually } from '@tributary/testing/eventually';
import { bootStandalone, type BootedStandalone } from '../booted-standalone.js';

let product: BootedStandalone;
beforeAll(async () => void (product = await bootStandalone()));
afterAll(() => product.stop());

async function post<T>(path: string, body: object | string, type = 'application/json'): Promise<T> {
  const response = await fetch(`${product.url}/v1/datamarts/1/${path}`, {
    method: 'POST',
    headers: { authorization: product.token, 'content-type': type },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  expect(response.status).toBe(200);
  return ((await response.json()) as { data: T }).data;
}

async function eventsOf(filter: string): Promise<AuditEvent[]> {
  const response = await fetch(`${product.url}/v1/organisations/1/audit_events?${filter}`, {
    headers: { authorization: product.token },
  });
  return ((await response.json()) as { data: AuditEvent[] }).data;
}

describe('the audit of a file that erases people', () => {
  it('has each of them once, with the user and the credential of the upload', async () => {
    const agents = ['one', 'two'].map((user_agent_id) => ({ type: 'USER_AGENT', user_agent_id }));
    const declare = (identifiers: object[]) =>
      post<{ user_point_id: string }>('user_identifiers_association_declarations', { identifiers });
    const first = await declare([...agents, { type: 'USER_ACCOUNT', user_account_id: 'one' }]);
    const second = await declare([{ type: 'USER_AGENT', user_agent_id: 'three' }]);

    const { id } = await post<{ id: string }>('document_imports', {
      name: 'erasures',
      document_type: 'USER_POINTS_DELETION',
      mime_type: 'APPLICATION_X_NDJSON',
    });
    const lines = [
      ...agents,
      { type: 'USER_POINT', user_point_id: second.user_point_id },
      { ...agents[0], user_agent_id: 'unknown' },
    ];
    const execution = await post<{ id: string }>(
      `document_imports/${id}/executions`,
      lines.map((line) => JSON.stringify(line)).join('\n'),
      'application/x-ndjson',
    );

    const [uploaded] = await eventually(async () => {
      const events = await eventsOf('resource=execution');
      expect(events).toMatchObject([{ credential_kind: 'API_TOKEN' }]);
      return events;
    });
    const { user_id, credential_id, credential_kind } = uploaded ?? {};
    await eventually(async () => {
      const events = await eventsOf('action=ERASE');
      const people = [first, second].map(({ user_point_id }) => user_point_id);
      expect(events.map(({ resource_id }) => resource_id).sort()).toEqual(people.sort());
      for (const event of events)
        expect(event).toMatchObject({
          user_id,
          credential_id,
          credential_kind,
          resource: 'user_point',
          request_id: execution.id,
        });
    });
  });
});
