/** The two kinds of reports. */
export type Cube = 'activities' | 'collections';

/** The names that a report may ask for, in the order in which people are offered them. */
export const reportNames = {
  activities: {
    metrics: [
      'users',
      'sessions',
      'revenue',
      'number_of_transactions',
      'avg_session_duration',
      'avg_number_of_user_events',
      'conversion_rate',
      'avg_number_of_transactions_per_user_point',
      'avg_transaction_amount',
      'avg_revenue_per_user_point',
    ],
    dimensions: [
      'type',
      'date_time',
      'date_yyyymmdd',
      'date_yyyymmddhh',
      'date_yyyy_mm_dd',
      'date_yyyy_mm_dd_hh',
      'date_yyyy_mm_dd_hh_mm',
      'channel_id',
      'session_duration',
      'device_form_factor',
      'device_browser_family',
      'device_os_family',
      'device_brand',
      'device_agent_type',
      'origin_source',
      'origin_channel',
      'origin_campaign_name',
      'location_country',
      'location_region',
      'location_city',
      'location_zip_code',
      'event_type',
      'segment_id',
      'has_conversion',
      'has_bounced',
      'is_bot',
      'transaction_amount',
      'number_of_user_events',
      'number_of_confirmed_transactions',
    ],
  },
  collections: {
    metrics: ['count'],
    dimensions: ['organisation_id', 'community_id', 'datamart_id', 'collection', 'date_time', 'date_yyyy_mm_dd'],
  },
} as const satisfies Record<Cube, { metrics: readonly string[]; dimensions: readonly string[] }>;

export type Metric = (typeof reportNames)[Cube]['metrics'][number];
export type Dimension = (typeof reportNames)[Cube]['dimensions'][number];

/** Metrics and dimensions of one request, each. */
export const maxNames = 10;
