import { describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { isChanged } from '@tributary/testing/changed-numbers';
import { expectAccessible } from '../../browser/accessibility.js';
import type { ConsoleSession } from '../../browser/console-session.js';
import { overflowOf } from '../../browser/overflow.js';

const chart = {
  title: 'Active users',
  type: 'Metric',
  dataset: { type: 'activities_analytics', query_json: { metrics: [{ expression: 'users' }], dimensions: [] } },
};
const contentOf = (title: string) => ({ sections: [{ title, cards: [{ x: 0, y: 0, w: 4, h: 3, charts: [chart] }] }] });

async function openEditor({ client, open }: ConsoleSession, stored: object = contentOf('Visits')) {
  const dashboard = await client.post('/dashboards', {
    title: 'Edited',
    scopes: [],
    segment_ids: [],
    builder_ids: [],
    community_id: '1',
    organisation_id: '1',
  });
  const content = `/dashboards/${dashboard.id}/content?organisation_id=1`;
  await client.put(content, stored);
  await open(`/d/1/dashboards/${dashboard.id}/edit`);
  return content;
}

export const editorPages = (session: () => ConsoleSession) =>
  describe('the editor of dashboards', () => {
    it('moves and resizes a card by keys and by the pointer, takes it back, and saves', async () => {
      const { client, page } = session();
      const content = await openEditor(session());
      const card = page.getByRole('group', { name: /^Card 1 of section 1/ });
      await card.focus();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Shift+ArrowDown');
      await page.getByText('Card 1: column 2, row 1, 4 wide, 4 high').waitFor({ state: 'attached' });
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByText('No unsaved changes').waitFor();

      const handle = await page.getByTestId('move').boundingBox();
      const [x, y] = [(handle?.x ?? 0) + 20, (handle?.y ?? 0) + 8];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + 170, y + 96, { steps: 4 });
      await page.mouse.up();
      await page.getByRole('group', { name: /column 3, row 2, 4 wide, 3 high/ }).waitFor();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('No unsaved changes').waitFor();
      const stored = await client.get(content);
      expect(stored['content']).toMatchObject({ sections: [{ cards: [{ x: 2, y: 1, w: 4, h: 3 }] }] });
    });

    it('keeps the numbers of all that is not edited, as they are written', async () => {
      const { client, page } = session();
      const content = await openEditor(session());
      // A double would change each of them.
      const numbers = '[9007199254740993,12345678901234567.89,1e400,-0,1.10,1E5]';
      const textOf = (title: string) =>
        JSON.stringify({ ...contentOf(title), n: 0 }).replace('"n":0', `"n":${numbers}`);
      await client.put(content, textOf('Visits'));
      await page.reload();
      await page.getByRole('textbox', { name: 'Title of section 1' }).fill('Renamed');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('No unsaved changes').waitFor();
      const stored = await fetch(`${client.url}/v1${content}`, { headers: { authorization: client.token } });
      expect(await stored.text()).toContain(textOf('Renamed'));
      expect(isChanged(numbers)).toBe(true);
    });

    it('follows its JSON, and says where it is invalid', async () => {
      const { page } = session();
      await openEditor(session());
      await page.getByRole('button', { name: 'JSON' }).click();
      const json = page.getByLabel('Content as JSON');
      const text = await json.inputValue();
      await json.fill(text.replace('"w": 4', '"w": 0'));
      await page.getByText('sections[0].cards[0].w').waitFor();
      expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
      await json.fill(text.replace('Visits', 'Typed'));
      await page.getByRole('textbox', { name: 'Title of section 1' }).and(page.locator('[value=Typed]')).waitFor();
      await page.getByRole('textbox', { name: 'Title of section 1' }).fill('Written');
      expect(await json.inputValue()).toContain('"Written"');
      await expectAccessible(page);
    });

    it('edits a chart with a preview', async () => {
      const { client, page } = session();
      const content = await openEditor(session());
      await page.getByRole('button', { name: 'Edit Active users' }).click();
      const dialog = page.getByRole('dialog');
      // Its buttons are in sight, however long the form is.
      const apply = await dialog.getByRole('button', { name: 'Apply' }).boundingBox();
      expect((apply?.y ?? Infinity) + (apply?.height ?? 0)).toBeLessThan(page.viewportSize()?.height ?? 0);
      await dialog.getByLabel('Title', { exact: true }).fill('Sessions by type');
      await dialog.getByLabel('Type').selectOption('Bars');
      await dialog.getByRole('combobox', { name: 'Dimensions' }).fill('type');
      await page.getByRole('option', { name: /^Type of activity SITE_VISIT/ }).click();
      await dialog.getByRole('article', { name: 'Sessions by type' }).waitFor();
      await dialog.getByRole('button', { name: 'Apply' }).click();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('No unsaved changes').waitFor();
      const stored = await client.get(content);
      const query_json = { metrics: [{ expression: 'users' }], dimensions: [{ name: 'type' }] };
      expect(stored['content']).toMatchObject({
        sections: [{ cards: [{ charts: [{ title: 'Sessions by type', type: 'Bars', dataset: { query_json } }] }] }],
      });
    });

    it('adds a chart once its form is applied, named after its data', async () => {
      const { client, page } = session();
      const content = await openEditor(session(), { sections: [] });
      const dialog = page.getByRole('dialog');
      const add = page.getByRole('button', { name: 'Add a first chart' });
      await add.click();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await page.getByText('No unsaved changes').waitFor();
      await add.click();
      await dialog.getByLabel('Type').selectOption('Bars');
      await dialog.getByRole('combobox', { name: 'Dimensions' }).fill('day');
      await page.getByRole('option', { name: /^Day/ }).first().click();
      await dialog.getByRole('article', { name: 'Users by day' }).waitFor();
      await dialog.getByRole('button', { name: 'Apply' }).click();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('No unsaved changes').waitFor();
      expect((await client.get(content))['content']).toMatchObject({
        sections: [{ cards: [{ charts: [{ title: 'Users by day', type: 'Bars' }] }] }],
      });
    });

    it('names a wrong colour at its field, and applies no chart with one', async () => {
      const { page } = session();
      await openEditor(session());
      await page.getByRole('button', { name: 'Edit Active users' }).click();
      const dialog = page.getByRole('dialog');
      const colours = dialog.getByRole('combobox', { name: 'Colours' });
      for (const colour of ['#00A1DF', 'red']) {
        await colours.fill(colour);
        await colours.press('Enter');
      }
      await dialog.getByText('red: write a colour as # and six digits, like #00A1DF').waitFor();
      const apply = dialog.getByRole('button', { name: 'Apply' });
      expect(await apply.isDisabled()).toBe(true);
      await expectAccessible(page);
      await colours.press('Backspace');
      await dialog.getByText('write a colour as').waitFor({ state: 'detached' });
      await apply.click();
      await page.getByText('Not saved').waitFor();
    });

    it('has one row of controls for a card, with one menu, which is that of its charts, too; on a phone the cards are below each other', async () => {
      const { page } = session();
      await openEditor(session());
      const card = page.getByRole('group', { name: /^Card 1 of section 1/ });
      const menus = card.getByRole('button', { name: /menu of/i });
      await card.getByRole('article', { name: 'Active users' }).waitFor();
      expect(await menus.count()).toBe(1);
      const boxes = [menus, card.getByRole('button', { name: 'Edit Active users' }), card.getByTestId('move')];
      const middles = await Promise.all(
        boxes.map(async (one) => {
          const { y, height } = (await one.boundingBox()) ?? { y: 0, height: 0 };
          return Math.round(y + height / 2);
        }),
      );
      expect(Math.max(...middles) - Math.min(...middles)).toBeLessThanOrEqual(2);
      await menus.click();
      await page.getByRole('menuitem', { name: 'Duplicate Active users' }).click();
      await card.getByRole('article', { name: 'Active users' }).nth(1).waitFor();
      await menus.click();
      await page.getByRole('menuitem', { name: 'Duplicate the card' }).click();
      const copy = page.getByRole('group', { name: /^Card 2 of section 1/ });
      await copy.waitFor();
      const { width, height } = page.viewportSize() ?? { width: 1_280, height: 800 };
      await page.setViewportSize({ width: 390, height: 844 });
      await eventually(async () => {
        const [first, second] = [await card.boundingBox(), await copy.boundingBox()];
        expect(first?.width).toBeGreaterThan(300);
        expect(second?.y).toBeGreaterThan((first?.y ?? 0) + (first?.height ?? 0));
      });
      expect(await overflowOf(page)).toEqual([]);
      await expectAccessible(page);
      await page.setViewportSize({ width, height });
    });

    it('shows whose version is newer, and loses neither', async () => {
      const { client, page } = session();
      const content = await openEditor(session());
      await page.getByRole('textbox', { name: 'Title of section 1' }).fill('Mine');
      await client.put(content, contentOf('Theirs'));
      await page.getByRole('button', { name: 'Save' }).click();
      const dialog = page.getByRole('dialog', { name: 'A newer version is stored' });
      await dialog.getByText(/Saved by you/).waitFor();
      await dialog.getByRole('button', { name: 'Look at the differences' }).click();
      await dialog.getByText(/"title": "Theirs"/).waitFor();
      await dialog.getByText(/"title": "Mine"/).waitFor();
      await expectAccessible(page);
      expect((await client.get(content))['content']).toMatchObject({ sections: [{ title: 'Theirs' }] });
      await dialog.getByRole('button', { name: 'Overwrite theirs' }).click();
      await page.getByText('No unsaved changes').waitFor();
      expect((await client.get(content))['content']).toMatchObject({ sections: [{ title: 'Mine' }] });
    });

    it('asks before unsaved changes are left, and offers them again', async () => {
      const { page } = session();
      await openEditor(session());
      await page.getByRole('textbox', { name: 'Title of section 1' }).fill('Unsaved');
      await page.getByRole('link', { name: 'Show the dashboard' }).click();
      const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
      await dialog.getByRole('button', { name: 'Leave' }).click();
      await page.getByRole('link', { name: 'Edit', exact: true }).click();
      await page.getByRole('button', { name: 'Restore' }).click();
      expect(await page.getByRole('textbox', { name: 'Title of section 1' }).inputValue()).toBe('Unsaved');
    });
  });
