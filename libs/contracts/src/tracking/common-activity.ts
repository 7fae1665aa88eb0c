import { acceptorOf } from '../values/acceptor.js';
import { UserActivity } from './user-activity.js';

/**
 * True for activities that the schema accepts as they are, in a third of its time. Derived from the schema. All others are
 * the schema's to judge: it may change them.
 */
export const isCommonActivity = acceptorOf(UserActivity) as (value: unknown) => value is UserActivity;
