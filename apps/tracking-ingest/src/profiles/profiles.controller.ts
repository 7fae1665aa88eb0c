import { Controller, Delete, Get, Put, Query, Req } from '@nestjs/common';
import { ListQuery } from '@tributary/contracts/list-query';
import { profileFields, UserProfileInput, UserProfileQuery } from '@tributary/contracts/tracking/user-profile';
import { writeTime } from '@tributary/contracts/tracking/write-time';
import '@tributary/http/caller';
import { JsonText, okText, pagedText } from '@tributary/http/json-text';
import { parse, parseExactly } from '@tributary/http/parse';
import { deleted, type Deleted } from '@tributary/http/responses';
import type { FastifyRequest } from 'fastify';
import { ProfileInPath, UserPointInPath, type ProfilePath, type UserPointPath } from '../selectors/path-segments.js';
import { parseJsonObject, without } from './json-value.js';
import { profileText } from './profile-rows.js';
import { ProfilesRepository } from './profiles.repository.js';
import { ApiError } from '@tributary/contracts/errors';
import type { SelectedAccount } from '@tributary/contracts/tracking/user-point-selector';

@Controller('v1/datamarts/:datamart_id/user_points/:user_point/user_profiles')
export class ProfilesController {
  constructor(private readonly profiles: ProfilesRepository) {}

  @Get()
  @JsonText()
  async list(@UserPointInPath() path: UserPointPath, @Query(parse(ListQuery)) page: ListQuery): Promise<string> {
    const { items, total } = await this.profiles.list(path, page);
    return pagedText({ items: items.map(profileText), total }, page);
  }

  @Get(':compartment/:account')
  @JsonText()
  async get(@ProfileInPath() path: ProfilePath): Promise<string> {
    return okText(profileText(await this.profiles.get(path)));
  }

  @Put(':compartment/:account')
  @JsonText()
  async put(
    @ProfileInPath() path: ProfilePath,
    @Query(parse(UserProfileQuery)) how: UserProfileQuery,
    @Req() { id: request_id, body: value, bodyText: text = '' }: FastifyRequest,
  ): Promise<string> {
    const body = parseExactly(UserProfileInput, { text, value });
    requireSameAccount(body, path.account);
    const now = Date.now();
    const properties = without(parseJsonObject(text), profileFields);
    const ts = writeTime(body.$ts ?? now, now);
    return okText(profileText(await this.profiles.update(path, { ...how, properties, ts }, { now, request_id })));
  }

  @Delete(':compartment/:account')
  async delete(@ProfileInPath() path: ProfilePath): Promise<Deleted> {
    await this.profiles.delete(path, Date.now());
    return deleted;
  }
}

/** A body may repeat the account of the path. @throws CONSTRAINT_VIOLATION_EXCEPTION when it names another one */
function requireSameAccount(
  { $compartment_id, $user_account_id }: UserProfileInput,
  { compartment_id, user_account_id }: SelectedAccount,
): void {
  if (($compartment_id ?? compartment_id) !== compartment_id) throw disagrees('$compartment_id');
  if (($user_account_id ?? user_account_id) !== user_account_id) throw disagrees('$user_account_id');
}

const disagrees = (field: string) =>
  new ApiError('CONSTRAINT_VIOLATION_EXCEPTION', `${field}: is not the one of the path`);
