import { Controller, Get, Inject, Logger, Post, Req, Res } from '@nestjs/common';
import type { Identity } from '@tributary/contracts/admin/session';
import { ApiError } from '@tributary/contracts/errors';
import { SecretsKeyring } from '@tributary/security/secrets-keyring';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientAddress } from '../client-address/client-address.js';
import { OpenIdProvider, RefusedSignIn } from './openid-provider.js';
import { PendingSignIns, type PendingSignIn } from './pending-sign-in.js';
import { returnAddress } from './return-address.js';
import { SessionCookie } from './session-cookie.js';
import { SessionSource } from './session-source.js';
import { SignInMetrics, type CountedOutcome } from './sign-in-metrics.js';
import { newUserOf } from './settings.js';
import * as page from './sign-in-page.js';

type Parameters = Record<string, unknown>;

/** The authorization code flow of OpenID Connect, for people with a browser. API tokens need none of it. */
@Controller('auth')
export class SignInController {
  private readonly logger = new Logger(SignInController.name);
  private readonly pending: PendingSignIns;
  private readonly origin: string;

  constructor(
    private readonly provider: OpenIdProvider,
    private readonly sessions: SessionSource,
    private readonly cookie: SessionCookie,
    private readonly metrics: SignInMetrics,
    @Inject(SecretsKeyring) keyring: SecretsKeyring,
  ) {
    this.origin = provider.settings.origin;
    this.pending = new PendingSignIns(keyring, this.origin.startsWith('https:'));
  }

  @Get('login')
  async login(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const { return_to, prompt } = request.query as Parameters;
    try {
      const returnTo = returnAddress(return_to, this.origin);
      const { pending, url } = await this.provider.begin(
        returnTo,
        prompt === 'select_account' ? 'select_account' : undefined,
      );
      return redirect(reply, url.href, this.pending.keep(request.headers, pending));
    } catch (error) {
      return this.fail(reply, error, []);
    }
  }

  @Get('callback')
  async callback(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const { state } = request.query as Parameters;
    const pending = typeof state === 'string' ? this.pending.find(request.headers, state) : undefined;
    if (!pending) return this.explain(reply, 'REFUSED', page.refused);
    const used = [this.pending.removal(pending.state)];
    try {
      return await this.signIn(request, reply, pending);
    } catch (error) {
      return this.fail(reply, error, used);
    }
  }

  private async signIn(request: FastifyRequest, reply: FastifyReply, pending: PendingSignIn): Promise<FastifyReply> {
    const query = request.raw.url?.replace(/^[^?]*/, '') ?? '';
    const identity: Identity = await this.provider.finish(query, pending);
    const new_user = newUserOf(this.provider.settings, identity);
    // Always a new secret: one that another person has put into this browser must not become a session.
    const { sha256, header } = this.cookie.create();
    const replaced_sha256 = this.cookie.read(request.headers);
    const { outcome = 'UNKNOWN' } = await this.sessions.answer({
      action: 'SIGN_IN',
      ...this.originOf(request),
      identity,
      session_sha256: sha256,
      ...(new_user && { new_user }),
      ...(replaced_sha256 !== undefined && { replaced_sha256 }),
    });
    const used = this.pending.removal(pending.state);
    if (outcome !== 'SIGNED_IN') return this.explain(reply, outcome, page.explain(outcome, identity.email), [used]);
    this.metrics.count(outcome);
    return redirect(reply, pending.return_to, [used, header]);
  }

  /** For a link on a page of the gateway. A link of another site does not sign out. */
  @Get('logout')
  async logout(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const { 'sec-fetch-site': site = 'none' } = request.headers;
    const isOwn = site === 'same-origin' || site === 'none';
    return isOwn ? this.end(request, reply) : redirect(reply, `${this.origin}/`, []);
  }

  @Post('logout')
  async logoutByPost(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    if (this.cookie.isOwnOrigin(request.headers)) return this.end(request, reply);
    throw new ApiError('AUTHORIZATION_ERROR', 'a sign-out needs the Origin header of a page of PUBLIC_URL');
  }

  private async end(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const session_sha256 = this.cookie.read(request.headers);
    if (session_sha256 !== undefined)
      await this.sessions.answer({ action: 'SIGN_OUT', ...this.originOf(request), session_sha256 });
    return redirect(reply, `${this.origin}/`, [this.cookie.removal()]);
  }

  private fail(reply: FastifyReply, error: unknown, cookies: string[]): FastifyReply {
    const isRefusal =
      error instanceof RefusedSignIn || (error instanceof ApiError && error.code === 'RESOURCE_NOT_FOUND');
    if (!isRefusal && !(error instanceof ApiError && error.code === 'SERVICE_UNAVAILABLE')) throw error;
    this.logger.warn(`A sign-in has failed: ${messageOf(error)}`);
    if (isRefusal) return this.explain(reply, 'REFUSED', page.refused, cookies);
    return this.explain(reply.header('retry-after', '10'), 'UNAVAILABLE', page.unreachable, cookies);
  }

  private originOf(request: FastifyRequest) {
    return { request_id: request.id, address: clientAddress(request, this.provider.settings.proxies) };
  }

  private explain(
    reply: FastifyReply,
    outcome: CountedOutcome,
    explanation: page.Explanation,
    cookies: string[] = [],
  ): FastifyReply {
    this.metrics.count(outcome);
    return withHeaders(reply, cookies)
      .header('content-security-policy', page.contentSecurityPolicy)
      .code(explanation.status)
      .type('text/html; charset=utf-8')
      .send(page.renderExplanation(explanation));
  }
}

/** The cause names the fault of a call. */
const messageOf = ({ message, cause }: Error): string =>
  cause instanceof Error && cause.message !== message ? `${message} (${cause.message})` : message;

const withHeaders = (reply: FastifyReply, cookies: string[]): FastifyReply =>
  reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').header('set-cookie', cookies);

const redirect = (reply: FastifyReply, address: string, cookies: string[]): FastifyReply =>
  withHeaders(reply, cookies).redirect(address, 303);
