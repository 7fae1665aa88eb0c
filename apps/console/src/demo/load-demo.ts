import {
  createAudienceSegment,
  createDashboard,
  getOrganisation,
  putDashboardContent,
} from '@tributary/client/generated/sdk.gen';
import type { DashboardContent, DocumentImportExecution } from '@tributary/client/generated/types.gen';
import { runImport } from '../imports/execution/run-import.js';
import { demoDashboards } from './demo-dashboards.js';
import { demoFiles, toNdjson, type DemoFile } from './demo-lines.js';
import { demoSegments, findDemo, importName, type Demo, type DemoPlace } from './find-demo.js';

/** Follows the making or the removal. */
export interface Following {
  /** Ends it before its next request. */
  signal: AbortSignal;
  /** @param share of the whole, 0 to 1 */
  onProgress: (share: number) => void;
}

/** Most of the time goes into the activities. */
const shares = { activities: 0.6, profiles: 0.1, choices: 0.1, segments: 0.1 };

/**
 * Stores people with activities, profiles and choices, two segments and two dashboards. What is there already is not made
 * again: after a failure it goes on.
 *
 * @param now by the clock of the server
 * @returns how many activities were stored
 */
export async function loadDemo(place: DemoPlace, now: number, { signal, onProgress }: Following): Promise<number> {
  const found = await findDemo(place);
  const buyers = found?.buyers ?? (await createSegment(place, 'buyers'));
  const newsletter = found?.newsletter ?? (await createSegment(place, 'newsletter'));
  const segments = { buyers: buyers.id, newsletter: newsletter.id };
  let [before, activities] = [0.02, 0];
  for (const file of demoFiles({ now, load: buyers.id, segments })) {
    const share = shares[file.name];
    const from = before;
    const execution = await importFile(place, buyers.id, file, {
      signal,
      onProgress: (part) => onProgress(from + share * part),
    });
    if (file.name === 'activities') activities = execution.result?.total_success ?? 0;
    before += share;
  }
  await createDashboards(place, buyers.id, found?.dashboards ?? []);
  onProgress(1);
  return activities;
}

async function createSegment({ organisation_id, datamart_id }: DemoPlace, which: keyof typeof demoSegments) {
  const body = { ...demoSegments[which], organisation_id, datamart_id, type: 'USER_LIST' as const };
  const { data } = await createAudienceSegment({ body });
  return data.data;
}

async function importFile(
  { datamart_id }: DemoPlace,
  load: string,
  { name, document_type, lines }: DemoFile,
  following: Following,
): Promise<DocumentImportExecution> {
  const settings = {
    name: importName(load, name),
    document_type,
    mime_type: 'APPLICATION_X_NDJSON',
    encoding: 'utf-8',
  } as const;
  return await runToEnd(datamart_id, settings, toNdjson(lines), following);
}

/** @throws if the import does not succeed */
export async function runToEnd(
  datamart_id: string,
  settings: Parameters<typeof runImport>[0]['settings'],
  lines: string,
  { signal, onProgress }: Following,
): Promise<DocumentImportExecution> {
  const onState = ({ num_tasks, completed_tasks }: DocumentImportExecution) =>
    onProgress(num_tasks ? (completed_tasks ?? 0) / num_tasks : 0);
  const { execution } = await runImport({ datamart_id, settings, lines }, { signal, onState });
  if (execution.status !== 'SUCCEEDED') throw new Error(`The import ${settings.name} is ${execution.status}.`);
  return execution;
}

async function createDashboards({ organisation_id }: DemoPlace, segment_id: string, found: Demo['dashboards']) {
  const { data: organisation } = await getOrganisation({ path: { organisation_id } });
  const { community_id } = organisation.data;
  for (const [title, content] of demoDashboards) {
    const existing = found.find((dashboard) => dashboard.title === title);
    // An edited content stays.
    if (existing?.dashboard_content_id !== undefined) continue;
    const dashboard_id =
      existing?.id ?? (await createRegistration({ title, organisation_id, community_id, segment_id }));
    await putContent(organisation_id, dashboard_id, content);
  }
}

interface Registration {
  title: string;
  organisation_id: string;
  community_id: string;
  segment_id: string;
}

async function createRegistration({ segment_id, ...registration }: Registration): Promise<string> {
  const { data } = await createDashboard({
    body: { ...registration, scopes: ['segments'], segment_ids: [segment_id], builder_ids: [] },
  });
  return data.data.id;
}

const putContent = (organisation_id: string, dashboard_id: string, body: DashboardContent) =>
  putDashboardContent({ path: { dashboard_id }, query: { organisation_id }, body });
