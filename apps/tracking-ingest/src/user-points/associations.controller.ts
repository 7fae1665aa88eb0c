import { Controller, Param, Req } from '@nestjs/common';
import { declaredIdentifiers } from '@tributary/contracts/imports/declared-identifiers';
import { inOwnSpelling } from '@tributary/contracts/imports/own-spelling';
import type { Association } from '@tributary/contracts/tracking/user-point';
import { DatamartPath } from '@tributary/contracts/values/integer-id';
import { tracking } from '@tributary/contracts/endpoints/tracking-ingest/tracking.operations';
import { bodyOf, Serves } from '@tributary/http/endpoints/serves';
import '@tributary/http/caller';
import { withExactIntegers } from '@tributary/http/body/exact-integers';
import { parse, parseOrThrow } from '@tributary/http/parse';
import { ok, type Ok } from '@tributary/http/responses';
import { DirectoryStore } from '@tributary/security/directory.store';
import type { FastifyRequest } from 'fastify';
import { IngestCounters } from '../activities/ingest-counters.js';
import { AssociationsRepository } from './associations.repository.js';

const { associateUserIdentifiers } = tracking.operations;

/** The identifiers of one person, as in a line of an import. */
@Controller()
export class AssociationsController {
  constructor(
    private readonly associations: AssociationsRepository,
    private readonly counters: IngestCounters,
    private readonly directory: DirectoryStore,
  ) {}

  @Serves(associateUserIdentifiers)
  async associate(
    @Param(parse(DatamartPath)) { datamart_id }: DatamartPath,
    @Req() { id: request_id, body: value, bodyText: text = '' }: FastifyRequest,
  ): Promise<Ok<Association>> {
    const line = parseOrThrow(
      bodyOf(associateUserIdentifiers),
      inOwnSpelling(withExactIntegers({ text, value }), false),
    );
    const { identifiers, junk } = declaredIdentifiers(line, 1, this.directory.junkExceptionsOf(datamart_id));
    const association = await this.associations.associate(datamart_id, identifiers, { now: Date.now(), request_id });
    this.counters.leftOut(junk);
    return ok(association);
  }
}
