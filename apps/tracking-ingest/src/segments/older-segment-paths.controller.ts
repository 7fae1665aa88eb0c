import { Controller, Query } from '@nestjs/common';
import type { ListQuery } from '@tributary/contracts/list-query';
import { tracking } from '@tributary/contracts/endpoints/tracking-ingest/tracking.operations';
import { Serves } from '@tributary/http/endpoints/serves';
import { JsonText } from '@tributary/http/json-text';
import { parse } from '@tributary/http/parse';
import { AccountInPath, UserPointInPath, type UserPointPath } from '../selectors/path-segments.js';
import { membershipsText } from './memberships-text.js';
import { SegmentsRepository } from './segments.repository.js';

const { listUserSegmentsOfSelector, listUserSegmentsOfAccount } = tracking.operations;

/** The paths that older clients use for the reads of `SegmentsController`. A `/` may join the two ids of an account. */
@Controller()
export class OlderSegmentPathsController {
  constructor(private readonly segments: SegmentsRepository) {}

  @Serves(listUserSegmentsOfSelector)
  @JsonText()
  async list(
    @UserPointInPath() path: UserPointPath,
    @Query(parse(listUserSegmentsOfSelector.query)) page: ListQuery,
  ): Promise<string> {
    return membershipsText(await this.segments.list(path, page, Date.now()), page);
  }

  @Serves(listUserSegmentsOfAccount)
  @JsonText()
  async listOfAccount(
    @AccountInPath() path: UserPointPath,
    @Query(parse(listUserSegmentsOfAccount.query)) page: ListQuery,
  ): Promise<string> {
    return membershipsText(await this.segments.list(path, page, Date.now()), page);
  }
}
