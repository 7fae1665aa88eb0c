import { Controller, Req } from '@nestjs/common';
import { expirationOf, SegmentId } from '@tributary/contracts/tracking/user-segment';
import { audienceSegments } from '@tributary/contracts/endpoints/tracking-ingest/audience-segments.operations';
import { bodyOf, Serves } from '@tributary/http/endpoints/serves';
import { rawMembers } from '@tributary/http/body/raw-members';
import '@tributary/http/caller';
import { JsonText, okText } from '@tributary/http/json-text';
import { parseExactly, parseOrThrow } from '@tributary/http/parse';
import { deleted, type Deleted } from '@tributary/http/responses';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { MembershipInPath, type MembershipPath } from '../selectors/path-segments.js';
import { membershipText } from '../segments/memberships-text.js';
import { LiveMembershipsRepository } from './live-memberships.repository.js';

const { putUserSegment, deleteUserSegment } = audienceSegments.operations;

const SegmentPath = z.object({ segment_id: SegmentId });

/** Live writes of memberships. They follow the rules of import lines. */
@Controller()
export class LiveMembershipsController {
  constructor(private readonly memberships: LiveMembershipsRepository) {}

  @Serves(putUserSegment)
  @JsonText()
  async put(
    @MembershipInPath() path: MembershipPath,
    @Req() { body: value, bodyText: text = '' }: FastifyRequest,
  ): Promise<string> {
    const body = parseExactly(bodyOf(putUserSegment), { text, value });
    parseOrThrow(SegmentPath, path);
    const now = Date.now();
    const write = { expiration_ts: expirationOf(body, now), data_bag: rawMembers(text).get('data_bag') };
    return okText(membershipText(await this.memberships.write(path, write, now)));
  }

  @Serves(deleteUserSegment)
  async delete(@MembershipInPath() path: MembershipPath): Promise<Deleted> {
    parseOrThrow(SegmentPath, path);
    await this.memberships.delete(path);
    return deleted;
  }
}
