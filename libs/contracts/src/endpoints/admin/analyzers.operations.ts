import { ChannelPageQuery, ChannelQuery } from '../../admin/channel.js';
import {
  ActivityAnalyzer,
  ActivityAnalyzerInput,
  ActivityAnalyzerUpdate,
  ActivityAnalyzerListQuery,
  AnalyzerForWorker,
  AnalyzerProperty,
  AnalyzerPropertyInput,
  ConfigurationFile,
  NewActivityAnalyzerQuery,
} from '../../admin/plugins/activity-analyzer.js';
import {
  AnalyzerSelection,
  AnalyzerSelectionInput,
  AnalyzerSelections,
} from '../../admin/plugins/analyzer-selection.js';
import { ListQuery } from '../../list-query.js';
import { AnalysisFailure } from '../../tracking/analysis-failure.js';
import { z } from 'zod';
import {
  del,
  deleted,
  exampleOf,
  get,
  json,
  one,
  page,
  post,
  put,
  renamed,
  type Answer,
  type Content,
  type Section,
} from '../operation.js';

const selections = '/channels/:channel_id/visit_analyzer_models';
const bytes = z.string().meta({ contentMediaType: 'application/octet-stream' });
const anyFile: Content = {
  'application/octet-stream': { schema: bytes, examples: { some_rules: 'drop: [internal_test]\n' } },
};
const file: Answer = {
  description: 'The file as it was sent, with its content type.',
  content: { 'application/octet-stream': { schema: bytes } },
};

const anAnalyzer = { name: 'Cleaner of the shop', version_id: '6', error_recovery_strategy: 'STORE_WITH_ERROR_ID' };
const noVersion = 'version_id names no version of an activity analyzer that the organisation may use';
const badSelection = {
  CONSTRAINT_VIOLATION_EXCEPTION:
    'the analyzer or the order occurs twice, the channel would have more than 8 analyzers, or the analyzer is of another organisation',
};

/** An analyzer has two names: administrators know it as a visit analyzer model, the SDK of plugins as an activity analyzer. */
interface Name {
  all: string;
  /** With its article. */
  noun: string;
  plural: string;
  answer: Answer;
  /** Under the name that the SDK of plugins reads. */
  worker?: 'configuration';
}

const operationsOf = ({ all, noun, plural, answer, worker }: Name) => ({
  listAnalyzers: get(all, 'READER', {
    summary: `List the ${plural} of an organisation`,
    query: ActivityAnalyzerListQuery,
    answer: page(ActivityAnalyzer, 'A page of analyzers.'),
  }),
  createAnalyzer: post(all, 'EDITOR', {
    summary: `Create ${noun}`,
    description: 'The query or the body names the organisation. The other fields follow from the version.',
    query: NewActivityAnalyzerQuery,
    body: json(ActivityAnalyzerInput, { an_analyzer: { ...anAnalyzer, organisation_id: '1' } }),
    answer: one(ActivityAnalyzer, 'The new analyzer.'),
    errors: { CONSTRAINT_VIOLATION_EXCEPTION: `${noVersion}, or another field disagrees with the version` },
  }),
  getAnalyzer: get(`${all}/:analyzer_id`, 'READER', { summary: `Read ${noun}`, answer, worker }),
  updateAnalyzer: put(`${all}/:analyzer_id`, 'EDITOR', {
    summary: `Replace ${noun}`,
    body: json(ActivityAnalyzerUpdate, { dropping: { ...anAnalyzer, error_recovery_strategy: 'DROP' } }),
    answer: one(ActivityAnalyzer, 'The updated analyzer.'),
    errors: { CONSTRAINT_VIOLATION_EXCEPTION: noVersion },
  }),
  deleteAnalyzer: del(`${all}/:analyzer_id`, 'EDITOR', {
    summary: `Delete ${noun}`,
    answer: deleted,
    errors: { CONSTRAINT_VIOLATION_EXCEPTION: 'a channel has selected it' },
  }),
  listAnalyzerProperties: get(`${all}/:analyzer_id/properties`, 'READER', {
    worker,
    summary: `List the properties of ${noun}`,
    description: 'Those of its version, with the values that count for the analyzer.',
    query: ListQuery,
    answer: page(AnalyzerProperty, 'A page of properties.'),
  }),
  putAnalyzerProperty: put(`${all}/:analyzer_id/properties/:technical_name`, 'EDITOR', {
    summary: `Set a property of ${noun}`,
    body: json(AnalyzerPropertyInput, { a_text: { property_type: 'STRING', value: { value: 'acme' } } }),
    answer: one(AnalyzerProperty, 'The property.'),
    errors: { CONSTRAINT_VIOLATION_EXCEPTION: 'the property is not writable' },
  }),
  downloadAnalyzerFile: get(`${all}/:analyzer_id/configuration/:technical_name`, 'READER', {
    summary: `Download a configuration file of ${noun}`,
    answer: file,
  }),
  putAnalyzerFile: put(`${all}/:analyzer_id/configuration/:technical_name`, 'EDITOR', {
    summary: `Upload a configuration file of ${noun}`,
    description: 'Any bytes of any content type, at most 1 MiB.',
    body: anyFile,
    answer: one(ConfigurationFile, 'The file.'),
    errors: {
      BAD_REQUEST_DATA: 'the name of the file holds control characters or nothing visible',
      CONSTRAINT_VIOLATION_EXCEPTION: 'the analyzer has too many files',
    },
  }),
  deleteAnalyzerFile: del(`${all}/:analyzer_id/configuration/:technical_name`, 'EDITOR', {
    summary: `Delete a configuration file of ${noun}`,
    answer: deleted,
  }),
  listAnalyzerFailures: get(`${all}/:analyzer_id/failures`, 'READER', {
    owner: 'activity-analysis',
    summary: `List the activities on which ${noun} has failed`,
    description: 'Newest first: the last 1,000 of the last 7 days.',
    query: ListQuery,
    answer: page(AnalysisFailure, 'A page of failures.'),
  }),
});

/** The SDK of plugins needs a number where people get a text. */
const forPeopleAndWorkers = one(
  z.union([ActivityAnalyzer, AnalyzerForWorker]),
  'The analyzer. A worker gets `visit_analyzer_plugin_id` as a number.',
  exampleOf(ActivityAnalyzer),
);

export const activityAnalyzers = operationsOf({
  all: '/activity_analyzers',
  noun: 'an activity analyzer',
  plural: 'activity analyzers',
  answer: forPeopleAndWorkers,
  worker: 'configuration',
});
export const visitAnalyzerModels = operationsOf({
  all: '/visit_analyzer_models',
  noun: 'a visit analyzer model',
  plural: 'visit analyzer models',
  answer: one(ActivityAnalyzer, 'The analyzer.'),
});

export const analyzers = {
  tag: 'Activity analyzers',
  owner: 'admin',
  description:
    'Instances of plugins that change the activities of a channel before they are stored. A resource with two names: ' +
    '`activity_analyzers` and `visit_analyzer_models` are the same.',
  operations: {
    ...renamed(activityAnalyzers, 'Analyzer', 'ActivityAnalyzer'),
    ...renamed(visitAnalyzerModels, 'Analyzer', 'VisitAnalyzerModel'),
    downloadConfigurationFile: get('/configuration/:technical_name', 'READER', {
      worker: 'configuration',
      summary: "Download one of the worker's configuration files",
      forWorkersOnly: true,
      answer: file,
    }),
    listChannelVisitAnalyzerSelections: get(selections, 'READER', {
      namesNoDatamart: true,
      summary: "List a channel's analyzers",
      description: 'In the order of their execution.',
      query: ChannelPageQuery,
      answer: page(AnalyzerSelection, 'A page of selections.'),
    }),
    createChannelVisitAnalyzerSelection: post(selections, 'EDITOR', {
      summary: 'Have the activities of a channel analyzed',
      query: ChannelQuery,
      body: json(AnalyzerSelectionInput, { last: { visit_analyzer_model_id: '9' } }),
      answer: one(AnalyzerSelection, 'The new selection.'),
      errors: badSelection,
    }),
    putChannelVisitAnalyzerSelections: put(selections, 'EDITOR', {
      summary: "Replace a channel's analyzers",
      query: ChannelQuery,
      description: 'Takes effect at once: no activity meets a part of the list.',
      body: json(AnalyzerSelections, { one_analyzer: { selections: [{ visit_analyzer_model_id: '9' }] } }),
      answer: page(AnalyzerSelection, 'The selections.'),
      errors: badSelection,
    }),
    getChannelVisitAnalyzerSelection: get(`${selections}/:selection_id`, 'READER', {
      namesNoDatamart: true,
      summary: 'Read a selection',
      query: ChannelQuery,
      answer: one(AnalyzerSelection, 'The selection.'),
    }),
    deleteChannelVisitAnalyzerSelection: del(`${selections}/:selection_id`, 'EDITOR', {
      summary: 'Delete a selection',
      query: ChannelQuery,
      answer: deleted,
    }),
  },
} satisfies Section;
