import { Community, CommunityInput } from '../../admin/community.js';
import { Datamart, DatamartInput, DatamartUpdate } from '../../admin/datamart.js';
import { AuditEvent, AuditEventsQuery } from '../../audit/audit-event.js';
import { ListQuery } from '../../list-query.js';
import { Organisation, OrganisationInput, OrganisationUpdate } from '../../admin/organisation.js';
import { TenantListQuery } from '../../tenant-list-query.js';
import { get, json, one, page, post, put, type Section } from '../operation.js';

const nameIsTaken = { CONSTRAINT_VIOLATION_EXCEPTION: 'technical_name: another organisation of the community uses it' };

export const tenants = {
  tag: 'Organisations',
  owner: 'admin',
  description: 'A community contains organisations, an organisation contains datamarts.',
  operations: {
    listCommunities: get('/communities', 'READER', {
      summary: 'List the communities of the caller',
      query: ListQuery,
      answer: page(Community, 'A page of communities.'),
    }),
    getCommunity: get('/communities/:community_id', 'READER', {
      summary: 'Read a community',
      answer: one(Community, 'The community.'),
    }),
    updateCommunity: put('/communities/:community_id', 'COMMUNITY_ADMIN', {
      summary: 'Rename a community',
      body: json(CommunityInput, { another_name: { name: 'Europe' } }),
      answer: one(Community, 'The updated community.'),
    }),
    listOrganisations: get('/organisations', 'READER', {
      summary: 'List the organisations of the caller',
      query: TenantListQuery,
      answer: page(Organisation, 'A page of organisations.'),
    }),
    createOrganisation: post('/organisations', 'COMMUNITY_ADMIN', {
      summary: 'Create an organisation',
      body: json(OrganisationInput, {
        an_organisation: { name: 'Example Stores', technical_name: 'example_stores', community_id: '1' },
      }),
      answer: one(Organisation, 'The new organisation.'),
      errors: nameIsTaken,
    }),
    getOrganisation: get('/organisations/:organisation_id', 'READER', {
      summary: 'Read an organisation',
      answer: one(Organisation, 'The organisation.'),
    }),
    updateOrganisation: put('/organisations/:organisation_id', 'COMMUNITY_ADMIN', {
      summary: 'Rename an organisation',
      body: json(OrganisationUpdate, { other_names: { name: 'Example Shops', technical_name: 'example_shops' } }),
      answer: one(Organisation, 'The updated organisation.'),
      errors: nameIsTaken,
    }),
    listAuditEvents: get('/organisations/:organisation_id/audit_events', 'ORGANISATION_ADMIN', {
      summary: 'List who has done what',
      description:
        'Successful writes of configurations, sign-ins, and reads, exports and erasures of people; the newest first. Kept for 13 ' +
        'months; none can be changed or deleted. Signed reads of segments are one event by credential and hour, with their ' +
        '`count`. Events of a community stand in each of its organisations. `total` counts up to 10,000.',
      query: AuditEventsQuery,
      answer: page(AuditEvent, 'A page of events.'),
    }),
    listDatamarts: get('/datamarts', 'READER', {
      summary: 'List the datamarts of the caller',
      query: TenantListQuery,
      answer: page(Datamart, 'A page of datamarts.'),
    }),
    createDatamart: post('/datamarts', 'ORGANISATION_ADMIN', {
      summary: 'Create a datamart',
      body: json(DatamartInput, { a_datamart: { name: 'Stores', organisation_id: '1', time_zone: 'Europe/Paris' } }),
      answer: one(Datamart, 'The new datamart.'),
    }),
    getDatamart: get('/datamarts/:datamart_id', 'READER', {
      summary: 'Read a datamart',
      answer: one(Datamart, 'The datamart.'),
    }),
    updateDatamart: put('/datamarts/:datamart_id', 'ORGANISATION_ADMIN', {
      summary: 'Change a datamart',
      body: json(DatamartUpdate, {
        another_time_zone: { name: 'Stores', time_zone: 'Europe/Lisbon' },
        agents_of_call_centres: { name: 'Stores', time_zone: 'Europe/Paris', flag_rules: { agents: 0, merges: 20 } },
        accounts_named_guest: { name: 'Stores', time_zone: 'Europe/Paris', junk_exceptions: ['guest'] },
      }),
      answer: one(Datamart, 'The updated datamart.'),
    }),
  },
} satisfies Section;
