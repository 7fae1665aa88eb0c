import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query, Req } from '@nestjs/common';
import {
  CompartmentInput,
  CompartmentListQuery,
  CompartmentPath,
  CompartmentUpdate,
} from '@tributary/contracts/tracking/compartment';
import { DatamartPath } from '@tributary/contracts/values/integer-id';
import '@tributary/http/caller';
import { paged } from '@tributary/http/paged';
import { parse, parseExactly } from '@tributary/http/parse';
import { deleted, ok } from '@tributary/http/responses';
import type { FastifyRequest } from 'fastify';
import { CompartmentsRepository } from './compartments.repository.js';

@Controller('v1/datamarts/:datamart_id')
export class CompartmentsController {
  constructor(private readonly compartments: CompartmentsRepository) {}

  @Get(['compartments', 'user_account_compartments'])
  async list(
    @Param(parse(DatamartPath)) { datamart_id }: DatamartPath,
    @Query(parse(CompartmentListQuery)) { default: isDefault, ...page }: CompartmentListQuery,
  ) {
    return paged(await this.compartments.list(datamart_id, isDefault, page), page);
  }

  @Post('compartments')
  @HttpCode(200)
  async create(
    @Param(parse(DatamartPath)) { datamart_id }: DatamartPath,
    @Req() { body: value, bodyText: text = '' }: FastifyRequest,
  ) {
    const input = parseExactly(CompartmentInput, { text, value });
    return ok(await this.compartments.insert(datamart_id, input, Date.now()));
  }

  @Get('compartments/:compartment_id')
  async get(@Param(parse(CompartmentPath)) path: CompartmentPath) {
    return ok(await this.compartments.get(path));
  }

  @Put('compartments/:compartment_id')
  async update(
    @Param(parse(CompartmentPath)) path: CompartmentPath,
    @Body(parse(CompartmentUpdate)) update: CompartmentUpdate,
  ) {
    return ok(await this.compartments.update(path, update));
  }

  @Delete('compartments/:compartment_id')
  async delete(@Param(parse(CompartmentPath)) path: CompartmentPath) {
    await this.compartments.delete(path);
    return deleted;
  }
}
