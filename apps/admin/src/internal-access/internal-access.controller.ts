import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { AccessQuestion, type AccessAnswer } from '@tributary/contracts/admin/access';
import { parse } from '@tributary/http/parse';
import { InternalAccessRepository } from './internal-access.repository.js';

/** Look-ups of gateways for credentials and tenants that they have not consumed yet. For services only, not public API. */
@Controller('internal/access')
export class InternalAccessController {
  constructor(private readonly access: InternalAccessRepository) {}

  @Post()
  @HttpCode(200)
  answer(@Body(parse(AccessQuestion)) question: AccessQuestion): Promise<AccessAnswer> {
    return this.access.find(question);
  }
}
