import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { SessionRequest, type SessionAnswer } from '@tributary/contracts/admin/session';
import { parse } from '@tributary/http/parse';
import { SessionsRepository } from './sessions.repository.js';

/** Begins, prolongs and ends sessions for gateways. For services only, not public API. */
@Controller('internal/sessions')
export class SessionsController {
  constructor(private readonly sessions: SessionsRepository) {}

  @Post()
  @HttpCode(200)
  answer(@Body(parse(SessionRequest)) request: SessionRequest): Promise<SessionAnswer> {
    return this.sessions.answer(request);
  }
}
