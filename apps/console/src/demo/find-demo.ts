import { maxPageSize } from '@tributary/contracts/rules/json/body-limits';
import {
  listAudienceSegments,
  listDashboards,
  listDocumentImportExecutions,
  listDocumentImports,
} from '@tributary/client/generated/sdk.gen';
import type { AudienceSegment, DashboardRegistration, DocumentImport } from '@tributary/client/generated/types.gen';
import { queryOptions } from '@tanstack/react-query';
import { wholeList } from '../components/paging.js';
import { demoDashboards } from './demo-dashboards.js';

/** The datamart of the demo data, and its organisation. */
export interface DemoPlace {
  organisation_id: string;
  datamart_id: string;
}

/** The resources of the demo data that are there. */
export interface Demo {
  /** Made first and deleted last. The names and keys of all others have its id. */
  buyers: AudienceSegment;
  newsletter: AudienceSegment | undefined;
  dashboards: DashboardRegistration[];
  imports: DocumentImport[];
  /** The execution with the refused line. */
  refused: { document_import_id: string; execution_id: string } | undefined;
}

export const demoSegments = {
  buyers: { name: 'Demo: buyers', technical_name: 'tributary_demo_buyers' },
  newsletter: { name: 'Demo: newsletter', technical_name: 'tributary_demo_newsletter' },
} as const;

/** The name of an import of the demo data. */
export const importName = (load: string, file: string): string => `Demo data ${load}: ${file}`;

/** Undefined without demo data. */
export async function findDemo(place: DemoPlace): Promise<Demo | undefined> {
  const [buyers, newsletter] = await Promise.all([
    findSegment(place, demoSegments.buyers.technical_name),
    findSegment(place, demoSegments.newsletter.technical_name),
  ]);
  if (!buyers) return undefined;
  const [dashboards, imports] = await Promise.all([dashboardsOf(place, buyers.id), importsOf(place, buyers.id)]);
  const refused = await refusedOf(place, imports);
  return { buyers, newsletter, dashboards, imports, refused };
}

export const demoOptions = (place: DemoPlace) =>
  queryOptions({ queryKey: ['demo', place.datamart_id], queryFn: async () => (await findDemo(place)) ?? null });

async function findSegment({ organisation_id, datamart_id }: DemoPlace, technical_name: string) {
  const { data } = await listAudienceSegments({ query: { organisation_id, datamart_id, technical_name } });
  return data.data[0];
}

/** A dashboard of the user may have the same title, and another one may be shown for the segment: not both. */
async function dashboardsOf({ organisation_id }: DemoPlace, segment_id: string): Promise<DashboardRegistration[]> {
  const { data } = await listDashboards({ query: { organisation_id, keywords: 'Demo:', ...wholeList } });
  return data.data.filter(
    ({ title, segment_ids }) => demoDashboards.has(title) && segment_ids.length === 1 && segment_ids[0] === segment_id,
  );
}

async function importsOf({ datamart_id }: DemoPlace, load: string): Promise<DocumentImport[]> {
  const found: DocumentImport[] = [];
  for (let first_result = 0; ; first_result += maxPageSize) {
    const { data } = await listDocumentImports({ path: { datamart_id }, query: { ...wholeList, first_result } });
    found.push(...data.data.filter(({ name }) => name.startsWith(importName(load, ''))));
    if (first_result + data.count >= data.total) return found;
  }
}

async function refusedOf({ datamart_id }: DemoPlace, imports: readonly DocumentImport[]): Promise<Demo['refused']> {
  const document_import_id = imports.findLast(({ document_type }) => document_type === 'USER_ACTIVITY')?.id;
  if (document_import_id === undefined) return undefined;
  const { data } = await listDocumentImportExecutions({ path: { datamart_id, document_import_id } });
  const execution_id = data.data[0]?.id;
  return execution_id === undefined ? undefined : { document_import_id, execution_id };
}
