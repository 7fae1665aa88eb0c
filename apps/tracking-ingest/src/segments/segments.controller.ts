import { Controller, Get, Query } from '@nestjs/common';
import { ListQuery } from '@tributary/contracts/list-query';
import { JsonText } from '@tributary/http/json-text';
import { parse } from '@tributary/http/parse';
import { UserPointInPath, type UserPointPath } from '../selectors/path-segments.js';
import { membershipsText } from './memberships-text.js';
import { SegmentsRepository } from './segments.repository.js';

@Controller('v1/datamarts/:datamart_id/user_points/:user_point/user_segments')
export class SegmentsController {
  constructor(private readonly segments: SegmentsRepository) {}

  @Get()
  @JsonText()
  async list(@UserPointInPath() path: UserPointPath, @Query(parse(ListQuery)) page: ListQuery): Promise<string> {
    return membershipsText(await this.segments.list(path, page, Date.now()), page);
  }
}
