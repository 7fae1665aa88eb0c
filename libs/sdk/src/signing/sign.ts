/**
 * The digest of a request that collects. The HMAC key is the hexadecimal text itself, not the bytes that it encodes.
 *
 * @param parts the request target, the key id, the time, the body
 * @throws if the page is not a secure context: there browsers have no WebCrypto
 */
export async function sign(secret: string, parts: string[]): Promise<string> {
  const bytesOf = (text: string) => new TextEncoder().encode(text);
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const { subtle } = (globalThis.crypto as Partial<Crypto> | undefined) ?? {};
  if (!subtle) throw new Error('signing needs WebCrypto, which a page has by HTTPS only');
  const key = await subtle.importKey('raw', bytesOf(secret), algorithm, false, ['sign']);
  const digest = await subtle.sign('HMAC', key, bytesOf(parts.join('\n')));
  return btoa(String.fromCharCode(...new Uint8Array(digest)));
}
