import { inexact, isObject, type JsonObject } from '../json/json-object.js';
import { nameProblem } from '../name-problem.js';
import { cardLayouts, contentMessages, isChartType, isColor, maxCells } from './content-rules.js';
import { findUnstorable, type ContentProblem } from './find-unstorable.js';

/** More than these help no one at once. */
export const maxContentProblems = 50;

/** The rules of PUT /dashboards/{id}/content (docs/api-guide.md), for validation while a user edits. At most `maxContentProblems`. */
export function describeProblems(content: unknown): ContentProblem[] {
  if (!isObject(content)) return [{ path: '', message: 'must be an object' }];
  const filters = own(content, 'available_filters');
  const problems = [
    ...eachOf(own(content, 'sections'), 'sections', checkSection),
    ...(filters == null ? [] : eachOf(filters, 'available_filters', checkFilter)),
    ...findUnstorable(content),
  ];
  return problems.slice(0, maxContentProblems);
}

type Check = (value: unknown, path: string) => ContentProblem[];

// Field names are those of the server: camelCase is for options and datasets, which it does not look at.
const own = (object: JsonObject, name: string) => (Object.hasOwn(object, name) ? inexact(object[name]) : undefined);

function eachOf(value: unknown, path: string, check: Check): ContentProblem[] {
  if (!Array.isArray(value)) return [{ path, message: value === undefined ? 'is required' : 'must be a list' }];
  return (value as unknown[]).flatMap((entry, index) => check(entry, `${path}[${index}]`));
}

const mustBeObject: Check = (value, path) => (isObject(value) ? [] : [{ path, message: 'must be an object' }]);

function checkSection(value: unknown, path: string): ContentProblem[] {
  if (!isObject(value)) return mustBeObject(value, path);
  return [...checkTitle(value, path), ...eachOf(own(value, 'cards'), `${path}.cards`, checkCard)];
}

const checkFilter: Check = (value, path) => (isObject(value) ? checkTitle(value, path) : mustBeObject(value, path));

function checkTitle(value: JsonObject, path: string): ContentProblem[] {
  const title = own(value, 'title');
  if (title == null) return [];
  // `findUnstorable` names U+0000, wherever it is.
  const message = typeof title === 'string' ? nameProblem(title.replaceAll('\0', 'x')) : 'must be a text';
  return message === undefined ? [] : [{ path: `${path}.title`, message }];
}

function checkCard(value: unknown, path: string): ContentProblem[] {
  if (!isObject(value)) return mustBeObject(value, path);
  const layout = own(value, 'layout');
  return [
    ...(['x', 'y'] as const).flatMap((name) => checkCells(own(value, name), `${path}.${name}`, 0)),
    ...(['w', 'h'] as const).flatMap((name) => checkCells(own(value, name), `${path}.${name}`, 1)),
    ...(layout == null || cardLayouts.some((one) => one === layout)
      ? []
      : [{ path: `${path}.layout`, message: contentMessages.layout }]),
    ...eachOf(own(value, 'charts'), `${path}.charts`, checkChart),
  ];
}

function checkCells(value: unknown, path: string, least: number): ContentProblem[] {
  if (value === undefined) return [{ path, message: 'is required' }];
  const isValid = Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= maxCells;
  return isValid ? [] : [{ path, message: `must be a whole number from ${least} to ${maxCells}` }];
}

function checkChart(value: unknown, path: string): ContentProblem[] {
  if (!isObject(value)) return mustBeObject(value, path);
  const colors = own(value, 'colors');
  const options = own(value, 'options');
  return [
    ...checkReference(own(value, 'chart_id'), `${path}.chart_id`),
    ...checkTitle(value, path),
    ...checkDrawing(value, path),
    ...(colors == null ? [] : eachOf(colors, `${path}.colors`, checkColor)),
    ...(options == null ? [] : mustBeObject(options, `${path}.options`)),
  ];
}

function checkReference(chartId: unknown, path: string): ContentProblem[] {
  const isId = (typeof chartId === 'string' && chartId !== '') || Number.isSafeInteger(chartId);
  return chartId == null || isId ? [] : [{ path, message: contentMessages.chartId }];
}

/** A chart that is a reference needs no type and no dataset. */
function checkDrawing(chart: JsonObject, path: string): ContentProblem[] {
  const [type, dataset] = [own(chart, 'type'), own(chart, 'dataset')];
  const isReference = own(chart, 'chart_id') != null;
  const missing = (name: string) =>
    isReference ? [] : [{ path: `${path}.${name}`, message: contentMessages.missing }];
  const isKnown = typeof type === 'string' && isChartType(type);
  return [
    ...(type == null ? missing('type') : isKnown ? [] : [{ path: `${path}.type`, message: contentMessages.chartType }]),
    ...(dataset == null ? missing('dataset') : mustBeObject(dataset, `${path}.dataset`)),
  ];
}

const checkColor: Check = (value, path) => (isColor(value) ? [] : [{ path, message: contentMessages.color }]);
