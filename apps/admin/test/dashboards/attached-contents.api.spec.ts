import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { BootedAdmin, expectError, user, type Fields } from '../booted-admin.js';

let api: BootedAdmin;

beforeAll(async () => (api = await BootedAdmin.boot()));
beforeEach(async () => {
  await api.query('truncate dashboards, dashboard_contents restart identity cascade');
});
afterAll(() => api.stop());

const editor = user('EDITOR');
const ofOrganisation2 = user('EDITOR', '2');
const aDashboard = (difference: Fields = {}): Fields => ({
  title: 'Visits',
  scopes: [],
  segment_ids: [],
  builder_ids: [],
  community_id: '1',
  organisation_id: '1',
  ...difference,
});
const create = async (difference: Fields = {}, caller = editor) =>
  (await api.data(caller, 'POST', '/dashboards', aDashboard(difference))).id;
const pathOf = (id: string, organisation_id = '1') => `/dashboards/${id}/content?organisation_id=${organisation_id}`;
const titled = (title: string) => ({ sections: [{ title, cards: [] }] });
const write = async (id: string, title: string) => (await api.data(editor, 'PUT', pathOf(id), titled(title))).id;
const titleOf = async (id: string) => {
  const { content } = await api.data(editor, 'GET', pathOf(id));
  return (content as ReturnType<typeof titled>).sections[0]?.title;
};
const attach = (id: string, dashboard_content_id: unknown) =>
  api.call(editor, 'PUT', `/dashboards/${id}?organisation_id=1`, aDashboard({ dashboard_content_id }));

describe('the content that a registration attaches', () => {
  it('may be an earlier one of the dashboard, or that of another one', async () => {
    const [own, other] = [await create(), await create()];
    const [first] = [await write(own, 'first'), await write(own, 'second')];
    const foreign = await write(other, 'foreign');
    expect((await attach(own, first)).body.data).toMatchObject({ dashboard_content_id: first });
    expect(await titleOf(own)).toBe('first');
    expect((await attach(own, foreign)).body.data).toMatchObject({ dashboard_content_id: foreign });
    expect(await titleOf(own)).toBe('foreign');
    const made = await create({ dashboard_content_id: foreign });
    expect(await titleOf(made)).toBe('foreign');
    // A new content of one of them does not change the others.
    await write(own, 'third');
    expect([await titleOf(own), await titleOf(other), await titleOf(made)]).toEqual(['third', 'foreign', 'foreign']);
  });

  it('is one of the versions while it is current', async () => {
    const [source, other] = [await create(), await create()];
    const attached = await write(source, 'a');
    const versionsOf = async (id: string) => {
      const path = `/dashboards/${id}/content/versions?organisation_id=1`;
      return ((await api.call(editor, 'GET', path)).body.data as Fields[]).map((version) => version['id']);
    };
    expect(await versionsOf(other)).toEqual([]);
    await attach(other, attached);
    expect(await versionsOf(other)).toEqual([attached]);
    const own = await write(other, 'own');
    expect(await versionsOf(other)).toEqual([own]);
    await attach(other, attached);
    expect(await versionsOf(other)).toEqual([own, attached]);
    expect(await versionsOf(source)).toEqual([attached]);
  });

  it('stays if the body names none', async () => {
    const id = await create();
    const written = await write(id, 'a');
    for (const none of [undefined, null])
      expect((await attach(id, none)).body.data).toMatchObject({ dashboard_content_id: written });
  });

  it('outlives the dashboard for which it was written', async () => {
    const [source, other] = [await create(), await create()];
    const content = await write(source, 'kept');
    await attach(other, content);
    await api.data(editor, 'DELETE', `/dashboards/${source}?organisation_id=1`);
    expect(await titleOf(other)).toBe('kept');
    await api.data(editor, 'DELETE', `/dashboards/${other}?organisation_id=1`);
    expect(await api.query('select count(*)::int as left from dashboard_contents')).toEqual([{ left: 0 }]);
  });

  it.each(['99', 'x', '', '0', '99999999999999999999'])(
    'is refused if there is none of the id "%s"',
    async (unknown) => {
      const id = await create();
      const violation = [400, 'CONSTRAINT_VIOLATION_EXCEPTION', /^dashboard_content_id: /] as const;
      expectError(await attach(id, unknown), ...violation);
      const made = await api.call(editor, 'POST', '/dashboards', aDashboard({ dashboard_content_id: unknown }));
      expectError(made, ...violation);
    },
  );

  it('is refused if it is of another organisation', async () => {
    const content = await write(await create(), 'a');
    const foreign = aDashboard({ organisation_id: '2', dashboard_content_id: content });
    const answer = await api.call(ofOrganisation2, 'POST', '/dashboards', foreign);
    expectError(answer, 400, 'CONSTRAINT_VIOLATION_EXCEPTION', /^dashboard_content_id: /);
  });
});
