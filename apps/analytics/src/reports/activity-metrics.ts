import type { SqlDialect } from '../facts/sql-dialect.js';
import type { Metric } from './cube.js';

/** Activities that count as sessions. */
const isVisit = `type in ('SITE_VISIT', 'APP_VISIT', 'CTV_VISIT')`;

/** The aggregates of which metrics are made, over facts. Each is 0 for an empty group. */
const ofFacts = {
  users: 'count(distinct user_point_id)',
  sessions: `count(*) filter (where ${isVisit})`,
  converted: `count(*) filter (where ${isVisit} and number_of_confirmed_transactions >= 1)`,
  transactions: 'coalesce(sum(number_of_confirmed_transactions), 0)',
  revenue: 'coalesce(sum(transaction_amount), 0)',
  duration: `coalesce(sum(session_duration) filter (where ${isVisit}), 0)`,
  events: `coalesce(sum(number_of_user_events) filter (where ${isVisit}), 0)`,
};
type Aggregate = keyof typeof ofFacts;
export const aggregateNames = Object.keys(ofFacts) as Aggregate[];

/** The same over groups of facts that have these columns. The groups of a row share no user. */
const ofGroups = Object.fromEntries(
  aggregateNames.map((name) => [name, `coalesce(sum(${name}), 0)`]),
) as typeof ofFacts;

/**
 * The columns of such groups.
 *
 * @param users SQL of their users, where these are known otherwise
 */
export const groupColumns = (users: string): string =>
  aggregateNames.map((name) => `${name === 'users' ? users : ofFacts[name]} as ${name}`).join(', ');

/** The same columns of groups that have only users. */
export const usersOnly = (users: string): string =>
  aggregateNames
    .map((name) => `${name === 'users' ? users : name === 'revenue' ? 'cast(0 as decimal(38, 6))' : '0'} as ${name}`)
    .join(', ');

export const metricsOfFacts = (sql: SqlDialect) => metrics(sql, ofFacts);
export const metricsOfGroups = (sql: SqlDialect) => metrics(sql, ofGroups);

/** Whether a metric over facts counts users. */
export const countsUsers = ({ sql }: Metric) => sql.includes(ofFacts.users);

function metrics(sql: SqlDialect, of: typeof ofFacts): Map<string, Metric> {
  /** 0 if the divisor is 0. */
  const ratio = (dividend: string, divisor: string): Metric => ({
    type: 'number',
    sql: `coalesce(${sql.decimalNumber(dividend)} / nullif(${divisor}, 0), 0)`,
  });
  return new Map<string, Metric>([
    ['users', { type: 'number', sql: of.users }],
    ['sessions', { type: 'number', sql: of.sessions }],
    ['number_of_transactions', { type: 'number', sql: of.transactions }],
    ['revenue', { type: 'decimal', sql: of.revenue }],
    ['conversion_rate', ratio(`(100 * ${of.converted})`, of.sessions)],
    ['avg_session_duration', ratio(of.duration, of.sessions)],
    ['avg_number_of_user_events', ratio(of.events, of.sessions)],
    ['avg_number_of_transactions_per_user_point', ratio(of.transactions, of.users)],
    ['avg_transaction_amount', ratio(of.revenue, of.transactions)],
    ['avg_revenue_per_user_point', ratio(of.revenue, of.users)],
  ]);
}
