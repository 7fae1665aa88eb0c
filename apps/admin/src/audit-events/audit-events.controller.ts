import { Controller, Param, Query } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/admin/access';
import type { AuditEventsQuery } from '@tributary/contracts/audit/audit-event';
import { OrganisationPath } from '@tributary/contracts/values/integer-id';
import { tenants } from '@tributary/contracts/endpoints/admin/tenants.operations';
import { Serves } from '@tributary/http/endpoints/serves';
import { CurrentCaller } from '@tributary/http/current-caller';
import { paged } from '@tributary/http/paged';
import { parse } from '@tributary/http/parse';
import { Access } from '@tributary/security/access';
import { AuditEventsRepository } from './audit-events.repository.js';

const { listAuditEvents } = tenants.operations;

@Controller()
export class AuditEventsController {
  constructor(
    private readonly events: AuditEventsRepository,
    private readonly access: Access,
  ) {}

  @Serves(listAuditEvents)
  async list(
    @CurrentCaller() caller: Caller,
    @Param(parse(OrganisationPath)) { organisation_id }: OrganisationPath,
    @Query(parse(listAuditEvents.query)) query: AuditEventsQuery,
  ) {
    this.access.requireOrganisation(caller, organisation_id, 'ORGANISATION_ADMIN');
    return paged(await this.events.list(organisation_id, query), query);
  }
}
