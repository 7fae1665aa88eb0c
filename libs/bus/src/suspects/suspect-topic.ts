import type { Topic } from '@tributary/contracts/topics/topic';
import { appNames } from '@tributary/contracts/topics/topic-description';

/**
 * Written by the watchdog of any process, read by the process that gets the partitions of one that it has ended. Each app
 * has its own: a user who could write that of another app could make it skip any message.
 */
export const suspectTopic = (app: string) =>
  ({ name: `consumers.thread-blocked.${app}.v1`, partitions: 1, retention: { days: 1 } }) satisfies Pick<
    Topic<unknown>,
    'name' | 'partitions' | 'retention'
  >;

/** The topic of the app that a group belongs to: `<app>.<handler>`. */
export const suspectTopicOf = (group: string) => suspectTopic(group.split('.')[0] ?? '').name;

export const suspectTopics = appNames.map(suspectTopic);
