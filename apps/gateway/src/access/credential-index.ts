/**
 * Credentials by the key that a request shows: the digest of a token, the key id of a signing key. A change or a
 * revocation names a credential by its own id.
 */
export class CredentialIndex<Credential> {
  private readonly byKey = new Map<string, Credential>();
  private readonly keys = new Map<string, string>();

  get size(): number {
    return this.byKey.size;
  }

  get(key: string): Credential | undefined {
    return this.byKey.get(key);
  }

  /** Replaces the credential with this id; its former key finds nothing any more. */
  set(id: string, key: string, credential: Credential): void {
    this.delete(id);
    this.byKey.set(key, credential);
    this.keys.set(id, key);
  }

  delete(id: string): void {
    const key = this.keys.get(id);
    if (key === undefined) return;
    this.byKey.delete(key);
    this.keys.delete(id);
  }
}
