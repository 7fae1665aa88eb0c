import { ActivityAnalyzer, AnalyzerProperty, ConfigurationFile } from '../../admin/plugins/activity-analyzer.js';
import { AnalyzerSelection } from '../../admin/plugins/analyzer-selection.js';
import { ChangedPluginWorker, PluginWorker } from '../../admin/plugins/plugin-worker.js';
import { AnalysisFailure } from '../../tracking/analysis-failure.js';
import type { z } from 'zod';

const ts = 1_795_261_991_709;
const worker = {
  url: 'https://cleaner.example.com',
  worker_id: '0f2b7c64-3f0e-4c0a-9a0c-6f6f3a1d2b11',
  last_modified_ts: ts,
};

export const analyzerExamples: [z.ZodType, unknown][] = [
  [
    ActivityAnalyzer,
    {
      id: '9',
      organisation_id: '1',
      name: 'Cleaner of the shop',
      version_id: '6',
      version_value: '1.0.0',
      group_id: 'com.example',
      artifact_id: 'cleaner',
      visit_analyzer_plugin_id: '5',
      error_recovery_strategy: 'STORE_WITH_ERROR_ID',
    },
  ],
  [
    AnalyzerProperty,
    {
      technical_name: 'provider',
      property_type: 'STRING',
      value: { value: 'acme' },
      origin: 'INSTANCE',
      writable: true,
      deletable: true,
    },
  ],
  [
    AnalyzerSelection,
    { id: '14', channel_id: '3', visit_analyzer_model_id: '9', execution_order: 0, creation_ts: ts, created_by: '7' },
  ],
  [
    ConfigurationFile,
    { technical_name: 'rules', content_type: 'application/octet-stream', size: 22, last_modified_ts: ts },
  ],
  [PluginWorker, worker],
  [ChangedPluginWorker, worker],
  [
    AnalysisFailure,
    { activity_id: '01a1fdf4-0c2e-7b1a-8d31-0f5b7d0c6a12', ts, class: 'PLUGIN_ERROR', status: 500, attempts: 3 },
  ],
];
