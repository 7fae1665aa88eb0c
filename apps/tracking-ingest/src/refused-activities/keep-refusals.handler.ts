import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Consume } from '@tributary/bus/messages/consume';
import type { Received, Rejection } from '@tributary/bus/messages/message';
import {
  type ActivitiesRefused,
  publicCredentialIn,
  type ReceivedRefusal,
} from '@tributary/contracts/refusals/refused-activity';
import { activitiesRefused } from '@tributary/contracts/topics/topics';
import { IngestCounters } from '../activities/ingest-counters.js';
import { RefusedActivitiesRepository } from './refused-activities.repository.js';
import { isObject } from '@tributary/contracts/rules/json/json-object';
import type { RefusedEvent } from '../observed-events/observed-events.js';

const place = /^\$events\[(\d{1,9})\]\.\$properties/;

/**
 * The event because of which the tracking plan refused a body; undefined for another reason, and if only a part of the body
 * was kept. The events that write to profiles and choices have rules of the platform.
 */
function refusedEventOf(datamart_id: string, refusal: ReceivedRefusal): RefusedEvent | undefined {
  const { error, body, is_json, is_cut, received_ts, credential } = refusal;
  const [, index] = place.exec(error) ?? [];
  if (index === undefined || !is_json || is_cut || body === '') return undefined;
  const { $events } = JSON.parse(body) as { $events?: unknown };
  const event: unknown = Array.isArray($events) ? $events[Number(index)] : undefined;
  const event_name = isObject(event) ? event['$event_name'] : undefined;
  if (typeof event_name !== 'string' || event_name === '' || special.has(event_name)) return undefined;
  return { datamart_id, event_name, received_ts, is_public: publicCredentialIn(credential) !== undefined, error };
}

const special = new Set(['$set_user_profile_properties', '$set_user_choice']);

@Controller()
export class KeepRefusalsHandler {
  constructor(
    private readonly refusals: RefusedActivitiesRepository,
    private readonly counters: IngestCounters,
  ) {}

  @Consume(activitiesRefused, { group: 'tracking-ingest.keep-refusals', maxBatch: 20 })
  async handle(@Payload() batch: Received<ActivitiesRefused>[]): Promise<Rejection[]> {
    const messages = batch.map(({ value }) => value);
    for (const [datamart_id, own] of Map.groupBy(messages, (message) => message.datamart_id))
      for (const refusal of await this.refusals.store(datamart_id, own)) {
        const broken = refusedEventOf(datamart_id, refusal);
        if (broken) this.counters.events.addRefused(broken);
      }
    return [];
  }
}
