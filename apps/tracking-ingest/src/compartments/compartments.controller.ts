import { Body, Controller, Param, Query, Req } from '@nestjs/common';
import {
  type CompartmentListQuery,
  CompartmentPath,
  type CompartmentUpdate,
} from '@tributary/contracts/tracking/compartment';
import { DatamartPath } from '@tributary/contracts/values/integer-id';
import { compartments } from '@tributary/contracts/endpoints/tracking-ingest/compartments.operations';
import { bodyOf, Serves } from '@tributary/http/endpoints/serves';
import '@tributary/http/caller';
import { paged } from '@tributary/http/paged';
import { parse, parseExactly } from '@tributary/http/parse';
import { deleted, ok } from '@tributary/http/responses';
import type { FastifyRequest } from 'fastify';
import { CompartmentsRepository } from './compartments.repository.js';

const {
  listCompartments,
  listUserAccountCompartments,
  createCompartment,
  getCompartment,
  updateCompartment,
  deleteCompartment,
} = compartments.operations;

@Controller()
export class CompartmentsController {
  constructor(private readonly compartments: CompartmentsRepository) {}

  @Serves(listCompartments, listUserAccountCompartments)
  async list(
    @Param(parse(DatamartPath)) { datamart_id }: DatamartPath,
    @Query(parse(listCompartments.query)) { default: isDefault, ...page }: CompartmentListQuery,
  ) {
    return paged(await this.compartments.list(datamart_id, isDefault, page), page);
  }

  @Serves(createCompartment)
  async create(
    @Param(parse(DatamartPath)) { datamart_id }: DatamartPath,
    @Req() { body: value, bodyText: text = '' }: FastifyRequest,
  ) {
    const input = parseExactly(bodyOf(createCompartment), { text, value });
    return ok(await this.compartments.insert(datamart_id, input, Date.now()));
  }

  @Serves(getCompartment)
  async get(@Param(parse(CompartmentPath)) path: CompartmentPath) {
    return ok(await this.compartments.get(path));
  }

  @Serves(updateCompartment)
  async update(
    @Param(parse(CompartmentPath)) path: CompartmentPath,
    @Body(parse(bodyOf(updateCompartment))) update: CompartmentUpdate,
  ) {
    return ok(await this.compartments.update(path, update));
  }

  @Serves(deleteCompartment)
  async delete(@Param(parse(CompartmentPath)) path: CompartmentPath) {
    await this.compartments.delete(path);
    return deleted;
  }
}
