import { Header } from '@nestjs/common';
import type { ListQuery } from '@tributary/contracts/list-query';
import type { Page } from './paged.js';

/**
 * For methods of controllers that answer JSON as text, so that JSON of the client's own leaves as it came in: numbers
 * beyond 2^53 would not survive being parsed and written again.
 */
export const JsonText = () => Header('Content-Type', 'application/json; charset=utf-8');

/** The success envelope around a resource that is JSON text. */
export const okText = (data: string) => `{"status":"ok","data":${data}}`;

/** The success envelope of a paged list of resources that are JSON text. */
export const pagedText = ({ items, total }: Page<string>, { first_result, max_results }: ListQuery) =>
  `{"status":"ok","data":[${items.join(',')}],"count":${items.length},"total":${total},` +
  `"first_result":${first_result},"max_results":${max_results}}`;

/**
 * JSON text of an object with these fields first, then those of another object given as text. Undefined fields are left
 * out; none may stand in both.
 */
export function withFields(fields: Record<string, unknown>, objectText: string): string {
  const own = JSON.stringify(fields);
  const others = objectText.trim().slice(1, -1).trim();
  if (own === '{}' || others === '') return others === '' ? own : objectText;
  return `${own.slice(0, -1)},${others}}`;
}
