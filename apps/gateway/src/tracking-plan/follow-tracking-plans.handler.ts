import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Consume } from '@tributary/bus/messages/consume';
import type { Received, Rejection } from '@tributary/bus/messages/message';
import { eventTypeChanged } from '@tributary/contracts/topics/topics';
import type { EventTypeChanged } from '@tributary/contracts/tracking-plan/event-type';
import { TrackingPlans } from '@tributary/http/tracking-plan/tracking-plans';

/** Keeps this process's copy of the tracking plans current: it reads the whole topic, then follows it. */
@Controller()
export class FollowTrackingPlansHandler {
  constructor(private readonly plans: TrackingPlans) {}

  @Consume(eventTypeChanged, { group: 'gateway.follow-tracking-plans', broadcast: true, mayStayEmpty: true })
  handle(@Payload() batch: Received<EventTypeChanged | null>[]): Rejection[] {
    for (const { key, value } of batch) {
      if (value) this.plans.apply(value);
      else this.plans.forget(key);
    }
    return [];
  }
}
