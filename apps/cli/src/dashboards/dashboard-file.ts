import { parseJson } from '@tributary/client/exact-json';
import type { DashboardContent } from '@tributary/client/generated/types.gen';
import { UsageProblem } from '../output/failures.js';

/** The format that `export` writes and `apply` reads. */
export interface DashboardFile {
  dashboard_id: string;
  organisation_id: string;
  /** Id of the content that was exported; null: there was none. */
  content_id: string | null;
  content: DashboardContent;
}

export const contentOfNone: DashboardContent = { sections: [] };

/** @throws UsageProblem that says what is missing */
export function parseDashboardFile(text: string, name: string): DashboardFile {
  const value = parse(text, name);
  const { dashboard_id, organisation_id, content_id, content } = value;
  const isId = (id: unknown) => typeof id === 'string' && /^\d+$/.test(id);
  const problem =
    (!isId(dashboard_id) && 'dashboard_id') ||
    (!isId(organisation_id) && 'organisation_id') ||
    (content_id !== null && typeof content_id !== 'string' && 'content_id') ||
    ((typeof content !== 'object' || content === null) && 'content');
  if (problem)
    throw new UsageProblem(`${name} has no ${problem}: it must be a file that tributary dashboard export has written`);
  return value as unknown as DashboardFile;
}

function parse(text: string, name: string): Record<string, unknown> {
  try {
    const value: unknown = parseJson(text);
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch (error) {
    throw new UsageProblem(`${name} is not JSON: ${(error as Error).message}`);
  }
  throw new UsageProblem(`${name} is no JSON object`);
}
