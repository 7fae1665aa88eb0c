import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import Provider, { type Configuration } from 'oidc-provider';
import { freePorts } from '../free-ports.js';

/** The client that is registered at it. */
export const client = { id: 'tributary', secret: 'secret of the client' };

/** The claims of the provider about a person. */
export interface Account {
  email?: string;
  email_verified?: boolean;
}

/** A real OpenID provider, whose person signs in without a form: `person` is the subject. */
export class OpenIdServer {
  person = '';
  readonly accounts = new Map<string, Account>();
  private server: Server | undefined;
  private port = 0;

  /** @param origin of the product, as browsers show it */
  constructor(readonly origin: string) {}

  get issuer(): string {
    return `http://localhost:${this.port}`;
  }

  /** Settings of the product that signs people in here. The provider has been started. */
  get settings() {
    return {
      PUBLIC_URL: this.origin,
      OIDC_ISSUER: this.issuer,
      OIDC_CLIENT_ID: client.id,
      OIDC_CLIENT_SECRET: client.secret,
    };
  }

  /** Starts it, the next time with other keys at the same address. */
  async start(): Promise<void> {
    // Leased: no connection of another program takes it while the provider is stopped.
    if (this.port === 0) [this.port] = (await freePorts(1)) as [number];
    this.server = createServer();
    this.server.listen(this.port);
    await once(this.server, 'listening');
    const provider = new Provider(this.issuer, this.configuration());
    const answer = provider.callback();
    this.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      if (!request.url?.startsWith('/interaction/')) return void answer(request, response);
      const login = { login: { accountId: this.person } };
      void provider.interactionFinished(request, response, login, { mergeWithLastSubmission: false });
    });
  }

  async stop(): Promise<void> {
    const closed = this.server && once(this.server, 'close');
    this.server?.close();
    this.server?.closeAllConnections();
    await closed;
  }

  private configuration(): Configuration {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    return {
      clients: [
        { client_id: client.id, client_secret: client.secret, redirect_uris: [`${this.origin}/auth/callback`] },
      ],
      jwks: {
        keys: [{ ...privateKey.export({ format: 'jwk' }), kid: String(Math.random()), use: 'sig', alg: 'RS256' }],
      },
      cookies: { keys: ['of the provider'] },
      claims: { openid: ['sub'], email: ['email', 'email_verified'] },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
      findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ sub, ...this.accounts.get(sub) }) }),
      loadExistingGrant: async (context) => {
        const { session, provider } = context.oidc;
        const known = await provider.Grant.find(session?.grantIdFor(client.id) ?? '');
        if (known) return known;
        const grant = new provider.Grant({ clientId: client.id, accountId: session?.accountId ?? '' });
        grant.addOIDCScope('openid email');
        await grant.save();
        return grant;
      },
    };
  }
}
