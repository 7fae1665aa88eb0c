import type { DashboardContent } from '@tributary/client/generated/types.gen';

/** A content as stored. Everything that the editor does not know of stays in it. */
export type Content = DashboardContent;
export type Section = Content['sections'][number];
export type Card = Section['cards'][number];
export type StoredChart = Card['charts'][number];

/** Where something is in a content. */
export interface SectionAt {
  section: number;
}
export interface CardAt extends SectionAt {
  card: number;
}
export interface ChartAt extends CardAt {
  chart: number;
}

/** For what is done to a chart. */
export const nameOfChart = (chart: StoredChart, at: ChartAt): string => chart.title || `chart ${at.chart + 1}`;

export const emptyContent: Content = { sections: [] };
/** Size of a new card, in columns and rows of the grid. */
const newSize = { w: 6, h: 4 };

/** The form of a chart that is added begins with it. */
export const newChart: StoredChart = {
  title: 'Users',
  type: 'Metric',
  dataset: { type: 'activities_analytics', query_json: { metrics: [{ expression: 'users' }], dimensions: [] } },
  options: { format: 'count' },
};

/** Replaces a list's entry by others: none removes it, several duplicate it. */
const replaceAt = <Entry>(list: readonly Entry[], at: number, change: (entry: Entry) => Entry[]): Entry[] =>
  list.flatMap((entry, index) => (index === at ? change(entry) : [entry]));

export const editSection = (content: Content, at: SectionAt, change: (section: Section) => Section[]): Content => ({
  ...content,
  sections: replaceAt(content.sections, at.section, change),
});

export const editCards = (content: Content, at: SectionAt, change: (cards: Card[]) => Card[]): Content =>
  editSection(content, at, (section) => [{ ...section, cards: change(section.cards) }]);

export const editCard = (content: Content, at: CardAt, change: (card: Card) => Card[]): Content =>
  editCards(content, at, (cards) => replaceAt(cards, at.card, change));

export const editChart = (content: Content, at: ChartAt, change: (chart: StoredChart) => StoredChart[]): Content =>
  editCard(content, at, (card) => [{ ...card, charts: replaceAt(card.charts, at.chart, change) }]);

export const addSection = (content: Content): Content => ({
  ...content,
  sections: [...content.sections, { title: `Section ${content.sections.length + 1}`, cards: [] }],
});

/** Adds a card with a chart below all others of its section. */
export const addCard = (content: Content, at: SectionAt, chart: StoredChart): Content =>
  editCards(content, at, (cards) => [...cards, { x: 0, y: firstRowBelow(cards), ...newSize, charts: [chart] }]);

export const addChart = (content: Content, at: CardAt, chart: StoredChart): Content =>
  editCard(content, at, (card) => [{ ...card, charts: [...card.charts, chart] }]);

export const duplicateSection = (content: Content, at: SectionAt): Content =>
  editSection(content, at, (section) => [section, withoutIds(section)]);

/** The copy is below all cards, where it covers none. */
export const duplicateCard = (content: Content, at: CardAt): Content =>
  editCards(content, at, (cards) =>
    replaceAt(cards, at.card, (card) => [card]).concat(
      cards.slice(at.card, at.card + 1).map((card) => ({ ...withoutIds(card), y: firstRowBelow(cards) })),
    ),
  );

export const duplicateChart = (content: Content, at: ChartAt): Content =>
  editChart(content, at, (chart) => [chart, withoutIds(chart)]);

const firstRowBelow = (cards: readonly Card[]): number => cards.reduce((row, { y, h }) => Math.max(row, y + h), 0);

/** A copy whose parts have no `id`: ids are unique in a content. */
function withoutIds<Part extends Section | Card | StoredChart>(part: Part): Part {
  const copy: Part = { ...part };
  delete copy['id'];
  if ('cards' in copy && Array.isArray(copy.cards)) copy.cards = (copy.cards as Card[]).map(withoutIds);
  if ('charts' in copy && Array.isArray(copy.charts)) copy.charts = (copy.charts as StoredChart[]).map(withoutIds);
  return copy;
}
