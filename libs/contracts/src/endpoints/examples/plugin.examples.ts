import { Plugin, PluginProperty, PluginVersion } from '../../admin/plugins/plugin.js';
import { Throttling } from '../../admin/plugins/throttling.js';
import type { z } from 'zod';

const aProperty = {
  technical_name: 'provider',
  property_type: 'STRING',
  value: { value: 'acme' },
  origin: 'PLUGIN',
  writable: true,
  deletable: true,
};

/** Examples of plugins, their versions and limits. */
export const pluginExamples: [z.ZodType, unknown][] = [
  [
    Plugin,
    {
      id: '5',
      organisation_id: '1',
      plugin_type: 'ACTIVITY_ANALYZER',
      group_id: 'com.example',
      artifact_id: 'cleaner',
      current_version_id: '6',
    },
  ],
  [PluginProperty, aProperty],
  [
    PluginVersion,
    { id: '6', plugin_id: '5', version_id: '1.0.0', archived: false, max_qps: 50, plugin_properties: [aProperty] },
  ],
  [
    Throttling,
    { id: '8', plugin_version_id: '6', scope: 'GLOBAL', plugin_endpoint: '/v1/activity_analysis', max_qps: 0.5 },
  ],
];
