import type { ClientBase } from 'pg';
import { growingScans, type Growth, type PlanNode } from './growing-scans.js';

const explainable = /^\s*(select|with|insert|update|delete|merge)\b/i;
const cursor = /^\s*declare \w+ no scroll cursor for/i;

/**
 * The growing scans of each statement that has any: in its plan for its recorded values, for a batch, which has 200 times as
 * many, and for any values, which a connection keeps for a named statement.
 *
 * @param statements their texts, with the values of their parameters
 */
export async function explainStatements(
  client: ClientBase,
  statements: ReadonlyMap<string, unknown[]>,
  growth: Growth,
): Promise<Map<string, string[]>> {
  const growing = new Map<string, string[]>();
  for (const [recorded, values] of statements) {
    const text = recorded.replace(cursor, '');
    if (!explainable.test(text)) continue;
    const queries = [
      { text: `explain (format json) ${text}`, values },
      { text: `explain (format json) ${text}`, values: values.map(batchOf) },
      { text: `explain (format json, generic_plan) ${text}` },
    ];
    const found = new Set<string>();
    for (const query of queries) {
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(query);
      for (const scan of growingScans(rows[0]?.['QUERY PLAN'][0].Plan as PlanNode, growth)) found.add(scan);
    }
    if (found.size > 0) growing.set(recorded.replaceAll(/\s+/g, ' ').trim(), [...found]);
  }
  return growing;
}

const times = 200;

/** An array, also one that is written as text, with its elements 200 times. */
function batchOf(value: unknown): unknown {
  if (Array.isArray(value)) return Array.from({ length: times }, () => value as unknown[]).flat();
  const [, elements] = typeof value === 'string' ? (/^\{([^{}"]+)\}$/.exec(value) ?? []) : [];
  return elements === undefined ? value : `{${Array.from({ length: times }, () => elements).join(',')}}`;
}
