import { Header } from '@nestjs/common';
import type { ListQuery } from '@tributary/contracts/list-query';
import type { Page } from './paged.js';

/**
 * For controller methods that return JSON as text. The client's own JSON is returned unchanged: parsing and serializing it
 * again would alter numbers beyond 2^53.
 */
export const JsonText = () => Header('Content-Type', 'application/json; charset=utf-8');

/** The success envelope of a single resource, given as JSON text. */
export const okText = (data: string) => `{"status":"ok","data":${data}}`;

/** The success envelope of a paged list of resources, each given as JSON text. */
export const pagedText = ({ items, total }: Page<string>, { first_result, max_results }: ListQuery) =>
  `{"status":"ok","data":[${items.join(',')}],"count":${items.length},"total":${total},` +
  `"first_result":${first_result},"max_results":${max_results}}`;

/**
 * JSON text of an object with `fields` first, then the fields of the object in `objectText`. Undefined fields are omitted.
 * No field may occur in both.
 */
export function withFields(fields: Record<string, unknown>, objectText: string): string {
  const own = JSON.stringify(fields);
  const others = objectText.trim().slice(1, -1).trim();
  if (own === '{}' || others === '') return others === '' ? own : objectText;
  return `${own.slice(0, -1)},${others}}`;
}
