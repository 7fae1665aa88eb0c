import { cardLayouts, maxCells } from '@tributary/contracts/rules/dashboards/content-rules';
import { isObject, type JsonObject } from '@tributary/contracts/rules/json/json-object';
import { booleanField, field, idField, listOf, memberOf, objectOf, textField } from '../json/json-object.js';
import {
  filterNames,
  type Card,
  type DashboardContent,
  type DashboardFilter,
  type QueryFragment,
  type Section,
} from './dashboard-content.js';
import { idOfPath, readChart } from './read-chart.js';

/** The grid is 12 columns wide. */
export const gridColumns = 12;

/** Reads a stored content. Never throws: a malformed chart becomes a BrokenChart. */
export function readContent(content: unknown): DashboardContent {
  const object = objectOf(content);
  return {
    sections: listOf(field(object, 'sections')).map((section, index) => readSection(objectOf(section), index)),
    filters: readFilters(listOf(field(object, 'available_filters'))),
  };
}

function readSection(section: JsonObject, index: number): Section {
  const path = `sections[${index}]`;
  return {
    id: idField(section, 'id') ?? idOfPath(path),
    title: textField(section, 'title') ?? '',
    cards: listOf(field(section, 'cards')).map((card, at) => readCard(objectOf(card), `${path}.cards[${at}]`)),
  };
}

function readCard(card: JsonObject, path: string): Card {
  const [x, w] = [cells(card, 'x', 0), cells(card, 'w', 1)];
  return {
    id: idField(card, 'id') ?? idOfPath(path),
    ...fitColumns(x, w),
    y: cells(card, 'y', 0),
    h: cells(card, 'h', 1),
    layout: memberOf(cardLayouts, field(card, 'layout')) ?? 'horizontal',
    charts: listOf(field(card, 'charts')).map((chart, index) => readChart(chart, `${path}.charts[${index}]`)),
  };
}

/** A card that exceeds the grid is drawn narrower (decisions: dashboards). */
function fitColumns(x: number, w: number): { x: number; w: number } {
  const left = Math.min(x, gridColumns - 1);
  return { x: left, w: Math.min(w, gridColumns - left) };
}

function cells(card: JsonObject, name: string, least: number): number {
  const value = field(card, name);
  return Number.isSafeInteger(value) ? Math.min(Math.max(value as number, least), maxCells) : least;
}

/** Filters of an unknown name have no values here, so they are left out; of two of one name, the first counts. */
function readFilters(filters: unknown[]): DashboardFilter[] {
  const read = filters.filter(isObject).flatMap((filter) => readFilter(filter) ?? []);
  return read.filter(({ technicalName }, at) => read.findIndex((each) => each.technicalName === technicalName) === at);
}

function readFilter(filter: JsonObject): DashboardFilter | undefined {
  const technicalName = memberOf(filterNames, field(filter, 'technical_name'));
  if (!technicalName) return undefined;
  return {
    technicalName,
    title: textField(filter, 'title') ?? technicalName,
    multiSelect: booleanField(filter, 'multi_select') ?? false,
    fragments: listOf(field(filter, 'query_fragments')).filter(isObject).flatMap(readFragment),
  };
}

function readFragment(fragment: JsonObject): QueryFragment[] {
  const type = textField(fragment, 'type')?.toLowerCase();
  return type ? [{ type, fragment: field(fragment, 'fragment') }] : [];
}
