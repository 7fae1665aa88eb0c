import { Controller, Query, Req } from '@nestjs/common';
import type { ListQuery } from '@tributary/contracts/list-query';
import {
  profileFields,
  type UserProfileInput,
  type UserProfileQuery,
} from '@tributary/contracts/tracking/user-profile';
import { writeTime } from '@tributary/contracts/tracking/write-time';
import { profiles } from '@tributary/contracts/endpoints/tracking-ingest/profiles.operations';
import { bodyOf, Serves } from '@tributary/http/endpoints/serves';
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

const { listUserProfiles, getUserProfile, putUserProfile, deleteUserProfile } = profiles.operations;

@Controller()
export class ProfilesController {
  constructor(private readonly profiles: ProfilesRepository) {}

  @Serves(listUserProfiles)
  @JsonText()
  async list(
    @UserPointInPath() path: UserPointPath,
    @Query(parse(listUserProfiles.query)) page: ListQuery,
  ): Promise<string> {
    const { items, total } = await this.profiles.list(path, page);
    return pagedText({ items: items.map(profileText), total }, page);
  }

  @Serves(getUserProfile)
  @JsonText()
  async get(@ProfileInPath() path: ProfilePath): Promise<string> {
    return okText(profileText(await this.profiles.get(path)));
  }

  @Serves(putUserProfile)
  @JsonText()
  async put(
    @ProfileInPath() path: ProfilePath,
    @Query(parse(putUserProfile.query)) how: UserProfileQuery,
    @Req() { id: request_id, body: value, bodyText: text = '' }: FastifyRequest,
  ): Promise<string> {
    const body = parseExactly(bodyOf(putUserProfile), { text, value });
    requireSameAccount(body, path.account);
    const now = Date.now();
    const properties = without(parseJsonObject(text), profileFields);
    const ts = writeTime(body.$ts ?? now, now);
    return okText(profileText(await this.profiles.update(path, { ...how, properties, ts }, { now, request_id })));
  }

  @Serves(deleteUserProfile)
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
