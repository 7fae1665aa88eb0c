import { DashboardRegistration, DashboardRegistrationInput } from '@tributary/contracts/dashboard';
import {
  DashboardContent,
  DashboardContentVersion,
  DashboardContentWrapper,
} from '@tributary/contracts/dashboard-content';
import {
  ContentQuery,
  ContentVersionsQuery,
  DashboardListQuery,
  DashboardQuery,
  NewDashboardQuery,
} from '@tributary/contracts/dashboard-queries';
import { z } from 'zod';
import { aContent, aDashboard } from './dashboard.examples.js';
import { gone, json, one, page, type Answer, type Section } from './operation.js';

const dashboard = '/dashboards/:dashboard_id';
const etag = { ETag: 'The id of the content in quotation marks.' };

const Unchanged = z.object({ 'If-None-Match': z.string().optional().describe('ETag of a content that is at hand.') });
const Unread = z.object({
  'If-Match': z.string().optional().describe('ETag of the content that this one replaces; another one: 412.'),
  'If-None-Match': z.string().optional().describe('`*`: only if there is no content yet, else 412.'),
});

const wrapper = (description: string): Answer => ({ ...one(DashboardContentWrapper, description), headers: etag });
const mismatch = {
  CONSTRAINT_VIOLATION_EXCEPTION:
    'body and query name different organisations, or the organisation is not of the community',
};

export const dashboards: Section = {
  tag: 'Dashboards',
  description: 'Registrations of dashboards, and what each shows.',
  operations: {
    'GET /dashboards': {
      operationId: 'listDashboards',
      summary: 'List the dashboards of an organisation',
      query: DashboardListQuery,
      answer: page(DashboardRegistration, 'A page of dashboards.'),
    },
    'POST /dashboards': {
      operationId: 'createDashboard',
      summary: 'Register a dashboard',
      query: NewDashboardQuery,
      body: json(DashboardRegistrationInput, { a_dashboard: aDashboard }),
      answer: one(DashboardRegistration, 'The new dashboard.'),
      errors: mismatch,
    },
    [`GET ${dashboard}`]: {
      operationId: 'getDashboard',
      summary: 'Read a registration',
      query: DashboardQuery,
      answer: one(DashboardRegistration, 'The dashboard.'),
    },
    [`PUT ${dashboard}`]: {
      operationId: 'updateDashboard',
      summary: 'Replace a registration',
      query: DashboardQuery,
      body: json(DashboardRegistrationInput, { archived: { ...aDashboard, archived: true } }),
      answer: one(DashboardRegistration, 'The dashboard as it is now.'),
      errors: mismatch,
    },
    [`DELETE ${dashboard}`]: {
      operationId: 'deleteDashboard',
      summary: 'Delete a dashboard',
      description: 'With all of its contents.',
      query: DashboardQuery,
      answer: gone,
    },
    [`GET ${dashboard}/content`]: {
      operationId: 'getDashboardContent',
      summary: 'Read what a dashboard shows',
      query: ContentQuery,
      headers: Unchanged,
      answer: wrapper('The content.'),
      unchanged: { description: 'The client has this content.', headers: etag },
    },
    [`PUT ${dashboard}/content`]: {
      operationId: 'putDashboardContent',
      summary: 'Replace what a dashboard shows',
      description: 'Each content has an id of its own and goes on being readable under it.',
      query: DashboardQuery,
      headers: Unread,
      body: json(DashboardContent, { a_chart: aContent }),
      answer: wrapper('The new content.'),
      conflict: 'somebody else has written a content since',
    },
    [`GET ${dashboard}/content/versions`]: {
      operationId: 'listDashboardContentVersions',
      summary: 'List the contents that a dashboard has had',
      description: 'The newest first, without the contents themselves.',
      query: ContentVersionsQuery,
      answer: page(DashboardContentVersion, 'A page of versions.'),
    },
  },
};
