import { randomUUID } from 'node:crypto';
import type { ActivityReceived } from '@tributary/contracts/tracking/activity';
import type { ActivityTrace } from '@tributary/contracts/traces/activity-trace';
import { activityReceived } from '@tributary/contracts/topics/topics';
import { TracesRepository } from '../../src/traces/traces.repository.js';
import type { Tracking } from '../tracking.js';

export const datamart_id = '7';
/** Whose activities need the consent for processing 5. */
export const channel = '31';
export const agent = (value: string) => ({ type: 'USER_AGENT' as const, value });
export const account = (value: string) => ({ type: 'USER_ACCOUNT' as const, compartment_id: 'c', value });

export function received(difference: Partial<ActivityReceived> = {}, body: object = {}): ActivityReceived {
  return {
    datamart_id,
    activity_id: randomUUID(),
    received_ts: Date.now(),
    identifiers: [agent(`a-${randomUUID()}`)],
    body: JSON.stringify({ $type: 'TOUCH', ...body }),
    trace: { token_id: '5', hash: '0123456789ab' },
    ...difference,
  };
}

export const publish = ({ app }: Tracking, ...activities: ActivityReceived[]) =>
  app.publisher.publish(
    activityReceived,
    activities.map((value) => ({ id: `${value.datamart_id}/${value.activity_id}`, value })),
  );

export const traceOf = ({ app }: Tracking, activity_id: string, now = Date.now()): Promise<ActivityTrace | undefined> =>
  app.app.get(TracesRepository, { strict: false }).find(datamart_id, activity_id, now);

/** Each step with its fields but the time. */
export const stepsOf = (trace: ActivityTrace | undefined) => trace && withoutTimes(trace.steps);

export const withoutTimes = (steps: object[]) => steps.map((step) => ({ ...step, ts: undefined }));
