import { ListQuery } from '@tributary/contracts/list-query';
import { maxSavedReports, SavedReport, SavedReportInput } from '@tributary/contracts/saved-reports/saved-report';
import { aSavedReport } from '../examples/saved-report.examples.js';
import { deleted, json, one, page, type Section } from './operation.js';

const all = '/datamarts/:datamart_id/saved_reports';
const saved = `${all}/:saved_report_id`;
const { name, report, display } = aSavedReport;
const taken = 'The user has another report of this name in the datamart';

export const savedReports: Section = {
  tag: 'Saved reports',
  description:
    'Reports that the caller has given a name, in a datamart. They are the own ones of the caller: no other user reads them, ' +
    'admins neither, and they are deleted with the user.',
  operations: {
    [`GET ${all}`]: {
      operationId: 'listSavedReports',
      summary: "List the caller's saved reports",
      query: ListQuery,
      answer: page(SavedReport, 'A page of reports.'),
    },
    [`POST ${all}`]: {
      operationId: 'createSavedReport',
      summary: 'Save a report',
      description: `A user saves at most ${maxSavedReports} reports in a datamart.`,
      body: json(SavedReportInput, { revenue_per_day: { name, report, display } }),
      answer: one(SavedReport, 'The saved report.'),
      errors: { CONSTRAINT_VIOLATION_EXCEPTION: `${taken}, or ${maxSavedReports} reports.` },
    },
    [`GET ${saved}`]: {
      operationId: 'getSavedReport',
      summary: 'Read a saved report',
      answer: one(SavedReport, 'The report.'),
    },
    [`PUT ${saved}`]: {
      operationId: 'updateSavedReport',
      summary: 'Replace a saved report',
      body: json(SavedReportInput, { as_a_table: { name: 'Revenue, as a table', report } }),
      answer: one(SavedReport, 'The replaced report.'),
      errors: { CONSTRAINT_VIOLATION_EXCEPTION: `${taken}.` },
    },
    [`DELETE ${saved}`]: { operationId: 'deleteSavedReport', summary: 'Delete a saved report', answer: deleted },
  },
};
