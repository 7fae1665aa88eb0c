import type { FilterRow } from '@tributary/dashboards/queries/filter-row';
import { UsageProblem } from '../output/failures.js';

const operators: readonly { sign: RegExp; operator: FilterRow['operator']; not: boolean }[] = [
  { sign: /^\s+not\s+in\s+/i, operator: 'IN_LIST', not: true },
  { sign: /^\s+in\s+/i, operator: 'IN_LIST', not: false },
  { sign: /^\s*!=\s*/, operator: 'EXACT', not: true },
  { sign: /^\s*!~\s*/, operator: 'LIKE', not: true },
  { sign: /^\s*=\s*/, operator: 'EXACT', not: false },
  { sign: /^\s*~\s*/, operator: 'LIKE', not: false },
];

/**
 * A condition of a report: `type=SITE_VISIT`, `type!=TOUCH`, `channel_id in 1,2`, `channel_id not in 1,2`,
 * `origin_source~google` (contains, regardless of case), `origin_source!~google`.
 *
 * @throws UsageProblem
 */
export function parseCondition(text: string): FilterRow {
  const [, dimension_name = '', rest = ''] = /^\s*(\w+)(.*)$/s.exec(text) ?? [];
  const found = operators.find(({ sign }) => sign.test(rest));
  const value = found ? rest.replace(found.sign, '') : '';
  if (!found || dimension_name === '' || value === '')
    throw new UsageProblem(
      `"${text}" is no condition: write type=SITE_VISIT, type!=TOUCH, "channel_id in 1,2" or origin_source~google`,
    );
  const { operator, not } = found;
  return { dimension_name, operator, not, expressions: operator === 'IN_LIST' ? listOf(value) : [value] };
}

const listOf = (value: string): string[] => value.split(',').map((each) => each.trim());
