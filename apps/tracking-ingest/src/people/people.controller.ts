import { Controller, Param, Query } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/admin/access';
import { audienceSegments } from '@tributary/contracts/endpoints/tracking-ingest/audience-segments.operations';
import { tracking } from '@tributary/contracts/endpoints/tracking-ingest/tracking.operations';
import type { ListQuery } from '@tributary/contracts/list-query';
import type { ListedPerson, SegmentMember } from '@tributary/contracts/people/listed-person';
import { DatamartPath } from '@tributary/contracts/values/integer-id';
import { Serves } from '@tributary/http/endpoints/serves';
import { CurrentCaller } from '@tributary/http/current-caller';
import { resourceId } from '@tributary/http/ids';
import { paged, type Paged } from '@tributary/http/paged';
import { parse, parseOrThrow } from '@tributary/http/parse';
import { Access } from '@tributary/security/access';
import { AudienceSegmentsRepository } from '../audience-segments/audience-segments.repository.js';
import { PeopleRepository } from './people.repository.js';

const { listRecentPeople } = tracking.operations;
const { listSegmentMembers } = audienceSegments.operations;

@Controller()
export class PeopleController {
  constructor(
    private readonly people: PeopleRepository,
    private readonly segments: AudienceSegmentsRepository,
    private readonly access: Access,
  ) {}

  @Serves(listRecentPeople)
  async recent(
    @Param(parse(DatamartPath)) { datamart_id }: DatamartPath,
    @Query(parse(listRecentPeople.query)) page: ListQuery,
  ): Promise<Paged<ListedPerson>> {
    return paged(await this.people.listRecent(datamart_id, page, Date.now()), page);
  }

  @Serves(listSegmentMembers)
  async members(
    @CurrentCaller() caller: Caller,
    @Param('audience_segment_id', resourceId) segment_id: string,
    // Parsed after authorization: a caller without access must get 404 or 403, not the errors of the query.
    @Query() query: unknown,
  ): Promise<Paged<SegmentMember>> {
    const owner = await this.segments.ownerOf(segment_id);
    this.access.requireResource(caller, owner, 'READER');
    const page = parseOrThrow(listSegmentMembers.query, query);
    const segment = { datamart_id: owner.datamart_id, segment_id };
    return paged(await this.people.listMembers(segment, page, Date.now()), page);
  }
}
