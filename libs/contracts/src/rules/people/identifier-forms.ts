/* The forms of the identifiers that clients send. */

/** The columns of a table that name a person. */
export const identifierColumns = ['compartment_id', 'user_account_id', 'email_hash', 'user_agent_id'] as const;

/** The signed reads spell it compartmentId, all other paths compartment_id: both spellings of each name are accepted. */
export const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);

export const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A SHA-256, hexadecimal. */
export const sha256Form = /^[0-9a-f]{64}$/i;

/** The id of an agent begins with its kind. It may contain a slash. */
export const agentForm = /^(mob|mov|tv|web|vec|udp|ctv):/i;

/** Clients choose the algorithm and the encoding of a hash. Only in hexadecimal does case mean nothing. */
export const comparableHash = (hash: string): string => (/^[0-9a-f]+$/i.test(hash) ? hash.toLowerCase() : hash);
