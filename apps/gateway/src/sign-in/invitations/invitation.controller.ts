import { hash } from 'node:crypto';
import { Body, Controller, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import { mayBeInvitation } from '@tributary/contracts/admin/token-value';
import { ApiError } from '@tributary/contracts/errors';
import { InvitationUse } from '@tributary/contracts/invitations/invitation';
import type { InvitationAnswer } from '@tributary/contracts/admin/session';
import { parse } from '@tributary/http/parse';
import { ok } from '@tributary/http/responses';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientAddress } from '../../client-address/client-address.js';
import { SETTINGS, type GatewaySettings } from '../../config.js';
import { SessionSource } from '../session-source.js';
import { signInSettings } from '../settings.js';
import { InvitationAttempts } from './invitation-attempts.js';
import { InvitationMetrics } from './invitation-metrics.js';

/**
 * Lets an invited person in. The secret comes in the body of a POST only: programs that look at links in messages send GETs,
 * and addresses stand in logs.
 */
@Controller('auth/invitation')
export class InvitationController {
  /** Where people sign in with a provider, a link alone gives nothing: the invited e-mail must be theirs. */
  private readonly makesToken: boolean;

  constructor(
    private readonly sessions: SessionSource,
    private readonly attempts: InvitationAttempts,
    private readonly metrics: InvitationMetrics,
    @Inject(SETTINGS) private readonly settings: GatewaySettings,
  ) {
    this.makesToken = signInSettings(settings) === undefined;
  }

  @Post()
  @HttpCode(200)
  async open(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body(parse(InvitationUse)) { secret }: InvitationUse,
  ) {
    void reply.header('cache-control', 'no-store');
    const address = clientAddress(request, this.settings.TRUSTED_PROXIES);
    const forgive = this.beginAttempt(address);
    const invitation = mayBeInvitation(secret) ? await this.ask(secret, request.id, address) : undefined;
    if (!invitation) {
      this.metrics.count('REFUSED');
      throw new ApiError(
        'RESOURCE_NOT_FOUND',
        'The invitation is unknown, used, revoked or older than 24 hours. Ask for another one.',
      );
    }
    forgive();
    this.metrics.count(invitation.api_token ? 'TOKEN' : 'SIGN_IN');
    return ok(invitation);
  }

  private beginAttempt(address: string): () => void {
    try {
      return this.attempts.begin(address);
    } catch (error) {
      this.metrics.count('LIMITED');
      throw error;
    }
  }

  private async ask(secret: string, request_id: string, address: string): Promise<InvitationAnswer | undefined> {
    const { invitation } = await this.sessions.answer({
      action: 'OPEN_INVITATION',
      request_id,
      address,
      invitation_sha256: hash('sha256', secret),
      makes_token: this.makesToken,
    });
    return invitation;
  }
}
