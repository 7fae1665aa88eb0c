import { defaultFlagRules } from '@tributary/contracts/rules/flag-rules';
import { expect, it } from '@jest/globals';
import { groupTenants } from './group-tenants.js';

const organisation = (id: string, community_id: string) => ({ id, name: id, technical_name: id, community_id });
const datamart = (id: string, organisation_id: string) => ({
  id,
  name: id,
  organisation_id,
  time_zone: 'UTC',
  junk_exceptions: [],
  flag_rules: defaultFlagRules,
});

it('groupTenants keeps what has nothing below it, and every order', () => {
  const [first, second] = groupTenants(
    [
      { id: '1', name: 'A' },
      { id: '2', name: 'B' },
    ],
    [organisation('1', '1'), organisation('2', '2'), organisation('3', '1')],
    [datamart('9', '3'), datamart('8', '3'), datamart('7', '2')],
  );
  expect(first?.organisations.map(({ id, datamarts }) => [id, datamarts.map((one) => one.id)])).toEqual([
    ['1', []],
    ['3', ['9', '8']],
  ]);
  expect(second?.organisations).toMatchObject([{ id: '2', datamarts: [{ id: '7' }] }]);
});
