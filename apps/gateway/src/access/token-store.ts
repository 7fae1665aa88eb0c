import { DigestTable } from './digest-table.js';
import { IdTable } from './id-table.js';

/** What is kept of a token. */
export interface Token {
  user_id: string;
  expiration_date: number;
}

/** All tokens by their hash: there may be a million, so what is kept of each is kept in arrays of numbers. */
export class TokenStore {
  private readonly table = new DigestTable();
  private expirations = new Float64Array(0);
  private owners = new Uint32Array(0);
  private readonly slots = new IdTable();
  private readonly users = new UserNumbers();

  get size(): number {
    return this.slots.size;
  }

  set(id: string, digest: Buffer, { user_id, expiration_date }: Token): void {
    const slot = this.table.add(digest);
    const former = this.slots.get(id);
    if (former !== undefined && former !== slot) this.table.remove(former);
    if (slot >= this.owners.length) this.grow();
    this.expirations[slot] = expiration_date;
    this.owners[slot] = this.users.numberOf(user_id);
    this.slots.set(id, slot);
  }

  delete(id: string): void {
    const slot = this.slots.get(id);
    if (slot === undefined) return;
    this.table.remove(slot);
    this.slots.delete(id);
  }

  get(digest: Buffer): Token | undefined {
    const slot = this.table.find(digest);
    if (slot === undefined) return undefined;
    return { user_id: this.users.idOf(this.owners[slot] ?? 0), expiration_date: this.expirations[slot] ?? 0 };
  }

  private grow(): void {
    const length = Math.max(1_024, this.owners.length * 2);
    const [expirations, owners] = [this.expirations, this.owners];
    this.expirations = new Float64Array(length);
    this.owners = new Uint32Array(length);
    this.expirations.set(expirations);
    this.owners.set(owners);
  }
}

/** Ids of users as small numbers. A number is kept for good: users are fewer than their tokens, and hardly ever go. */
class UserNumbers {
  private readonly numbers = new IdTable();
  private readonly ids: string[] = [];

  numberOf(user_id: string): number {
    let number = this.numbers.get(user_id);
    if (number === undefined) {
      number = this.ids.push(user_id) - 1;
      this.numbers.set(user_id, number);
    }
    return number;
  }

  idOf(number: number): string {
    return this.ids[number] ?? '';
  }
}

/** A decimal id as a number, which a Map keeps without a text of its own; any other id as it is. */
export const compact = (id: string): string | number => (/^[1-9]\d{0,8}$/.test(id) ? Number(id) : id);
