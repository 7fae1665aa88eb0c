import type { Dimension, Metric } from './report-names.js';

/** How a name of the API is shown to people. */
export interface Words {
  name: string;
  /** The definition, in one sentence. */
  sentence: string;
  /** Behind each number. */
  unit?: string;
}

const words = (name: string, sentence: string, unit?: string): Words => ({ name, sentence, ...(unit && { unit }) });

/** Metrics of reports. */
export const metricWords: Readonly<Record<Metric, Words>> = {
  users: words('Users', 'Different people with an activity, each counted once after merges.'),
  sessions: words('Sessions', 'Visits of a site, an app or a connected TV.'),
  revenue: words('Revenue', 'The sum of all transaction amounts.'),
  number_of_transactions: words('Transactions', 'How many transactions were confirmed.'),
  avg_session_duration: words('Session duration', 'The mean time from the first to the last event of a session.', 's'),
  avg_number_of_user_events: words(
    'Events per session',
    'The mean number of events of a session, without technical ones.',
  ),
  conversion_rate: words('Conversion rate', 'The share of sessions with at least one confirmed transaction.', '%'),
  avg_number_of_transactions_per_user_point: words('Transactions per user', 'Transactions, divided by users.'),
  avg_transaction_amount: words('Amount per transaction', 'Revenue, divided by transactions.'),
  avg_revenue_per_user_point: words('Revenue per user', 'Revenue, divided by users.'),
  count: words('Records', 'How many records a collection has at its latest measurement.'),
};

/** The things that a report leaves out, in its `explain`. */
export const leftOutWords: Readonly<Record<string, Words>> = {
  refused_by_choice: words('Refused by choice', 'Not stored, because of a choice of their person.'),
  dropped: words('Dropped', 'Dropped by an activity analyzer, or of a bot that the channel leaves out.'),
  dropped_on_error: words('Dropped on error', 'Dropped, because the analyzer failed or answered too late.'),
  suspicious_time: words('Suspicious time', 'Stored with a time before the year 2000, so no report has them.'),
  people_merged: words('People merged since', 'Merged into others since the start: an earlier report counted them.'),
};

/** Dimensions of reports. */
export const dimensionWords: Readonly<Record<Dimension, Words>> = {
  type: words('Type of activity', 'SITE_VISIT, APP_VISIT, CTV_VISIT, TOUCH, EMAIL or any other.'),
  date_time: words('Time', 'When it happened, to the millisecond since 1970.'),
  date_yyyymmdd: words('Day, in digits', 'The day when it happened, as 20260131.'),
  date_yyyymmddhh: words('Hour, in digits', 'The hour when it happened, as 2026013114.'),
  date_yyyy_mm_dd: words('Day', 'The day when it happened.'),
  date_yyyy_mm_dd_hh: words('Hour', 'The hour when it happened.'),
  date_yyyy_mm_dd_hh_mm: words('Minute', 'The minute when it happened.'),
  channel_id: words('Channel', 'The site or app of the activity.'),
  session_duration: words('Duration', 'The time from the first to the last event.', 's'),
  device_form_factor: words('Kind of device', 'The form factor of the device.'),
  device_browser_family: words('Browser', 'The family of the browser.'),
  device_os_family: words('Operating system', 'The family of the operating system.'),
  device_brand: words('Brand of device', 'The brand of the device.'),
  device_agent_type: words('Type of agent', 'Browser, app or other.'),
  origin_source: words('Source', 'Where the visit came from.'),
  origin_channel: words('Marketing channel', 'The kind of marketing that the visit came from.'),
  origin_campaign_name: words('Campaign', 'The campaign that the visit came from.'),
  location_country: words('Country', 'The country of the activity.'),
  location_region: words('Region', 'The region of the activity.'),
  location_city: words('City', 'The city of the activity.'),
  location_zip_code: words('Postal code', 'The postal code of the activity.'),
  event_type: words('Event', 'Each event name of the activity: it counts under every one of them.'),
  segment_id: words('Segment', 'Each segment that the person is in now: an activity counts under every one of them.'),
  has_conversion: words('Has a conversion', 'Whether the activity has a conversion event.'),
  has_bounced: words('Has bounced', 'Whether it is a visit with exactly one page.'),
  is_bot: words('Is of a bot', 'Whether the user agent says that it is of a bot.'),
  transaction_amount: words('Transaction amount', 'The sum of the amounts of the activity.'),
  number_of_user_events: words('Number of events', 'Events of the activity, without technical ones.'),
  number_of_confirmed_transactions: words('Number of transactions', 'Confirmed transactions of the activity.'),
  organisation_id: words('Organisation', 'The organisation of the datamart.'),
  community_id: words('Community', 'The community of the organisation.'),
  datamart_id: words('Datamart', 'The datamart of the records.'),
  collection: words('Collection', 'The kind of records.'),
};

/** Sources and functions of charts. */
export const datasetWords: Readonly<Record<string, Words>> = {
  activities_analytics: words('Report on activities', 'Metrics of activities by dimensions.'),
  collection_volumes: words('Size of collections', 'How many records there are.'),
  data_file: words('Data file', 'Values of a JSON file of the platform.'),
  join: words('Join', 'Several datasets side by side, by their common keys.'),
  'to-list': words('List of numbers', 'Several numbers become the entries of one series.'),
  'to-percentages': words('Share of the total', 'Each value as a percentage of their sum.'),
  ratio: words('Ratio', 'The first number, divided by the second.'),
  index: words('Index', 'The shares of the first dataset, compared with those of the second: 100 is equal.'),
  'format-dates': words(
    'Format of dates',
    'Keys that are dates, written in another way; what falls together is added up.',
  ),
  'get-decorators': words('Names in place of ids', 'Channels, segments and others by their names.'),
  reduce: words('One number', 'A series becomes its sum, mean, count, minimum, maximum, first or last value.'),
};

/** The words of a metric or dimension; undefined for other texts. */
export const wordsOf = (raw: string): Words | undefined => (Object.hasOwn(allWords, raw) ? allWords[raw] : undefined);

const allWords: Readonly<Record<string, Words>> = { ...dimensionWords, ...metricWords };

/** How a metric, a dimension or a column made of one is shown: `users, before` is `Users, before`. */
export function shownName(raw: string): string {
  const [first = '', ...rest] = raw.split(', ');
  return [wordsOf(first)?.name ?? first, ...rest].join(', ');
}
