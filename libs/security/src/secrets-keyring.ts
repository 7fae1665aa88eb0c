import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** AES-256-GCM: 32-byte key, 12-byte nonce (random for each secret), 16-byte tag. */
const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;
const macKeyBytes = 32;

/** Id of a key that is configured without an id. */
const defaultKeyId = '1';

/**
 * Encrypts ("seals") secrets that must be readable later: `<key id>.<base64url of nonce, tag and ciphertext>`. The first
 * key seals and every key opens. To rotate: put the new key in front, reseal the older secrets, remove the old key.
 */
export class SecretsKeyring {
  private readonly keys: ReadonlyMap<string, Buffer>;
  /** One for each key, in their order. */
  private readonly macKeys: Buffer[];
  /** Id of the key that seals. Secrets sealed by it start with this id and a dot. */
  readonly sealingKeyId: string;

  /** @param configured `SECRETS_KEY`: 32 bytes in base64, or several keys as `id:key,…`. @throws if malformed */
  constructor(configured: string) {
    this.keys = parseKeys(configured);
    this.macKeys = Array.from(this.keys.values(), (key) =>
      Buffer.from(hkdfSync('sha256', key, '', 'mac', macKeyBytes)),
    );
    this.sealingKeyId = [...this.keys.keys()][0] ?? defaultKeyId;
  }

  /** @param context the owner of the secret (additional authenticated data); it opens only with the same context */
  seal(secret: string, context: string): string {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv(algorithm, this.key(this.sealingKeyId), nonce, { authTagLength: tagBytes });
    cipher.setAAD(Buffer.from(context));
    const ciphertext = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return `${this.sealingKeyId}.${Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString('base64url')}`;
  }

  /** @throws if the key is not configured, the text was altered, or it was sealed for another context */
  open(sealed: string, context: string): string {
    const [id = '', text = ''] = sealed.split('.');
    const bytes = Buffer.from(text, 'base64url');
    const nonce = bytes.subarray(0, nonceBytes);
    const decipher = createDecipheriv(algorithm, this.key(id), nonce, { authTagLength: tagBytes });
    decipher.setAAD(Buffer.from(context));
    decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
    return decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
  }

  /** Seals the same secret with the first key; undefined if no key opens it. */
  reseal(sealed: string, context: string): string | undefined {
    let secret: string;
    try {
      secret = this.open(sealed, context);
    } catch {
      return undefined;
    }
    return this.seal(secret, context);
  }

  /** True if an older key sealed it: it must be resealed before that key is removed. */
  isOutdated(sealed: string): boolean {
    return sealed.split('.')[0] !== this.sealingKeyId;
  }

  /** HMAC-SHA256 of the text in hexadecimal, under keys derived from each configured one: that of the first key comes first. */
  macs(text: string): string[] {
    return this.macKeys.map((key) => createHmac('sha256', key).update(text).digest('hex'));
  }

  private key(id: string): Buffer {
    const key = this.keys.get(id);
    if (!key) throw new Error(`SECRETS_KEY holds no key "${id}"`);
    return key;
  }
}

function parseKeys(configured: string): Map<string, Buffer> {
  const keys = new Map<string, Buffer>();
  for (const part of configured.split(',')) {
    const [, id = defaultKeyId, base64 = ''] =
      /^(?:([A-Za-z0-9_-]{1,32}):)?([A-Za-z0-9+/]{43}=)$/.exec(part.trim()) ?? [];
    if (base64 === '') throw new Error('must be 32 bytes in base64, or several as id:key,id:key');
    if (keys.has(id)) throw new Error(`names the key "${id}" twice`);
    keys.set(id, Buffer.from(base64, 'base64'));
  }
  return keys;
}
