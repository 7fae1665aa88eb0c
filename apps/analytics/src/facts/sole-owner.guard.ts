import { Inject, Injectable, type CanActivate } from '@nestjs/common';
import { unavailable } from '@tributary/contracts/errors';

/** Injection token of `standsBy` of the bus. */
export const STANDS_BY = Symbol('stands by');

/**
 * Refuses reports while another process gets the facts: those of this one are old, or none. Without a broker reports are
 * answered from the facts that there are.
 */
@Injectable()
export class SoleOwnerGuard implements CanActivate {
  constructor(@Inject(STANDS_BY) private readonly standsBy: () => boolean) {}

  canActivate(): boolean {
    if (!this.standsBy()) return true;
    throw unavailable('another process of analytics owns the facts');
  }
}
