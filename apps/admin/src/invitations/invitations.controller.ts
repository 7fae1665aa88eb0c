import { Body, Controller, Param, Query } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/admin/access';
import type { ListQuery } from '@tributary/contracts/list-query';
import { OrganisationPath } from '@tributary/contracts/values/integer-id';
import { users } from '@tributary/contracts/endpoints/admin/users.operations';
import { bodyOf, Serves } from '@tributary/http/endpoints/serves';
import { CurrentCaller } from '@tributary/http/current-caller';
import { resourceId } from '@tributary/http/ids';
import { paged } from '@tributary/http/paged';
import { roleToManage } from '@tributary/contracts/rules/access/roles';
import { mayActAs, type Subject } from '@tributary/contracts/rules/access/user-rights';
import { parse, parseOrThrow } from '@tributary/http/parse';
import { deleted, ok } from '@tributary/http/responses';
import { Access } from '@tributary/security/access';
import { askerOf } from '../users/user-rights.js';
import { InvitationsRepository } from './invitations.repository.js';

const { listInvitations, createInvitation, revokeInvitation } = users.operations;

@Controller()
export class InvitationsController {
  constructor(
    private readonly invitations: InvitationsRepository,
    private readonly access: Access,
  ) {}

  @Serves(listInvitations)
  async list(
    @CurrentCaller() caller: Caller,
    @Param(parse(OrganisationPath)) { organisation_id }: OrganisationPath,
    @Query(parse(listInvitations.query)) page: ListQuery,
  ) {
    this.access.requireOrganisation(caller, organisation_id, 'ORGANISATION_ADMIN');
    return paged(await this.invitations.list(organisation_id, page), page);
  }

  @Serves(createInvitation)
  async create(
    @CurrentCaller() caller: Caller,
    @Param(parse(OrganisationPath)) { organisation_id }: OrganisationPath,
    @Body() body: unknown,
  ) {
    this.access.requireOrganisation(caller, organisation_id, 'ORGANISATION_ADMIN');
    const input = parseOrThrow(bodyOf(createInvitation), body);
    this.access.requireOrganisation(caller, organisation_id, roleToManage(input.role));
    const inviter = {
      user_id: caller.user_id,
      mayActAs: (subject: Subject) => mayActAs(askerOf(this.access, caller), subject),
    };
    return ok(await this.invitations.insert(organisation_id, input, inviter));
  }

  @Serves(revokeInvitation)
  async delete(
    @CurrentCaller() caller: Caller,
    @Param(parse(OrganisationPath)) { organisation_id }: OrganisationPath,
    @Param('invitation_id', resourceId) id: string,
  ) {
    this.access.requireOrganisation(caller, organisation_id, 'ORGANISATION_ADMIN');
    await this.invitations.delete({ organisation_id, id });
    return deleted;
  }
}
