import { Body, Controller, Param, Query } from '@nestjs/common';
import type { Caller, Role } from '@tributary/contracts/admin/access';
import { constraintViolation } from '@tributary/contracts/errors';
import type {
  AudienceSegmentListQuery,
  NewAudienceSegmentQuery,
  AudienceSegment,
} from '@tributary/contracts/tracking/audience-segment';
import { audienceSegments } from '@tributary/contracts/endpoints/tracking-ingest/audience-segments.operations';
import { bodyOf, Serves } from '@tributary/http/endpoints/serves';
import { CurrentCaller } from '@tributary/http/current-caller';
import { resourceId } from '@tributary/http/ids';
import { paged, type Paged } from '@tributary/http/paged';
import { parse, parseOrThrow } from '@tributary/http/parse';
import { deleted, ok, type Deleted, type Ok } from '@tributary/http/responses';
import { Access } from '@tributary/security/access';
import { DirectoryStore } from '@tributary/security/directory.store';
import { AudienceSegmentsRepository } from './audience-segments.repository.js';
import { chooseOrganisation } from './choose-organisation.js';

const {
  listAudienceSegments,
  createAudienceSegment,
  getAudienceSegment,
  updateAudienceSegment,
  deleteAudienceSegment,
} = audienceSegments.operations;

@Controller()
export class AudienceSegmentsController {
  constructor(
    private readonly segments: AudienceSegmentsRepository,
    private readonly access: Access,
    private readonly directory: DirectoryStore,
  ) {}

  @Serves(listAudienceSegments)
  async list(
    @CurrentCaller() caller: Caller,
    @Query(parse(listAudienceSegments.query)) query: AudienceSegmentListQuery,
  ): Promise<Paged<AudienceSegment>> {
    this.access.requireOrganisation(caller, query.organisation_id, 'READER');
    if (query.datamart_id !== undefined) this.access.requireDatamart(caller, query.datamart_id, 'READER');
    return paged(await this.segments.list(query, Date.now()), query);
  }

  @Serves(createAudienceSegment)
  async create(
    @CurrentCaller() caller: Caller,
    @Query(parse(createAudienceSegment.query)) query: NewAudienceSegmentQuery,
    @Body() body: unknown,
  ): Promise<Ok<AudienceSegment>> {
    this.access.requireSomewhere(caller, 'EDITOR');
    const { organisation_id: ofBody, ...input } = parseOrThrow(bodyOf(createAudienceSegment), body);
    const organisation_id = chooseOrganisation(query.organisation_id, ofBody);
    this.access.requireOrganisation(caller, organisation_id, 'EDITOR');
    this.access.requireDatamart(caller, input.datamart_id, 'READER');
    if (this.directory.organisationOf(input.datamart_id) !== organisation_id)
      throw constraintViolation('datamart_id: the datamart belongs to another organisation');
    return ok(await this.segments.insert({ organisation_id, ...input }, Date.now()));
  }

  @Serves(getAudienceSegment)
  async get(
    @CurrentCaller() caller: Caller,
    @Param('audience_segment_id', resourceId) id: string,
  ): Promise<Ok<AudienceSegment>> {
    return ok(await this.segments.get(await this.authorize(caller, id, 'READER'), Date.now()));
  }

  @Serves(updateAudienceSegment)
  async update(
    @CurrentCaller() caller: Caller,
    @Param('audience_segment_id', resourceId) id: string,
    // Parsed after authorization: a caller without access must get 404 or 403, not the errors of the body.
    @Body() body: unknown,
  ): Promise<Ok<AudienceSegment>> {
    const path = await this.authorize(caller, id, 'EDITOR');
    return ok(await this.segments.update(path, parseOrThrow(bodyOf(updateAudienceSegment), body), Date.now()));
  }

  @Serves(deleteAudienceSegment)
  async delete(
    @CurrentCaller() caller: Caller,
    @Param('audience_segment_id', resourceId) id: string,
  ): Promise<Deleted> {
    await this.segments.delete(await this.authorize(caller, id, 'EDITOR'), Date.now());
    return deleted;
  }

  private async authorize(caller: Caller, id: string, needed: Role): Promise<{ datamart_id: string; id: string }> {
    const owner = await this.segments.ownerOf(id);
    this.access.requireResource(caller, owner, needed);
    return { datamart_id: owner.datamart_id, id };
  }
}
