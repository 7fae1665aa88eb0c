import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { client } from '@tributary/testing/openid/openid-server';

export type Claims = Record<string, unknown>;

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 });

/** A provider that sends the ID token that a specification wants. */
export class ForgingProvider {
  /** Changes the claims of a valid token. */
  forge: (claims: Claims) => Claims = (claims) => claims;
  /** Whether the token is signed by a key that the provider does not show. */
  hasForeignKey = false;
  /** The only way of the client's authentication that it takes. */
  takes: 'basic' | 'post' = 'basic';
  /** The nonce that the last sign-in has sent. */
  nonce = '';
  private readonly keys = newKey();
  private readonly foreign = newKey();
  private readonly server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const isBasic = request.headers.authorization?.startsWith('Basic ') === true;
      const answer = this.answer(request.url ?? '', isBasic);
      response.writeHead(answer === undefined ? 401 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer ?? { error: 'invalid_client' }));
    });
  });

  get issuer(): string {
    return `http://localhost:${(this.server.address() as AddressInfo).port}`;
  }

  async start(): Promise<void> {
    this.server.listen(0);
    await once(this.server, 'listening');
  }

  async stop(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await Promise.resolve();
  }

  private answer(url: string, isBasic: boolean): object | undefined {
    const { issuer } = this;
    if (url.startsWith('/keys'))
      return { keys: [{ ...this.keys.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }] };
    if (url.startsWith('/token')) {
      if (isBasic !== (this.takes === 'basic')) return undefined;
      return { access_token: 'none', token_type: 'Bearer', id_token: this.idToken() };
    }
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    };
  }

  private idToken(): string {
    const now = Math.floor(Date.now() / 1_000);
    const claims = this.forge({
      iss: this.issuer,
      aud: client.id,
      sub: 'forged',
      iat: now,
      exp: now + 300,
      nonce: this.nonce,
      email: 'forged@example.org',
      email_verified: true,
    });
    const text = `${encode({ alg: 'RS256', kid: 'one' })}.${encode(claims)}`;
    const key: KeyObject = this.hasForeignKey ? this.foreign.privateKey : this.keys.privateKey;
    return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
  }
}
