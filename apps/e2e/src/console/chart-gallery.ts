import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import { expectAccessible } from '../browser/accessibility.js';
import type { ConsoleSession } from '../browser/console-session.js';

const dayMs = 86_400_000;
const dayBefore = (days: number) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10);
const long = (last: string) => `${'A very long name of a campaign in autumn '.repeat(4)}${last}`;

/** Answers that are hard to draw, by the name that the filter of a chart has for the stub below. */
const hardRows: Record<string, [key: string, value: number | null][]> = {
  empty: [],
  'one point': [[dayBefore(3), 5]],
  gaps: [20, 19, 18, 4, 3].map((days, at) => [dayBefore(days), 10 + at]),
  negative: [
    ['refunds', -40],
    ['sales', 100],
    ['nothing', 0],
    ['more refunds', -5],
  ],
  'only zeros': [
    ['a', 0],
    ['b', 0],
  ],
  'sixty keys': Array.from({ length: 60 }, (_, at) => [`key ${at}`, 1 + ((at * 37) % 60)]),
  'long labels': [
    [long('one'), 3],
    [long('two'), 4],
    ['Donaudampfschifffahrtsgesellschaft'.repeat(3), 5],
  ],
  huge: [
    ['a', 1.4e12],
    ['b', 9.9e14],
  ],
  tiny: [
    ['a', 1e-7],
    ['b', 3.2e-7],
  ],
};
const types = ['Line', 'Area', 'Bars', 'Pie', 'Radar', 'Table'];
const byDate = new Set(['one point', 'gaps']);

/** A chart whose filter names the case: the stub answers by it. */
const chartOf = (type: string, name: string) => ({
  title: `${type}, ${name}`,
  type,
  dataset: {
    type: 'activities_analytics',
    query_json: {
      dimensions: [{ name: byDate.has(name) ? 'date_yyyy_mm_dd' : 'origin_source' }],
      metrics: [{ expression: 'revenue' }],
      dimension_filter_clauses: {
        operator: 'AND',
        filters: [{ dimension_name: 'event_type', operator: 'EXACT', expressions: [name] }],
      },
    },
  },
  options: { legend: { enabled: true, position: 'right' } },
});

const gallery = {
  sections: Object.keys(hardRows).map((name) => ({
    title: name,
    cards: types.map((type, at) => ({
      x: (at % 3) * 4,
      y: Math.floor(at / 3) * 3,
      w: 4,
      h: 3,
      charts: [chartOf(type, name)],
    })),
  })),
};

async function answer(route: Route): Promise<void> {
  const { dimensions = [], dimension_filter_clauses } = route.request().postDataJSON() as {
    dimensions?: { name: string }[];
    dimension_filter_clauses?: { filters: { dimension_name: string; expressions: string[] }[] };
  };
  const filter = dimension_filter_clauses?.filters.find(({ dimension_name }) => dimension_name === 'event_type');
  const rows = hardRows[filter?.expressions[0] ?? ''] ?? [];
  const columns_headers = [dimensions[0]?.name, 'revenue'];
  const report_view = {
    items_per_page: 100,
    total_items: rows.length,
    columns_headers,
    column_headers: columns_headers,
    rows,
  };
  await route.fulfill({ json: { status: 'ok', data: { report_view } } });
}

interface Drawn {
  title: string;
  /** Share of the pixels of the picture that are drawn. Undefined without a picture. */
  ink: number | undefined;
  /** Edges of the picture at which something is cut off. */
  cut: string[];
  text: string;
}

/** Every type of chart with every answer that is hard to draw: a picture is complete, or a sentence stands in its place. */
export const chartGallery = (session: () => ConsoleSession) =>
  describe('the gallery of charts', () => {
    let path: string;
    beforeAll(async () => {
      const { client } = session();
      const registration = { scopes: [], segment_ids: [], builder_ids: [], archived: false };
      const { id } = await client.post('/dashboards', {
        ...registration,
        title: `Gallery ${randomUUID()}`,
        community_id: '1',
        organisation_id: '1',
      });
      await client.put(`/dashboards/${id}/content?organisation_id=1`, gallery);
      path = `/d/1/dashboards/${id}`;
    });

    it.each([
      ['wide', 1_280],
      ['narrow', 400],
    ])('shows hard data whole on a %s screen, in light and in dark', async (name, width) => {
      const { browser, open, page } = session();
      const reports = '**/user_activities_analytics';
      await page.route(reports, answer);
      await page.setViewportSize({ width, height: 800 });
      try {
        await open(path);
        await showAll(page);
        for (const dark of [false, true]) {
          await browser.screenshot(`gallery-${name}`, { dark });
          const drawn = await drawnCharts(page);
          expect(drawn).toHaveLength(types.length * Object.keys(hardRows).length);
          expect(drawn.filter(({ cut }) => cut.length > 0)).toEqual([]);
          // A sentence or a table stands in place of the other pictures.
          expect(drawn.filter(({ title, ink }) => isPicture(title) && (ink ?? 0) < 0.002)).toEqual([]);
          expect(drawn.filter(({ ink, text }) => ink === undefined && text === '')).toEqual([]);
          if (name === 'wide') await expectAccessible(page);
        }
      } finally {
        await page.unroute(reports);
        await page.emulateMedia({ colorScheme: 'light' });
        await page.setViewportSize({ width: 1_280, height: 800 });
      }
    });
  });

const isPicture = (title: string) => !/^Table|, empty$|^Pie, (only zeros|negative)$/.test(title);

/** Charts are read and drawn when they come into view. */
async function showAll(page: Page): Promise<void> {
  const charts = page.getByRole('main').getByRole('article');
  for (let at = 0; at < (await charts.count()); at += 3) await charts.nth(at).scrollIntoViewIfNeeded();
  await page.waitForFunction('!document.querySelector("[aria-busy=true], .mantine-Skeleton-root")');
}

const drawnCharts = (page: Page): Promise<Drawn[]> =>
  page.evaluate<Drawn[]>(`[...document.querySelectorAll('main article')].map((article) => {
    const title = article.getAttribute('aria-label');
    const text = [...article.children].slice(1).map((part) => part.textContent).join(' ').trim();
    const canvas = article.querySelector('canvas');
    if (!canvas) return { title, text, ink: undefined, cut: [] };
    const { width, height } = canvas;
    const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
    const isInk = (x, y) => data[4 * (y * width + x) + 3] > 40;
    let ink = 0;
    const edges = new Set();
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        if (!isInk(x, y)) continue;
        ink++;
        if (x === 0) edges.add('left');
        if (x === width - 1) edges.add('right');
        if (y === 0) edges.add('top');
        if (y === height - 1) edges.add('bottom');
      }
    return { title, text, ink: ink / (width * height), cut: [...edges] };
  })`);
