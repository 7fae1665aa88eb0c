import { Controller, Get, Param, Query } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/admin/access';
import { AuditEventsQuery } from '@tributary/contracts/audit/audit-event';
import { IntegerId } from '@tributary/contracts/values/integer-id';
import { CurrentCaller } from '@tributary/http/current-caller';
import { paged } from '@tributary/http/paged';
import { parse } from '@tributary/http/parse';
import { Access } from '@tributary/security/access';
import { z } from 'zod';
import { AuditEventsRepository } from './audit-events.repository.js';

const OrganisationPath = z.object({ organisation_id: IntegerId });
type OrganisationPath = z.infer<typeof OrganisationPath>;

@Controller('v1/organisations/:organisation_id/audit_events')
export class AuditEventsController {
  constructor(
    private readonly events: AuditEventsRepository,
    private readonly access: Access,
  ) {}

  @Get()
  async list(
    @CurrentCaller() caller: Caller,
    @Param(parse(OrganisationPath)) { organisation_id }: OrganisationPath,
    @Query(parse(AuditEventsQuery)) query: AuditEventsQuery,
  ) {
    this.access.requireOrganisation(caller, organisation_id, 'ORGANISATION_ADMIN');
    return paged(await this.events.list(organisation_id, query), query);
  }
}
