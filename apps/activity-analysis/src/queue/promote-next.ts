import { plainColumns } from '@tributary/database/plain-array';
import { readNow } from '@tributary/database/sql-expressions';
import type { Statement } from '@tributary/database/transaction';

/** An activity that has left a queue. */
interface LeftActivity {
  analyzer_id: string;
  person_id: string;
  channel_id: string;
}

/**
 * Makes the next activity of each person due, in the queue that one of its activities has left. The transaction has locked
 * the queues: no activity enters them unseen.
 */
export const promoteNext = (left: LeftActivity[]): Statement => ({
  name: 'promote-next',
  text: `
    update waiting_activities waiting set due_time = waiting.accepted_time
    from (
      select distinct following.datamart_id, following.activity_id, following.due_time
      from unnest($1::uuid[], $2::bigint[], $3::text[]) as given (person_id, analyzer_id, channel_id),
      lateral (
        select datamart_id, activity_id, due_time from waiting_activities candidate
        where candidate.person_id = given.person_id and candidate.analyzer_id = given.analyzer_id
          and candidate.channel_id = given.channel_id
        order by position limit 1) as following
      where following.due_time is null) as next
    where waiting.datamart_id = next.datamart_id and waiting.activity_id = next.activity_id
      and waiting.due_time is not distinct from next.due_time`,
  values: [...plainColumns(left, 'person_id', 'analyzer_id'), left.map(({ channel_id }) => channel_id)],
});

/**
 * Makes activities due that have waited so long behind others of their person that they have expired. To expire makes no
 * call, so they need no order.
 */
export const promoteExpired = (maxWaitMs: number): Statement => ({
  text: `
    update waiting_activities waiting set due_time = accepted_time
    from (
      select datamart_id, activity_id from waiting_activities
      where due_time is null and accepted_time < ${readNow} - $1 * interval '1 millisecond'
      order by accepted_time limit 5000 for update skip locked) as expired
    where waiting.datamart_id = expired.datamart_id and waiting.activity_id = expired.activity_id`,
  values: [maxWaitMs],
});

/**
 * Puts activities that wait for another attempt in the order of their acceptance again, once they are due: only so their
 * expiration is found, if a throttling refuses further attempts.
 */
export const reorderRetried: Statement = {
  text: `
    update waiting_activities waiting set due_time = accepted_time
    from (
      select datamart_id, activity_id from waiting_activities
      where attempts > 0 and claim_id is null and due_time <= ${readNow} and due_time > accepted_time
      order by due_time limit 5000 for update skip locked) as retried
    where waiting.datamart_id = retried.datamart_id and waiting.activity_id = retried.activity_id`,
};
