import { Controller, Query } from '@nestjs/common';
import type { ListQuery } from '@tributary/contracts/list-query';
import { tracking } from '@tributary/contracts/endpoints/tracking-ingest/tracking.operations';
import { Serves } from '@tributary/http/endpoints/serves';
import { JsonText } from '@tributary/http/json-text';
import { parse } from '@tributary/http/parse';
import { UserPointInPath, type UserPointPath } from '../selectors/path-segments.js';
import { membershipsText } from './memberships-text.js';
import { SegmentsRepository } from './segments.repository.js';

const { listUserSegments } = tracking.operations;

@Controller()
export class SegmentsController {
  constructor(private readonly segments: SegmentsRepository) {}

  @Serves(listUserSegments)
  @JsonText()
  async list(
    @UserPointInPath() path: UserPointPath,
    @Query(parse(listUserSegments.query)) page: ListQuery,
  ): Promise<string> {
    return membershipsText(await this.segments.list(path, page, Date.now()), page);
  }
}
