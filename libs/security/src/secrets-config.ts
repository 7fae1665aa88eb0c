import { z } from 'zod';
import { SecretsKeyring } from './secrets-keyring.js';

/** The keys that encrypt stored secrets; there is no default. */
export const SecretsConfig = z.object({
  SECRETS_KEY: z.string().superRefine((configured, context) => {
    try {
      new SecretsKeyring(configured);
    } catch (error) {
      context.addIssue(`${(error as Error).message}; make a key with: openssl rand -base64 32`);
    }
  }),
});
export type SecretsConfig = z.infer<typeof SecretsConfig>;
