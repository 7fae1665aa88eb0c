import type { DashboardContent } from '@tributary/client/generated/types.gen';

export type StoredChart = DashboardContent['sections'][number]['cards'][number]['charts'][number];

/** Adds a chart as a card of its own, below all cards of the last section. */
export function addChartToContent(content: DashboardContent | undefined, chart: StoredChart): DashboardContent {
  const sections = content?.sections ?? [];
  const last = sections.at(-1) ?? { title: 'Reports', cards: [] };
  const below = last.cards.reduce((row, { y, h }) => Math.max(row, y + h), 0);
  const card = { x: 0, y: below, w: 6, h: 4, charts: [chart] };
  return { ...content, sections: [...sections.slice(0, -1), { ...last, cards: [...last.cards, card] }] };
}
