import { ChannelPageQuery, ChannelQuery } from '@tributary/contracts/admin/channel';
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
} from '@tributary/contracts/admin/plugins/activity-analyzer';
import {
  AnalyzerSelection,
  AnalyzerSelectionInput,
  AnalyzerSelections,
} from '@tributary/contracts/admin/plugins/analyzer-selection';
import { ListQuery } from '@tributary/contracts/list-query';
import { AnalysisFailure } from '@tributary/contracts/tracking/analysis-failure';
import { z } from 'zod';
import {
  deleted,
  exampleOf,
  json,
  one,
  page,
  type Answer,
  type Content,
  type Operation,
  type Section,
} from './operation.js';

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
  /** `ActivityAnalyzer` in ids of operations. */
  type: string;
  /** With its article. */
  noun: string;
  plural: string;
  answer: Answer;
}

const operationsOf = (name: Name): Record<string, Operation> => ({ ...resource(name), ...parts(name) });

const resource = ({ all, type, noun, plural, answer }: Name): Record<string, Operation> => ({
  [`GET ${all}`]: {
    operationId: `list${type}s`,
    summary: `List the ${plural} of an organisation`,
    query: ActivityAnalyzerListQuery,
    answer: page(ActivityAnalyzer, 'A page of analyzers.'),
  },
  [`POST ${all}`]: {
    operationId: `create${type}`,
    summary: `Create ${noun}`,
    description: 'The query or the body names the organisation. The other fields follow from the version.',
    query: NewActivityAnalyzerQuery,
    body: json(ActivityAnalyzerInput, { an_analyzer: { ...anAnalyzer, organisation_id: '1' } }),
    answer: one(ActivityAnalyzer, 'The new analyzer.'),
    errors: { CONSTRAINT_VIOLATION_EXCEPTION: `${noVersion}, or another field disagrees with the version` },
  },
  [`GET ${all}/:analyzer_id`]: { operationId: `get${type}`, summary: `Read ${noun}`, answer },
  [`PUT ${all}/:analyzer_id`]: {
    operationId: `update${type}`,
    summary: `Replace ${noun}`,
    body: json(ActivityAnalyzerUpdate, { dropping: { ...anAnalyzer, error_recovery_strategy: 'DROP' } }),
    answer: one(ActivityAnalyzer, 'The updated analyzer.'),
    errors: { CONSTRAINT_VIOLATION_EXCEPTION: noVersion },
  },
  [`DELETE ${all}/:analyzer_id`]: {
    operationId: `delete${type}`,
    summary: `Delete ${noun}`,
    answer: deleted,
    errors: { CONSTRAINT_VIOLATION_EXCEPTION: 'a channel has selected it' },
  },
});

const parts = ({ all, type, noun }: Name): Record<string, Operation> => ({
  [`GET ${all}/:analyzer_id/properties`]: {
    operationId: `list${type}Properties`,
    summary: `List the properties of ${noun}`,
    description: 'Those of its version, with the values that count for the analyzer.',
    query: ListQuery,
    answer: page(AnalyzerProperty, 'A page of properties.'),
  },
  [`PUT ${all}/:analyzer_id/properties/:technical_name`]: {
    operationId: `put${type}Property`,
    summary: `Set a property of ${noun}`,
    body: json(AnalyzerPropertyInput, { a_text: { property_type: 'STRING', value: { value: 'acme' } } }),
    answer: one(AnalyzerProperty, 'The property.'),
    errors: { CONSTRAINT_VIOLATION_EXCEPTION: 'the property is not writable' },
  },
  [`GET ${all}/:analyzer_id/configuration/:technical_name`]: {
    operationId: `download${type}File`,
    summary: `Download a configuration file of ${noun}`,
    answer: file,
  },
  [`PUT ${all}/:analyzer_id/configuration/:technical_name`]: {
    operationId: `put${type}File`,
    summary: `Upload a configuration file of ${noun}`,
    description: 'Any bytes of any content type, at most 1 MiB.',
    body: anyFile,
    answer: one(ConfigurationFile, 'The file.'),
    errors: {
      BAD_REQUEST_DATA: 'the name of the file holds control characters or nothing visible',
      CONSTRAINT_VIOLATION_EXCEPTION: 'the analyzer has too many files',
    },
  },
  [`DELETE ${all}/:analyzer_id/configuration/:technical_name`]: {
    operationId: `delete${type}File`,
    summary: `Delete a configuration file of ${noun}`,
    answer: deleted,
  },
  [`GET ${all}/:analyzer_id/failures`]: {
    operationId: `list${type}Failures`,
    summary: `List the activities on which ${noun} has failed`,
    description: 'Newest first: the last 1,000 of the last 7 days.',
    query: ListQuery,
    answer: page(AnalysisFailure, 'A page of failures.'),
  },
});

/** The SDK of plugins needs a number where people get a text. */
const forPeopleAndWorkers = one(
  z.union([ActivityAnalyzer, AnalyzerForWorker]),
  'The analyzer. A worker gets `visit_analyzer_plugin_id` as a number.',
  exampleOf(ActivityAnalyzer),
);

export const analyzers: Section = {
  tag: 'Activity analyzers',
  description:
    'Instances of plugins that change the activities of a channel before they are stored. A resource with two names: ' +
    '`activity_analyzers` and `visit_analyzer_models` are the same.',
  operations: {
    ...operationsOf({
      all: '/activity_analyzers',
      type: 'ActivityAnalyzer',
      noun: 'an activity analyzer',
      plural: 'activity analyzers',
      answer: forPeopleAndWorkers,
    }),
    ...operationsOf({
      all: '/visit_analyzer_models',
      type: 'VisitAnalyzerModel',
      noun: 'a visit analyzer model',
      plural: 'visit analyzer models',
      answer: one(ActivityAnalyzer, 'The analyzer.'),
    }),
    'GET /configuration/:technical_name': {
      operationId: 'downloadConfigurationFile',
      summary: "Download one of the worker's configuration files",
      forWorkersOnly: true,
      answer: file,
    },
    [`GET ${selections}`]: {
      operationId: 'listChannelVisitAnalyzerSelections',
      summary: "List a channel's analyzers",
      description: 'In the order of their execution.',
      query: ChannelPageQuery,
      answer: page(AnalyzerSelection, 'A page of selections.'),
    },
    [`POST ${selections}`]: {
      operationId: 'createChannelVisitAnalyzerSelection',
      summary: 'Have the activities of a channel analyzed',
      query: ChannelQuery,
      body: json(AnalyzerSelectionInput, { last: { visit_analyzer_model_id: '9' } }),
      answer: one(AnalyzerSelection, 'The new selection.'),
      errors: badSelection,
    },
    [`PUT ${selections}`]: {
      operationId: 'putChannelVisitAnalyzerSelections',
      summary: "Replace a channel's analyzers",
      query: ChannelQuery,
      description: 'Takes effect at once: no activity meets a part of the list.',
      body: json(AnalyzerSelections, { one_analyzer: { selections: [{ visit_analyzer_model_id: '9' }] } }),
      answer: page(AnalyzerSelection, 'The selections.'),
      errors: badSelection,
    },
    [`GET ${selections}/:selection_id`]: {
      operationId: 'getChannelVisitAnalyzerSelection',
      summary: 'Read a selection',
      query: ChannelQuery,
      answer: one(AnalyzerSelection, 'The selection.'),
    },
    [`DELETE ${selections}/:selection_id`]: {
      operationId: 'deleteChannelVisitAnalyzerSelection',
      summary: 'Delete a selection',
      query: ChannelQuery,
      answer: deleted,
    },
  },
};
