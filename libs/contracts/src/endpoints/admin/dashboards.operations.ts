import {
  DashboardRegistration,
  DashboardRegistrationInput,
  DashboardRegistrationUpdate,
} from '../../admin/dashboard.js';
import { DashboardContent, DashboardContentVersion, DashboardContentWrapper } from '../../admin/dashboard-content.js';
import {
  ContentQuery,
  ContentVersionsQuery,
  DashboardListQuery,
  DashboardQuery,
  NewDashboardQuery,
} from '../../admin/dashboard-queries.js';
import { z } from 'zod';
import { aContent, aDashboard } from '../examples/dashboard.examples.js';
import { del, deleted, get, json, one, page, post, put, type Answer, type Section } from '../operation.js';

const dashboard = '/dashboards/:dashboard_id';
const etag = { ETag: 'The quoted id of the content.' };

const ConditionalRead = z.object({
  'If-None-Match': z.string().optional().describe('ETag of the content that the client has.'),
});
const ConditionalWrite = z.object({
  'If-Match': z
    .string()
    .optional()
    .describe('ETag of the content to replace. If the current one differs, the answer is 412.'),
  'If-None-Match': z
    .string()
    .optional()
    .describe('With `*`, the answer is 412 if the dashboard already has a content.'),
});

const wrapper = (description: string): Answer => ({ ...one(DashboardContentWrapper, description), headers: etag });
const mismatch = {
  CONSTRAINT_VIOLATION_EXCEPTION:
    'body and query name different organisations, or the organisation is not in the community',
};

export const dashboards = {
  tag: 'Dashboards',
  owner: 'admin',
  description: 'Dashboards: their registrations and contents.',
  operations: {
    listDashboards: get('/dashboards', 'READER', {
      summary: 'List the dashboards of an organisation',
      query: DashboardListQuery,
      answer: page(DashboardRegistration, 'A page of dashboards.'),
    }),
    createDashboard: post('/dashboards', 'EDITOR', {
      summary: 'Register a dashboard',
      query: NewDashboardQuery,
      body: json(DashboardRegistrationInput, { a_dashboard: aDashboard }),
      answer: one(DashboardRegistration, 'The new dashboard.'),
      errors: mismatch,
    }),
    getDashboard: get(dashboard, 'READER', {
      summary: 'Read a registration',
      query: DashboardQuery,
      answer: one(DashboardRegistration, 'The dashboard.'),
    }),
    updateDashboard: put(dashboard, 'EDITOR', {
      summary: 'Replace a registration',
      query: DashboardQuery,
      body: json(DashboardRegistrationUpdate, { archived: { ...aDashboard, archived: true } }),
      answer: one(DashboardRegistration, 'The updated dashboard.'),
      errors: mismatch,
    }),
    deleteDashboard: del(dashboard, 'EDITOR', {
      summary: 'Delete a dashboard',
      description: 'Deletes all its contents, too.',
      query: DashboardQuery,
      answer: deleted,
    }),
    getDashboardContent: get(`${dashboard}/content`, 'READER', {
      summary: 'Read the content of a dashboard',
      query: ContentQuery,
      headers: ConditionalRead,
      answer: wrapper('The content.'),
      unchanged: { description: 'The client already has this content.', headers: etag },
    }),
    putDashboardContent: put(`${dashboard}/content`, 'EDITOR', {
      summary: 'Replace the content of a dashboard',
      description: 'Each content has its own id and stays readable under it.',
      query: DashboardQuery,
      headers: ConditionalWrite,
      body: json(DashboardContent, { a_chart: aContent }),
      answer: wrapper('The new content.'),
      conflict: 'another client has written a content in the meantime',
    }),
    listDashboardContentVersions: get(`${dashboard}/content/versions`, 'READER', {
      summary: 'List the content versions of a dashboard',
      description: 'Newest first, without the contents themselves.',
      query: ContentVersionsQuery,
      answer: page(DashboardContentVersion, 'A page of versions.'),
    }),
  },
} satisfies Section;
