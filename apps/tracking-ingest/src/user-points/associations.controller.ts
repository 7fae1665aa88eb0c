import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { declaredIdentifiers } from '@tributary/contracts/imports/declared-identifiers';
import { AssociationLine } from '@tributary/contracts/imports/import-lines';
import type { Association } from '@tributary/contracts/tracking/user-point';
import { DatamartPath } from '@tributary/contracts/values/integer-id';
import { parse } from '@tributary/http/parse';
import { ok, type Ok } from '@tributary/http/responses';
import { AssociationsRepository } from './associations.repository.js';

/** The identifiers of one person, as in a line of an import. */
@Controller('v1/datamarts/:datamart_id/user_identifiers_association_declarations')
export class AssociationsController {
  constructor(private readonly associations: AssociationsRepository) {}

  @Post()
  @HttpCode(200)
  async associate(
    @Param(parse(DatamartPath)) { datamart_id }: DatamartPath,
    @Body(parse(AssociationLine)) line: AssociationLine,
  ): Promise<Ok<Association>> {
    const { identifiers } = declaredIdentifiers(line, 1);
    return ok(await this.associations.associate(datamart_id, identifiers, Date.now()));
  }
}
