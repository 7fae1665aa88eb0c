import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { AccessQuestion, type AccessAnswer } from '@tributary/contracts/access';
import { parse } from '@tributary/http/parse';
import { InternalAccessRepository } from './internal-access.repository.js';

/** Where a gateway asks for what it has not heard of yet. Services only: it is not part of the public API. */
@Controller('internal/access')
export class InternalAccessController {
  constructor(private readonly access: InternalAccessRepository) {}

  @Post()
  @HttpCode(200)
  answer(@Body(parse(AccessQuestion)) question: AccessQuestion): Promise<AccessAnswer> {
    return this.access.find(question);
  }
}
