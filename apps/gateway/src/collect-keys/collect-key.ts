import type { Credential } from '@tributary/contracts/admin/access';

declare module 'fastify' {
  interface FastifyRequest {
    /** The collect key of a request that shows one. */
    collectKey?: CollectKey;
  }
}

type Published = Extract<Credential, { kind: 'collect_key' }>;

/** A public key with which pages and apps send activities. */
export interface CollectKey extends Pick<
  Published,
  'id' | 'datamart_id' | 'channel_id' | 'accepts_profiles' | 'max_qps'
> {
  /** For `allowsOrigin`. */
  allowed_origins: ReadonlySet<string>;
}

export const collectKeyOf = ({ allowed_origins, ...key }: Published): CollectKey => ({
  ...key,
  allowed_origins: new Set(allowed_origins),
});
