import { Controller, Inject, type Type } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { Topic } from '@tributary/contracts/topics/topic';
import { Consume, type ConsumeOptions } from './consume.js';
import type { Received, Rejection } from './message.js';

/** A process's own copy of what a compacted topic holds. */
export interface TopicCopy<Value> {
  apply(value: Value): void;
  forget(key: string): void;
}

/** Creates the handler that keeps a copy current: it reads the whole topic, then follows it. */
export function topicFollower<Value>(
  copy: Type<TopicCopy<Value>>,
  topic: Topic<Value>,
  options: Pick<ConsumeOptions, 'group' | 'mayStayEmpty'>,
): Type {
  @Controller()
  class TopicFollower {
    constructor(@Inject(copy) private readonly copied: TopicCopy<Value>) {}

    @Consume(topic, { ...options, broadcast: true })
    handle(@Payload() batch: Received<Value | null>[]): Rejection[] {
      for (const { key, value } of batch) {
        if (value) this.copied.apply(value);
        else this.copied.forget(key);
      }
      return [];
    }
  }
  return TopicFollower;
}
