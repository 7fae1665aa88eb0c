import { defaultFlagRules } from '../../rules/flag-rules.js';
import { ActivityReceipt, ActivityReceipts } from '../../tracking/activity.js';
import { ActivityTrace } from '../../traces/activity-trace.js';
import { ApiToken, OrganisationApiToken } from '../../admin/api-token.js';
import { AuditEvent } from '../../audit/audit-event.js';
import { Channel } from '../../admin/channel.js';
import { CollectKey } from '../../admin/collect-key.js';
import { Community } from '../../admin/community.js';
import { ConnectedUser } from '../../admin/connected-user.js';
import { DashboardRegistration } from '../../admin/dashboard.js';
import { DashboardContentVersion, DashboardContentWrapper } from '../../admin/dashboard-content.js';
import { Datamart } from '../../admin/datamart.js';
import { Invitation } from '../../invitations/invitation.js';
import { MessageAuthenticationKey } from '../../admin/message-authentication-key.js';
import { Organisation } from '../../admin/organisation.js';
import { Processing, ProcessingSelection } from '../../admin/processing.js';
import { User } from '../../admin/user.js';
import { Compartment } from '../../tracking/compartment.js';
import { AudienceSegment } from '../../tracking/audience-segment.js';
import { FlaggedPerson } from '../../people/flagged-person.js';
import { KeptRefusal } from '../../refusals/refused-activity.js';
import { Association } from '../../tracking/user-point.js';
import { SavedReport } from '../../saved-reports/saved-report.js';
import { UserRoleResource } from '../../admin/user-role.js';
import { CredentialsState, DataWarehouse, DatamartConfig } from '../../warehouses/warehouse.js';
import type { z } from 'zod';
import { analyzerExamples } from './analyzer.examples.js';
import { aContent, aDashboard } from './dashboard.examples.js';
import { consentExamples } from './consent.examples.js';
import { exportExamples } from './export.examples.js';
import { importExamples } from './import.examples.js';
import { activity, later, person, ts } from './example-values.js';
import { metadataExamples } from './metadata.examples.js';
import { peopleExamples } from './people.examples.js';
import { pluginExamples } from './plugin.examples.js';
import { aSavedReport } from './saved-report.examples.js';

const datamart = {
  id: '1',
  name: 'Stores',
  organisation_id: '1',
  time_zone: 'Europe/Paris',
  junk_exceptions: [],
  flag_rules: defaultFlagRules,
};
const user = {
  id: '7',
  type: 'PERSON',
  first_name: 'Ada',
  last_name: 'Example',
  email: 'ada@example.com',
  organisation_id: '1',
};
const role = { id: '12', user_id: '7', organisation_id: '1', role: 'EDITOR' };
const version = { id: '31', organisation_id: '1', created_ts: ts, created_by: '7' };
const processing = {
  id: '7',
  community_id: '1',
  name: 'Personalisation',
  purpose: 'Shows people what fits them.',
  legal_basis: 'CONSENT',
  technical_name: 'personalisation',
  archived: false,
  creation_ts: ts,
};
const stamps = { created_ts: ts, created_by: '7', last_modified_ts: later, last_modified_by: '7' };

/** An example of the data of a response, by its schema. */
export const answerExamples: ReadonlyMap<z.ZodType, unknown> = new Map<z.ZodType, unknown>([
  ...analyzerExamples,
  ...consentExamples,
  ...exportExamples,
  ...importExamples,
  ...metadataExamples,
  ...peopleExamples,
  ...pluginExamples,
  [ActivityReceipt, { id: activity, received_ts: ts }],
  [
    ActivityTrace,
    {
      id: activity,
      state: 'STORED',
      steps: [
        { step: 'ACCEPTED', ts, source: 'LIVE', credential: { kind: 'API_TOKEN', id: '5' } },
        { step: 'JUNK_LEFT_OUT', ts, identifiers: ['undefined'] },
        { step: 'WAITING_FOR_ANALYSIS', ts },
        { step: 'ANALYZED', ts: ts + 80, activity_analyzer_id: '3', changed: true },
        { step: 'STORED', ts: ts + 95, user_point_id: person },
        { step: 'REPORTED', ts: ts + 1_400 },
        { step: 'DUPLICATE', ts: later, count: 1, different: false },
      ],
    },
  ],
  [
    ActivityReceipts,
    {
      accepted: 1,
      rejected: 1,
      results: [
        { id: activity, received_ts: ts },
        { error_code: 'BAD_REQUEST_DATA', error: '$user_identifiers: at least one identifier is required' },
      ],
    },
  ],
  [
    ApiToken,
    {
      id: '9',
      name: 'nightly export',
      created_by: '7',
      creation_date: ts,
      expiration_date: 1_826_797_991_709,
      value: '****3f0a',
    },
  ],
  [
    OrganisationApiToken,
    {
      id: '9',
      user_id: '12',
      user_type: 'SERVICE',
      user_name: 'Nightly import',
      name: 'nightly export',
      created_by: '7',
      creation_date: ts,
      expiration_date: 1_826_797_991_709,
      role: 'EDITOR',
      last_used_ts: 1_795_258_800_000,
      value: '****3f0a',
    },
  ],
  [
    Invitation,
    {
      id: '3',
      organisation_id: '1',
      user_id: '12',
      email: 'grace@example.com',
      role: 'EDITOR',
      created_by: '7',
      creation_ts: ts,
      expiration_ts: ts + 86_400_000,
    },
  ],
  [
    AudienceSegment,
    {
      id: '21',
      organisation_id: '1',
      datamart_id: '1',
      name: 'Buyers',
      technical_name: 'buyers',
      short_description: 'People who have bought within the last 30 days',
      default_ttl: 2_592_000_000,
      type: 'USER_LIST',
      paused: false,
      creation_ts: ts,
      user_points_count: 1_184,
    },
  ],
  [
    Channel,
    {
      id: '3',
      datamart_id: '1',
      organisation_id: '1',
      name: 'Shop',
      type: 'SITE',
      domain: 'shop.example.com',
      enable_analytics: false,
      leaves_out_bots: false,
      token: '6d1f0a52c9e84b7f9a3c5d2e8b1f4a60',
      creation_ts: ts,
    },
  ],
  [
    FlaggedPerson,
    {
      user_point_id: person,
      reasons: [{ rule: 'ACCOUNTS', count: 5, since_ts: ts, causes: [{ cause: 'ACTIVITY', id: activity, ts }] }],
      flagged_ts: ts,
    },
  ],
  [
    KeptRefusal,
    {
      id: activity,
      received_ts: ts,
      error_code: 'BAD_REQUEST_DATA',
      error: '$user_identifiers: at least one identifier is required',
      error_id: 'd0b6a2f4-8c1e-4f7a-9b3d-5e2c7a1f0d46',
      credential_id: '8',
      body: '{"$type":"TOUCH"}',
    },
  ],
  [
    CollectKey,
    {
      id: '8',
      datamart_id: '1',
      name: 'Pages of the shop',
      key: 'tck_4uR0zDq7mJmB2wXc1hYt9g',
      channel_id: '3',
      allowed_origins: ['https://shop.example.com'],
      accepts_profiles: false,
      max_qps: 200,
      creation_ts: ts,
    },
  ],
  [SavedReport, aSavedReport],
  [Processing, processing],
  [
    ProcessingSelection,
    { id: '12', channel_id: '3', processing_id: processing.id, processing_name: processing.name, creation_ts: later },
  ],
  [Association, { user_point_id: person }],
  [Community, { id: '1', name: 'Europe' }],
  [
    Compartment,
    {
      compartment_id: 'loyalty',
      datamart_id: '1',
      name: 'Loyalty cards',
      default: false,
      archived: false,
      exclusive: true,
      creation_ts: ts,
    },
  ],
  [ConnectedUser, { ...user, roles: [role], datamarts: [datamart] }],
  [CredentialsState, { configured: true, last_modified_ts: ts }],
  [DashboardContentVersion, version],
  [DashboardContentWrapper, { ...version, content: aContent }],
  [DashboardRegistration, { id: '17', ...aDashboard, dashboard_content_id: '31', ...stamps }],
  [Datamart, datamart],
  [
    DatamartConfig,
    {
      id: '3',
      datamart_id: '1',
      data_warehouse_id: '1185',
      working_schema_name: 'tributary',
      created_ts: ts,
      last_modified_ts: later,
    },
  ],
  [
    DataWarehouse,
    {
      id: '1185',
      organisation_id: '1',
      name: 'Sales',
      description: 'Orders since 2019',
      location: 'eu-west-1',
      engine_type: 'POSTGRES',
    },
  ],
  [
    MessageAuthenticationKey,
    {
      id: '4',
      user_id: '7',
      created_by: '7',
      creation_ts: '2026-11-21T12:33:11.709Z',
      expiration_ts: '2027-11-21T12:33:11.709Z',
      key_id: 'ios-app-1',
      scheme: 'HMAC_SHA256',
      may_merge_accounts: false,
      secret_key: '****',
    },
  ],
  [
    AuditEvent,
    {
      id: '0199f1c2-7d7a-7c33-8f5e-2b6a5a1f0e12',
      ts: 1_795_258_812_345,
      user_id: '1',
      credential_id: '12',
      credential_kind: 'API_TOKEN',
      action: 'UPDATE',
      resource: 'datamart',
      resource_id: '1',
      changes: { name: ['Stores', 'Shops'] },
      request_id: '0e0ce1c2-0f0c-4a53-8b5e-1b6a5a1f0e11',
      address: '192.0.2.7',
    },
  ],
  [Organisation, { id: '1', name: 'Example Stores', technical_name: 'example_stores', community_id: '1' }],
  [User, user],
  [UserRoleResource, role],
]);
