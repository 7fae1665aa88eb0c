import { expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { LoadTarget } from '@tributary/testing/load/load';
import { queryDatabase } from '@tributary/testing/postgres/query-database';
import { KnownContent } from '../backup/known-content.js';
import { reportRows } from '../client/report.js';
import { Client } from '../client/client.js';
import { storeUpgradedSample, type UpgradedSample } from '../console/sample-data.js';
import { emptyTables, findMissingRows, readStoredRows, type StoredRows } from './stored-rows.js';

/** Tables of the old version that hold nothing of the content: they belong to work in progress, or to plugins that answer. */
const withoutContent = [
  'activity_analysis.analysis_failures',
  'activity_analysis.dropped_activities',
  'admin.analyzer_properties',
  'admin.configuration_files',
  'admin.unfinished_republications',
  'admin.unshown_tokens',
  'import_worker.line_failures',
  'warehouse_metadata.refresh_leases',
  'warehouse_metadata.refresh_states',
];

/** At least one resource of each kind with its reports, as an old version has stored them. */
export class SettledContent {
  private readonly known = new KnownContent();
  private sample: UpgradedSample;
  private rows: StoredRows;
  private answers: Record<string, unknown>;

  /** @param warehouseUrl a PostgreSQL server that runs longer than the platform */
  async create(platform: LoadTarget, databaseUrl: string, warehouseUrl: string): Promise<void> {
    const client = new Client(platform.url, platform.token);
    this.sample = await storeUpgradedSample(client, (field) => `upgraded ${field}`);
    await storeHistory(client, this.sample);
    await this.known.create(platform, warehouseUrl);
    expect(await this.known.warehouseStatus(platform, false)).toBe(200);
    await this.known.expectReported(platform);
    this.rows = await readStoredRows(databaseUrl);
    expect(emptyTables(this.rows)).toEqual(withoutContent);
    this.answers = await this.read(platform);
  }

  /** Expects every row, answer and report as the old version had it, and its secrets to be readable. */
  async expectUnchanged(platform: LoadTarget, databaseUrl: string): Promise<void> {
    expect(await this.missingRows(databaseUrl)).toEqual([]);
    // A new version may add fields.
    expect(await this.read(platform)).toMatchObject(this.answers);
    expect(await this.known.signedStatus(platform)).toBe(200);
    expect(await this.known.warehouseStatus(platform)).toBe(200);
  }

  /** Expects that the erasures of the old version are kept for good, although it has never known them as such. */
  async expectErasuresKept(databaseUrl: string): Promise<void> {
    const ofSample = `datamart_id = ${Number(this.sample.datamart_id)}`;
    const timesIn = async (table: string) => {
      const { rows } = await queryDatabase<{ erasure_ts: string }>(
        databaseUrl,
        `select erasure_ts from tracking_ingest.${table} where ${ofSample} order by 1`,
      );
      return rows.map(({ erasure_ts }) => erasure_ts);
    };
    const erased = await timesIn('erased_identifiers');
    expect(erased).not.toEqual([]);
    await eventually(async () => expect(await timesIn('kept_erasures')).toEqual(erased));
  }

  /** Deletes an activity by SQL, and expects the check to find that. */
  async expectDeletionFound(platform: LoadTarget, databaseUrl: string): Promise<void> {
    const ofSample = `datamart_id = ${Number(this.sample.datamart_id)}`;
    await queryDatabase(
      databaseUrl,
      `delete from tracking_ingest.activities where ${ofSample} and activity_id =
         (select min(activity_id::text)::uuid from tracking_ingest.activities where ${ofSample})`,
    );
    expect(await this.missingRows(databaseUrl)).toEqual([expect.stringMatching(/^tracking_ingest\.activities: /)]);
    await expect(this.expectUnchanged(platform, databaseUrl)).rejects.toThrow();
    expect(await this.read(platform)).not.toMatchObject(this.answers);
  }

  private async missingRows(databaseUrl: string): Promise<string[]> {
    return findMissingRows(this.rows, await readStoredRows(databaseUrl));
  }

  private async read({ url, token }: LoadTarget): Promise<Record<string, unknown>> {
    const client = new Client(url, token);
    const answers = await this.known.read({ url, token });
    for (const path of this.paths()) answers[path] = await client.get<unknown>(path);
    answers['report'] = await reportRows(
      client,
      `/datamarts/${this.sample.datamart_id}`,
      ['users', 'sessions'],
      ['channel_id'],
    );
    return answers;
  }

  private paths(): string[] {
    const { organisation_id, datamart_id, channel, plugin, version, user, dashboard, segment, person } = this.sample;
    const datamart = `/datamarts/${datamart_id}`;
    const ofOrganisation = `organisation_id=${organisation_id}`;
    const versionPath = `/plugins/${plugin}/versions/${version}`;
    return [
      `/organisations/${organisation_id}`,
      datamart,
      `${datamart}/channels`,
      `${datamart}/compartments`,
      `${datamart}/document_imports/${this.sample.import}/executions`,
      `${datamart}/user_points/${person}`,
      ...['identifiers', 'activities', 'segments', 'choices', 'profiles'].map(
        (collection) => `${datamart}/user_points/${person}/user_${collection}`,
      ),
      `/channels/${channel}/processing_selections`,
      `/channels/${channel}/visit_analyzer_models`,
      `/processings?community_id=1`,
      `/users/${user}`,
      `/users/${user}/user_roles?${ofOrganisation}`,
      `/users/${user}/api_tokens`,
      `/users/${user}/message_authentication_keys`,
      `/audience_segments/${segment}`,
      `/datawarehouses?${ofOrganisation}`,
      `${datamart}/datawarehouses/${this.sample.warehouse}/config`,
      `/dashboards/${dashboard}?${ofOrganisation}`,
      `/dashboards/${dashboard}/content?${ofOrganisation}`,
      `/plugins/${plugin}`,
      versionPath,
      `${versionPath}/throttlings`,
      `/activity_analyzers/${this.sample.analyzer}?${ofOrganisation}`,
    ];
  }
}

/** Merges two people, erases a third one, and deletes a segment. */
async function storeHistory(client: Client, { organisation_id, datamart_id }: UpgradedSample): Promise<void> {
  const datamart = `/datamarts/${datamart_id}`;
  const [first, second, erased] = [1, 2, 3].map((n) => ({ type: 'USER_AGENT', user_agent_id: `history-${n}` }));
  const associate = (...identifiers: unknown[]) =>
    client.post<{ user_point_id: string }>(`${datamart}/user_identifiers_association_declarations`, { identifiers });
  await associate(first);
  await associate(second);
  await associate(first, second);
  await client.delete(`${datamart}/user_points/${(await associate(erased)).user_point_id}`);
  const segment = { organisation_id, datamart_id, type: 'USER_LIST', name: 'deleted' };
  await client.delete(`/audience_segments/${(await client.post('/audience_segments', segment)).id}`);
}
