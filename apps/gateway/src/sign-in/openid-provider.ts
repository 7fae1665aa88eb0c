import type { Identity } from '@tributary/contracts/admin/session';
import { unavailable } from '@tributary/contracts/errors';
import * as openid from 'openid-client';
import type { PendingSignIn } from './pending-sign-in.js';
import type { SignInSettings } from './settings.js';

/** Seconds that a call to the provider may take, and by which its clock may differ. */
const timeoutSeconds = 10;
const clockToleranceSeconds = 60;
/** How long what the provider says about itself is not read again. */
const metadataTtlMs = 3_600_000;

type Metadata = openid.ServerMetadata;

/** The answer of the provider is no sign-in: refused by it or the person, altered, replayed or late. */
export class RefusedSignIn extends Error {}

/** The OpenID provider at which people sign in. It is called only while a person signs in, so the gateway starts without it. */
export class OpenIdProvider {
  /** `until` as in `performance.now()`. */
  private metadata: { value: Promise<Metadata>; until: number } | undefined;
  readonly redirectUri: string;

  constructor(readonly settings: SignInSettings) {
    this.redirectUri = `${settings.origin}/auth/callback`;
  }

  /** A new sign-in with the address at which it goes on. @throws SERVICE_UNAVAILABLE if the provider does not answer */
  async begin(return_to: string, prompt?: 'select_account'): Promise<{ pending: PendingSignIn; url: URL }> {
    const configuration = this.configure(await this.read(), openid.None());
    const code_verifier = openid.randomPKCECodeVerifier();
    const [state, nonce] = [openid.randomState(), openid.randomNonce()];
    const url = openid.buildAuthorizationUrl(configuration, {
      redirect_uri: this.redirectUri,
      scope: 'openid email',
      code_challenge: await openid.calculatePKCECodeChallenge(code_verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
      ...(prompt && { prompt }),
    });
    return { pending: { state, nonce, code_verifier, return_to, begun_ts: Date.now() }, url };
  }

  /**
   * The person behind the answer of the provider.
   *
   * @param query of the callback, with its question mark
   * @throws RefusedSignIn, or SERVICE_UNAVAILABLE if the provider does not answer
   */
  async finish(query: string, pending: PendingSignIn): Promise<Identity> {
    const metadata = await this.read();
    try {
      return await this.exchange(metadata, new URL(`${this.redirectUri}${query}`), pending);
    } catch (error) {
      throw asRefusal(error);
    }
  }

  private async exchange(metadata: Metadata, url: URL, pending: PendingSignIn): Promise<Identity> {
    const { clientSecret } = this.settings;
    const checks = {
      pkceCodeVerifier: pending.code_verifier,
      expectedState: pending.state,
      expectedNonce: pending.nonce,
      idTokenExpected: true,
    };
    const grant = async (authentication: openid.ClientAuth) => {
      // The keys of the provider are read for each sign-in: it may have replaced them a moment ago.
      const configuration = this.configure(metadata, authentication);
      return { configuration, tokens: await openid.authorizationCodeGrant(configuration, url, checks) };
    };
    // The provider takes one of both, and refuses the other before it looks at the code.
    const { configuration, tokens } = await grant(openid.ClientSecretBasic(clientSecret)).catch((error: unknown) => {
      if (!isWrongAuthentication(error)) throw error;
      return grant(openid.ClientSecretPost(clientSecret));
    });
    const claims = tokens.claims();
    if (!claims) throw new RefusedSignIn('the provider has sent no ID token');
    const { iss: issuer, sub: subject } = claims;
    const person =
      claims['email'] === undefined && metadata.userinfo_endpoint
        ? await openid.fetchUserInfo(configuration, tokens.access_token, subject)
        : claims;
    return { issuer, subject, ...emailOf(person, this.settings.trustsEmail) };
  }

  private configure(metadata: Metadata, authentication: openid.ClientAuth): openid.Configuration {
    const { clientId } = this.settings;
    const client = { [openid.clockTolerance]: clockToleranceSeconds };
    const configuration = new openid.Configuration(metadata, clientId, client, authentication);
    configuration.timeout = timeoutSeconds;
    openid.enableNonRepudiationChecks(configuration);
    if (this.isLocal) openid.allowInsecureRequests(configuration);
    return configuration;
  }

  /** @throws SERVICE_UNAVAILABLE */
  private async read(): Promise<Metadata> {
    if (!this.metadata || this.metadata.until <= performance.now())
      this.metadata = { value: this.discover(), until: performance.now() + metadataTtlMs };
    const { value } = this.metadata;
    return value.catch((cause: unknown) => {
      if (this.metadata?.value === value) this.metadata = undefined;
      throw unavailable('the provider of sign-ins does not answer', cause);
    });
  }

  private async discover(): Promise<Metadata> {
    const { issuer, clientId } = this.settings;
    const execute = this.isLocal ? [openid.allowInsecureRequests] : [];
    const options = { execute, timeout: timeoutSeconds };
    const configuration = await openid.discovery(new URL(issuer), clientId, undefined, openid.None(), options);
    return configuration.serverMetadata();
  }

  /** The configuration allows http on localhost only. */
  private get isLocal(): boolean {
    return this.settings.issuer.startsWith('http:');
  }
}

/** Some providers write the boolean as a text. An e-mail that is said to be unverified never counts. */
function emailOf(
  { email, email_verified: verified }: Readonly<Record<string, unknown>>,
  trustsEmail: boolean,
): Pick<Identity, 'email' | 'is_email_verified'> {
  if (typeof email !== 'string') return { is_email_verified: false };
  const isVerified = verified === true || verified === 'true' || (verified === undefined && trustsEmail);
  return { email, is_email_verified: isVerified };
}

const isWrongAuthentication = (error: unknown): boolean =>
  error instanceof openid.WWWAuthenticateChallengeError ||
  (error instanceof openid.ResponseBodyError && error.error === 'invalid_client');

/** A refusal or a wrong answer of the provider is none of a sign-in; all else is a provider that does not answer. */
function asRefusal(error: unknown): unknown {
  if (error instanceof RefusedSignIn) return error;
  const isFault = error instanceof openid.ResponseBodyError && error.status >= 500;
  const isUnreached = error instanceof TypeError || (error instanceof Error && /timed? ?out|abort/i.test(error.name));
  const code = error instanceof openid.ClientError ? error.code : undefined;
  if (isFault || isUnreached || code === 'OAUTH_TIMEOUT' || code === 'OAUTH_RESPONSE_IS_NOT_CONFORM')
    return unavailable('the provider of sign-ins does not answer', error);
  if (error instanceof openid.ResponseBodyError || error instanceof openid.AuthorizationResponseError)
    return new RefusedSignIn(`${error.error}: ${error.error_description ?? error.message}`, { cause: error });
  return new RefusedSignIn(error instanceof Error ? error.message : String(error), { cause: error });
}
