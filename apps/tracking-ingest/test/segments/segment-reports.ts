import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Consume } from '@tributary/bus/messages/consume';
import type { Received, Rejection } from '@tributary/bus/messages/message';
import { segmentChanged } from '@tributary/contracts/topics/topics';
import type { SegmentChanged } from '@tributary/contracts/tracking/user-point';

/** Stands in for analytics: of one membership the highest version wins, in any order. */
@Controller()
export class SegmentReports {
  static readonly known = new Map<string, SegmentChanged['changes'][number]>();

  static members(segment_id: string): string[] {
    const own = [...this.known.values()].filter((change) => change.segment_id === segment_id && change.is_member);
    return own.map(({ user_point_id }) => user_point_id);
  }

  @Consume(segmentChanged, { group: 'test.reports' })
  handle(@Payload() batch: Received<SegmentChanged>[]): Rejection[] {
    for (const change of batch.flatMap(({ value }) => value.changes)) {
      const key = `${change.user_point_id}/${change.segment_id}`;
      if ((SegmentReports.known.get(key)?.version ?? 0) < change.version) SegmentReports.known.set(key, change);
    }
    return [];
  }
}
