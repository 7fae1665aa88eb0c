import { ListQuery } from '../../list-query.js';
import { maxSavedReports, SavedReport, SavedReportInput } from '../../saved-reports/saved-report.js';
import { aSavedReport } from '../examples/saved-report.examples.js';
import { del, deleted, get, json, one, page, post, put, type Section } from '../operation.js';

const all = '/datamarts/:datamart_id/saved_reports';
const saved = `${all}/:saved_report_id`;
const { name, report, display } = aSavedReport;
const taken = 'The user has another report of this name in the datamart';

export const savedReports = {
  tag: 'Saved reports',
  owner: 'admin',
  description:
    'Reports that the caller has given a name, in a datamart. They are the own ones of the caller: they are answered to ' +
    'no other user, and they are deleted with the user.',
  operations: {
    listSavedReports: get(all, 'READER', {
      summary: "List the caller's saved reports",
      query: ListQuery,
      answer: page(SavedReport, 'A page of reports.'),
    }),
    createSavedReport: post(all, 'READER', {
      summary: 'Save a report',
      description: `A user saves at most ${maxSavedReports} reports in a datamart.`,
      body: json(SavedReportInput, { revenue_per_day: { name, report, display } }),
      answer: one(SavedReport, 'The saved report.'),
      errors: { CONSTRAINT_VIOLATION_EXCEPTION: `${taken}, or ${maxSavedReports} reports.` },
    }),
    getSavedReport: get(saved, 'READER', { summary: 'Read a saved report', answer: one(SavedReport, 'The report.') }),
    updateSavedReport: put(saved, 'READER', {
      summary: 'Replace a saved report',
      body: json(SavedReportInput, { as_a_table: { name: 'Revenue, as a table', report } }),
      answer: one(SavedReport, 'The replaced report.'),
      errors: { CONSTRAINT_VIOLATION_EXCEPTION: `${taken}.` },
    }),
    deleteSavedReport: del(saved, 'READER', { summary: 'Delete a saved report', answer: deleted }),
  },
} satisfies Section;
