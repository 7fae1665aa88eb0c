import { Controller, Get, Query } from '@nestjs/common';
import { ListQuery } from '@tributary/contracts/list-query';
import { JsonText } from '@tributary/http/json-text';
import { parse } from '@tributary/http/parse';
import { AccountInPath, UserPointInPath, type UserPointPath } from '../selectors/path-segments.js';
import { membershipsText } from './memberships-text.js';
import { SegmentsRepository } from './segments.repository.js';

/** The paths that older clients use for the reads of `SegmentsController`. A `/` may join the two ids of an account. */
@Controller('v1/datamarts/:datamart_id/user_segments')
export class OlderSegmentPathsController {
  constructor(private readonly segments: SegmentsRepository) {}

  @Get(':user_point')
  @JsonText()
  async list(@UserPointInPath() path: UserPointPath, @Query(parse(ListQuery)) page: ListQuery): Promise<string> {
    return membershipsText(await this.segments.list(path, page, Date.now()), page);
  }

  @Get(':compartment/:account')
  @JsonText()
  async listOfAccount(@AccountInPath() path: UserPointPath, @Query(parse(ListQuery)) page: ListQuery): Promise<string> {
    return membershipsText(await this.segments.list(path, page, Date.now()), page);
  }
}
