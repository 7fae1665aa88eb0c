import { Controller, Query } from '@nestjs/common';
import type { ActivitiesQuery } from '@tributary/contracts/tracking/activity';
import type { ListQuery } from '@tributary/contracts/list-query';
import type { UserIdentifier, UserPoint } from '@tributary/contracts/tracking/user-point';
import { tracking } from '@tributary/contracts/endpoints/tracking-ingest/tracking.operations';
import { Serves } from '@tributary/http/endpoints/serves';
import { JsonText, pagedText } from '@tributary/http/json-text';
import { paged, type Paged } from '@tributary/http/paged';
import { parse } from '@tributary/http/parse';
import { deleted, ok, type Deleted, type Ok } from '@tributary/http/responses';
import { UserActivitiesRepository } from './user-activities.repository.js';
import { ErasedInPath, UserPointInPath, type ErasurePath, type UserPointPath } from '../selectors/path-segments.js';
import { UserPointsRepository } from './user-points.repository.js';

const { getUserPoint, listUserIdentifiers, listUserActivities, eraseUserPoint } = tracking.operations;

@Controller()
export class UserPointsController {
  constructor(
    private readonly userPoints: UserPointsRepository,
    private readonly activities: UserActivitiesRepository,
  ) {}

  @Serves(getUserPoint)
  async get(@UserPointInPath() path: UserPointPath): Promise<Ok<UserPoint>> {
    return ok(await this.userPoints.get(path));
  }

  @Serves(listUserIdentifiers)
  async listIdentifiers(
    @UserPointInPath() path: UserPointPath,
    @Query(parse(listUserIdentifiers.query)) page: ListQuery,
  ): Promise<Paged<UserIdentifier>> {
    return paged(await this.userPoints.listIdentifiers(path, page), page);
  }

  @Serves(listUserActivities)
  @JsonText()
  async listActivities(
    @UserPointInPath() path: UserPointPath,
    @Query(parse(listUserActivities.query)) page: ActivitiesQuery,
  ): Promise<string> {
    return pagedText(await this.activities.list(path, page), page);
  }

  @Serves(eraseUserPoint)
  async erase(@ErasedInPath() path: ErasurePath): Promise<Deleted> {
    await this.userPoints.erase(path);
    return deleted;
  }
}
