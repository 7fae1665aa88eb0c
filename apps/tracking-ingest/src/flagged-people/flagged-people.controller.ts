import { Controller, Param, Query } from '@nestjs/common';
import type { ListQuery } from '@tributary/contracts/list-query';
import type { FlaggedPerson } from '@tributary/contracts/people/flagged-person';
import { DatamartPath } from '@tributary/contracts/values/integer-id';
import { tracking } from '@tributary/contracts/endpoints/tracking-ingest/tracking.operations';
import { Serves } from '@tributary/http/endpoints/serves';
import { paged, type Paged } from '@tributary/http/paged';
import { parse } from '@tributary/http/parse';
import { FlaggedPeopleRepository } from './flagged-people.repository.js';

const { listFlaggedPeople } = tracking.operations;

@Controller()
export class FlaggedPeopleController {
  constructor(private readonly people: FlaggedPeopleRepository) {}

  @Serves(listFlaggedPeople)
  async list(
    @Param(parse(DatamartPath)) { datamart_id }: DatamartPath,
    @Query(parse(listFlaggedPeople.query)) page: ListQuery,
  ): Promise<Paged<FlaggedPerson>> {
    return paged(await this.people.list(datamart_id, page, Date.now()), page);
  }
}
