import { Controller, type Type } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Consume } from '@tributary/bus/messages/consume';
import type { Received, Rejection } from '@tributary/bus/messages/message';
import type { Topic } from '@tributary/contracts/topics/topic';

/** A consumer in place of an app's, for `controllers` of a booted gateway, and the messages that it has got. */
export function consumedMessages<T>(topic: Topic<T>, group: string): { controller: Type; messages: T[] } {
  const messages: T[] = [];
  @Controller()
  class Consumer {
    @Consume(topic, { group })
    handle(@Payload() batch: Received<T>[]): Rejection[] {
      messages.push(...batch.map(({ value }) => value));
      return [];
    }
  }
  return { controller: Consumer, messages };
}
