import { deleteAudienceSegment, deleteDashboard, deleteDocumentImport } from '@tributary/client/generated/sdk.gen';
import { toNdjson } from './demo-lines.js';
import { identifiersToErase } from './demo-people.js';
import { findDemo, importName, type DemoPlace } from './find-demo.js';
import { runToEnd, type Following } from './load-demo.js';

/** The share of the erasures in the whole. */
const erasures = 0.8;

/**
 * Erases the people of the demo data, with all that is stored of them, and deletes its dashboards, imports and segments:
 * nothing else. After a failure it goes on where it was.
 */
export async function removeDemo(place: DemoPlace, { signal, onProgress }: Following): Promise<void> {
  const found = await findDemo(place);
  if (!found) return;
  await erasePeople(place, found.buyers.id, { signal, onProgress: (part) => onProgress(erasures * part) });
  onProgress(erasures);
  const { organisation_id, datamart_id } = place;
  for (const { id } of found.dashboards)
    await deleteDashboard({ path: { dashboard_id: id }, query: { organisation_id } });
  // With that of the erasures.
  const { imports = [] } = (await findDemo(place)) ?? {};
  for (const { id } of imports) await deleteDocumentImport({ path: { datamart_id, document_import_id: id } });
  // The last one is the mark by which the rest is found.
  for (const segment of [found.newsletter, found.buyers])
    if (segment) await deleteAudienceSegment({ path: { audience_segment_id: segment.id } });
  onProgress(1);
}

async function erasePeople({ datamart_id }: DemoPlace, load: string, following: Following): Promise<void> {
  const settings = {
    name: importName(load, 'erasures'),
    document_type: 'USER_POINTS_DELETION',
    mime_type: 'APPLICATION_X_NDJSON',
    encoding: 'utf-8',
  } as const;
  await runToEnd(datamart_id, settings, toNdjson(identifiersToErase()), following);
}
