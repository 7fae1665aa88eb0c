// Handles bodies of 1 MiB one after the other, in a thread with a small heap (heap.spec.ts). It runs the compiled code.
import { workerData } from 'node:worker_threads';
import { DashboardContent } from '@tributary/contracts/admin/dashboard-content';
import { ReportRequest } from '@tributary/contracts/analytics/report';
import { ApiError } from '@tributary/contracts/errors';
import { AssociationLine } from '@tributary/contracts/imports/import-lines';
import { UserActivity } from '@tributary/contracts/tracking/user-activity';
import { parseJson } from '@tributary/http/json-body';
import { parseOrThrow } from '@tributary/http/parse';
import { z } from 'zod';
import { applyUpdates } from '../dist/profiles/apply-updates.js';
import { parseJsonObject } from '../dist/profiles/json-value.js';

const size = 1024 * 1024 - 200;
const listOf = (value) =>
  Array(Math.floor(size / (value.length + 1)))
    .fill(value)
    .join(',');
const numbered = (name) =>
  Array.from({ length: size / (name(100_000).length + 1) }, (_, index) => name(index)).join(',');

const validate = (schema) => (text) => parseOrThrow(schema, parseJson(Buffer.from(text)).value);
const update = (strategy) => (text) => {
  const change = { properties: parseJsonObject(text), strategy, mergeObjects: true, ts: 1 };
  const { stored } = applyUpdates(undefined, [change]);
  return applyUpdates(stored, [{ ...change, ts: 2 }]);
};

const bodies = {
  product: [
    [validate(UserActivity), `{"$type":"x","$events":[${listOf('{}')}]}`],
    [validate(UserActivity), `{"$type":"x","$events":[${listOf('1')}]}`],
    [validate(UserActivity), `{"$type":"x","$user_identifiers":[${listOf('{}')}]}`],
    [validate(UserActivity), `{"$type":"x","$user_agent_id":"a",${numbered((index) => `"k${index}":1`)}}`],
    [validate(UserActivity), '['.repeat(size / 2) + ']'.repeat(size / 2)],
    [validate(AssociationLine), `{"identifiers":[${listOf('{}')}]}`],
    [validate(DashboardContent), `{"sections":[{"cards":[${listOf('{}')}]}]}`],
    [validate(ReportRequest), `{"dimension_filter_clauses":{"filters":[{"expressions":[${listOf('{}')}]}]}}`],
    [update('PARTIAL_UPDATE'), `{"a":[${listOf('1')}]}`],
    [update('PARTIAL_UPDATE'), `{${numbered((index) => `"k${index}":1`)}}`],
    [update('PARTIAL_DELETE'), `{"a":[${numbered((index) => `1${index}`)}]}`],
  ],
  // The control: every problem of a body is collected.
  control: [[validate(z.array(z.looseObject({ a: z.string(), b: z.string() }))), `[${listOf('{}')}]`]],
};

for (const [handle, body] of bodies[workerData])
  try {
    handle(body);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
