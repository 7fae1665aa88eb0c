import { Controller, Get, Query } from '@nestjs/common';
import { ListQuery } from '@tributary/contracts/list-query';
import { JsonText, pagedText } from '@tributary/http/json-text';
import { parse } from '@tributary/http/parse';
import { UserPointInPath, type UserPointPath } from '../selectors/path-segments.js';
import { SegmentsRepository, type Membership } from './segments.repository.js';

@Controller('v1/datamarts/:datamart_id/user_points/:user_point/user_segments')
export class SegmentsController {
  constructor(private readonly segments: SegmentsRepository) {}

  @Get()
  @JsonText()
  async list(@UserPointInPath() path: UserPointPath, @Query(parse(ListQuery)) page: ListQuery): Promise<string> {
    const { items, total } = await this.segments.list(path, page, Date.now());
    return pagedText({ items: items.map(toText), total }, page);
  }
}

/** The data bag as it was sent. */
const toText = ({ segment_id, data_bag, creation_ts, last_modified_ts, expiration_ts }: Membership) =>
  `{"segment_id":${JSON.stringify(segment_id)},"data_bag":${data_bag ?? 'null'},"creation_ts":${creation_ts},` +
  `"last_modified_ts":${last_modified_ts},"expiration_ts":${expiration_ts ?? 'null'}}`;
