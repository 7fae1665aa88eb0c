import { Controller, Get, Param, Query } from '@nestjs/common';
import { ListQuery } from '@tributary/contracts/list-query';
import type { FlaggedPerson } from '@tributary/contracts/people/flagged-person';
import { DatamartPath } from '@tributary/contracts/values/integer-id';
import { paged, type Paged } from '@tributary/http/paged';
import { parse } from '@tributary/http/parse';
import { FlaggedPeopleRepository } from './flagged-people.repository.js';

@Controller('v1/datamarts/:datamart_id/user_points/flagged')
export class FlaggedPeopleController {
  constructor(private readonly people: FlaggedPeopleRepository) {}

  @Get()
  async list(
    @Param(parse(DatamartPath)) { datamart_id }: DatamartPath,
    @Query(parse(ListQuery)) page: ListQuery,
  ): Promise<Paged<FlaggedPerson>> {
    return paged(await this.people.list(datamart_id, page, Date.now()), page);
  }
}
