import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { LeftOutQuestion, type LeftOut } from '@tributary/contracts/analytics/explanation';
import { parse } from '@tributary/http/parse';
import { LeftOutRepository } from './left-out.repository.js';

/** Counts what reports leave out. For gateways only, not public API. */
@Controller('internal/left-out')
export class LeftOutController {
  constructor(private readonly leftOut: LeftOutRepository) {}

  @Post()
  @HttpCode(200)
  read(@Body(parse(LeftOutQuestion)) question: LeftOutQuestion): Promise<LeftOut> {
    return this.leftOut.read(question, Date.now());
  }
}
