import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ChannelScopeQuestion, type ChannelScope } from '@tributary/contracts/consent/channel-consent';
import { parse } from '@tributary/http/parse';
import { ChannelScopes } from './channel-scopes.js';

/** Which channel a caller means. For gateways only, not public API. */
@Controller('internal/channel_scopes')
export class ChannelScopesController {
  constructor(private readonly scopes: ChannelScopes) {}

  @Post()
  @HttpCode(200)
  find(@Body(parse(ChannelScopeQuestion)) question: ChannelScopeQuestion): Promise<ChannelScope> {
    return this.scopes.find(question);
  }
}
