import type { Plugin } from '@tributary/client/generated/types.gen';

type PluginType = Plugin['plugin_type'];

/** Every type, or this does not compile. */
const types: Record<PluginType, true> = {
  ACTIVITY_ANALYZER: true,
  AD_LAYOUT: true,
  AD_RENDERER: true,
  ATTRIBUTION_PROCESSOR: true,
  AUDIENCE_SEGMENT_EXTERNAL_FEED: true,
  AUDIENCE_SEGMENT_TAG_FEED: true,
  BID_OPTIMIZER: true,
  CUSTOM_ACTION: true,
  DISPLAY_CAMPAIGN_EDITOR: true,
  EMAIL_CAMPAIGN_EDITOR: true,
  EMAIL_RENDERER: true,
  EMAIL_ROUTER: true,
  INTEGRATION_BATCH: true,
  ML_FUNCTION: true,
  PREDICTION_GENERATOR: true,
  RECOMMENDER: true,
};

export const isPluginType = (value: unknown): value is PluginType =>
  typeof value === 'string' && Object.hasOwn(types, value);

export const pluginTypes = Object.keys(types).filter(isPluginType);
