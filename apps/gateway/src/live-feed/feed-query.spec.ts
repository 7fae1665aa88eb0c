import { describe, expect, it } from '@jest/globals';
import { parseOrThrow } from '@tributary/http/parse';
import { createApiDocument } from '../openapi/document.js';
import { FeedQuery } from '@tributary/contracts/collecting/feed-query';

const read = (query: Record<string, unknown>) => parseOrThrow(FeedQuery, query);

describe('the query of a live feed', () => {
  it('is empty by default, with 20 events per second', () => {
    expect(read({})).toEqual({ type: [], event_name: [], sample: 20 });
  });

  it.each([
    [{ type: 'SITE_VISIT' }, { type: ['SITE_VISIT'] }],
    [{ type: ['a', '!b'] }, { type: ['a', '!b'] }],
    [{ event_name: ['!$set_user_choice', '!!odd'] }, { event_name: ['!$set_user_choice', '!!odd'] }],
    [{ sample: '1' }, { sample: 1 }],
    [{ sample: '100' }, { sample: 100 }],
    [{ identifier: 'user_agent_id=web:1:a%b' }, { identifier: { type: 'USER_AGENT', value: 'web:1:a%b' } }],
    [{ identifier: 'email_hash=AB12' }, { identifier: { type: 'USER_EMAIL', value: 'ab12' } }],
    [
      { identifier: 'compartment_id=default,user_account_id=a,b=c' },
      { identifier: { type: 'USER_ACCOUNT', compartment_id: 'default', value: 'a,b=c' } },
    ],
  ])('reads %j', (query, expected) => expect(read(query)).toMatchObject(expected));

  it.each([
    [{ type: '' }, 'type[0]: '],
    [{ type: '!' }, 'type[0]: '],
    [{ event_name: ['a', ''] }, 'event_name[1]: '],
    [{ event_name: Array.from({ length: 21 }, String) }, 'event_name: '],
    [{ type: 'x'.repeat(1_001) }, 'type[0]: '],
    [{ sample: '0' }, 'sample: '],
    [{ sample: '101' }, 'sample: '],
    [{ sample: '1.5' }, 'sample: '],
    [{ sample: '-1' }, 'sample: '],
    [{ sample: ['1', '2'] }, 'sample: '],
    [{ identifier: '' }, 'identifier: '],
    [{ identifier: '0191f7a0-0000-7000-8000-00000000000a' }, 'identifier: activities name identifiers'],
    [{ identifier: 'user_point_id=42' }, 'identifier: activities name identifiers'],
    [{ identifier: 'email=a@b.c' }, 'identifier: "email=a@b.c" names no user point'],
    [{ identifier: 'user_agent_id=\0' }, 'identifier: '],
    [{ identifier: 'user_agent_id=\ud800' }, 'identifier: '],
    [{ identifier: ['user_agent_id=a', 'user_agent_id=b'] }, 'identifier: '],
  ])('refuses %j, and names the field', (query, message) => {
    const expected = { code: 'BAD_REQUEST_DATA', message: expect.stringContaining(message) };
    expect(() => read(query)).toThrow(expect.objectContaining(expected));
  });

  it('is described as lists, a text and an integer', () => {
    const { paths = {} } = createApiDocument({ signaturePrefix: 'Svc' });
    const parameters = paths['/datamarts/{datamart_id}/user_activities/events']?.get?.parameters as {
      name: string;
      required?: boolean;
      schema: { type: string };
    }[];
    expect(parameters.map(({ name, required = false, schema }) => [name, required, schema.type])).toEqual([
      ['datamart_id', true, expect.anything()],
      ['type', false, 'array'],
      ['event_name', false, 'array'],
      ['identifier', false, 'string'],
      ['sample', false, 'integer'],
    ]);
  });
});
