import type { BrowserContext, Page } from 'playwright-core';

/** Reports to the binding below. The page's policy does not apply to it. */
const reportViolations = `document.addEventListener('securitypolicyviolation', (event) =>
  __reportViolation([event.effectiveDirective, event.blockedURI, event.sourceFile, event.lineNumber].join(' ')));`;

/** The faults that no page of the console may have, as the browser reports them. */
export class PageProblems {
  /** Violations of the content security policy. */
  readonly violations: string[] = [];
  /** Requests to another server. */
  readonly foreignRequests: string[] = [];
  /** Uncaught errors, errors in the browser's log, and files that are not loaded. Refusals of the API are none. */
  readonly errors: string[] = [];

  constructor(private readonly origin: string) {}

  async watch(context: BrowserContext): Promise<void> {
    await context.exposeBinding('__reportViolation', (_source, violation: string) => this.violations.push(violation));
    await context.addInitScript({ content: reportViolations });
    for (const page of context.pages()) this.watchPage(page);
    context.on('page', (page) => this.watchPage(page));
  }

  private watchPage(page: Page): void {
    page.on('request', (request) => this.checkOrigin(request.url()));
    page.on('websocket', (socket) => this.checkOrigin(socket.url()));
    page.on('pageerror', (error) => this.errors.push(String(error)));
    page.on('console', (message) => {
      // The browser logs each answer of 400 or more: those of the API are expected, the others are checked below.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        this.errors.push(message.text());
    });
    page.on('response', (response) => {
      if (response.status() >= 400 && !new URL(response.url()).pathname.includes('/v1/'))
        this.errors.push(`${response.status()} ${response.url()}`);
    });
  }

  private checkOrigin(url: string): void {
    if (/^(https?|wss?):/.test(url) && new URL(url).origin !== this.origin) this.foreignRequests.push(url);
  }
}
