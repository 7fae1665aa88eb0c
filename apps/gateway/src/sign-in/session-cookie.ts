import { hash, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { sessionMaxMs } from '@tributary/contracts/admin/session';
import { SETTINGS, type GatewaySettings } from '../config.js';
import { nameCookie, readCookie, writeCookie } from './cookies.js';
import { signInSettings } from './settings.js';

/** 256 random bits in base64url. */
const secret = /^[A-Za-z0-9_-]{43}$/;

/** The cookie of a session. Only its digest leaves the browser and the answer that sets it. */
@Injectable()
export class SessionCookie {
  private readonly origin: string | undefined;
  private readonly name: string;

  constructor(@Inject(SETTINGS) settings: GatewaySettings) {
    this.origin = signInSettings(settings)?.origin;
    this.name = nameCookie('tributary_session', this.origin?.startsWith('https:') ?? true);
  }

  /** The SHA-256 of the cookie in hexadecimal; undefined if there is none, or people do not sign in here. */
  read(headers: IncomingHttpHeaders): string | undefined {
    const value = this.origin === undefined ? undefined : readCookie(headers, this.name);
    return value !== undefined && secret.test(value) ? hash('sha256', value) : undefined;
  }

  /** Whether the page that sends the request is one of the gateway. */
  isOwnOrigin({ origin }: IncomingHttpHeaders): boolean {
    return this.origin !== undefined && origin === this.origin;
  }

  /** A new secret: its digest, and the header that gives it to the browser. The server ends the session earlier. */
  create(): { sha256: string; header: string } {
    const value = randomBytes(32).toString('base64url');
    return { sha256: hash('sha256', value), header: writeCookie(this.name, value, sessionMaxMs) };
  }

  /** The header that removes the cookie. */
  removal(): string {
    return writeCookie(this.name, '', 0);
  }
}
