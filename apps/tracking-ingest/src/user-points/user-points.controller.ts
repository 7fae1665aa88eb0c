import { Controller, Delete, Get, Query } from '@nestjs/common';
import { ActivitiesQuery } from '@tributary/contracts/tracking/activity';
import { ListQuery } from '@tributary/contracts/list-query';
import type { UserIdentifier, UserPoint } from '@tributary/contracts/tracking/user-point';
import { JsonText, pagedText } from '@tributary/http/json-text';
import { paged, type Paged } from '@tributary/http/paged';
import { parse } from '@tributary/http/parse';
import { deleted, ok, type Deleted, type Ok } from '@tributary/http/responses';
import { UserActivitiesRepository } from './user-activities.repository.js';
import { ErasedInPath, UserPointInPath, type ErasurePath, type UserPointPath } from '../selectors/path-segments.js';
import { UserPointsRepository } from './user-points.repository.js';

@Controller('v1/datamarts/:datamart_id/user_points/:user_point')
export class UserPointsController {
  constructor(
    private readonly userPoints: UserPointsRepository,
    private readonly activities: UserActivitiesRepository,
  ) {}

  @Get()
  async get(@UserPointInPath() path: UserPointPath): Promise<Ok<UserPoint>> {
    return ok(await this.userPoints.get(path));
  }

  @Get('user_identifiers')
  async listIdentifiers(
    @UserPointInPath() path: UserPointPath,
    @Query(parse(ListQuery)) page: ListQuery,
  ): Promise<Paged<UserIdentifier>> {
    return paged(await this.userPoints.listIdentifiers(path, page), page);
  }

  @Get('user_activities')
  @JsonText()
  async listActivities(
    @UserPointInPath() path: UserPointPath,
    @Query(parse(ActivitiesQuery)) page: ActivitiesQuery,
  ): Promise<string> {
    return pagedText(await this.activities.list(path, page), page);
  }

  @Delete()
  async erase(@ErasedInPath() path: ErasurePath): Promise<Deleted> {
    await this.userPoints.erase(path);
    return deleted;
  }
}
