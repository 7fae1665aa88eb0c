import { Injectable } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/admin/access';
import { forbidden, notFound } from '@tributary/contracts/errors';
import { mayActAs, mayEdit, maySee, type Subject } from '@tributary/contracts/rules/access/user-rights';
import { IntegerId } from '@tributary/contracts/values/integer-id';
import { Access } from '@tributary/security/access';
import { z } from 'zod';
import { askerOf } from './user-rights.js';
import { UsersRepository } from './users.repository.js';

export const UserPath = z.object({ user_id: IntegerId });
export type UserPath = z.infer<typeof UserPath>;

/** Checks access to the user in a path below /users. A user that the caller cannot see is not found. */
@Injectable()
export class UserAccess {
  constructor(
    private readonly users: UsersRepository,
    private readonly access: Access,
  ) {}

  /** @throws RESOURCE_NOT_FOUND */
  async requireSeeing(caller: Caller, user_id: string): Promise<Subject> {
    const subject = await this.users.getSubject(user_id);
    this.assertSeeing(caller, subject);
    return subject;
  }

  /** @throws RESOURCE_NOT_FOUND */
  assertSeeing(caller: Caller, subject: Subject): void {
    if (!maySee(askerOf(this.access, caller), subject)) throw notFound();
  }

  /** @throws RESOURCE_NOT_FOUND or AUTHORIZATION_ERROR */
  async requireActingAs(caller: Caller, user_id: string): Promise<void> {
    this.assertActingAs(caller, await this.users.getSubject(user_id));
  }

  /** @throws RESOURCE_NOT_FOUND or AUTHORIZATION_ERROR */
  assertActingAs(caller: Caller, subject: Subject): void {
    this.assertSeeing(caller, subject);
    if (!mayActAs(askerOf(this.access, caller), subject)) throw forbidden();
  }

  /** @throws RESOURCE_NOT_FOUND or AUTHORIZATION_ERROR */
  async requireEditing(caller: Caller, user_id: string): Promise<void> {
    this.assertEditing(caller, await this.users.getSubject(user_id));
  }

  /** @throws RESOURCE_NOT_FOUND or AUTHORIZATION_ERROR */
  assertEditing(caller: Caller, subject: Subject): void {
    this.assertSeeing(caller, subject);
    if (!mayEdit(askerOf(this.access, caller), subject)) throw forbidden();
  }
}
