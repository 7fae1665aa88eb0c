import type { Activity } from '../activity.js';
import { useLocal } from '../facilities/local-values.js';
import type { PageHelper } from '../options.js';
import { originOf } from './origin.js';
import { continueSession, parseSession, type Session } from './session.js';
import { describeUserAgent } from './user-agent.js';

const visit = 'SITE_VISIT';
const key = 'tributary.session';

export interface PageOptions {
  /** Sends a page view when the page is first seen, and at each navigation in it or back to it. Default: true. */
  views?: boolean;
  /** Adds `session_id`; a session ends after 30 minutes without an activity. Default: true. */
  sessions?: boolean;
  /** Adds the `utm_…` parameters of the address as `$origin` to the activities of the session. Default: true. */
  origin?: boolean;
  /** Adds `$user_agent_info`: form factor, operating system, browser. Default: true. */
  userAgent?: boolean;
  /** Changes addresses before they are sent, to remove what is secret in them. */
  cleanUrl?: (url: string) => string;
}

/** Extends activities with the page's fields, and sends its page views. */
export class Pages implements PageHelper {
  private readonly stopping = new AbortController();
  private session: Session | undefined;
  /** The campaign of the address at the start. It belongs to the next activity. */
  private origin: Record<string, string> | undefined;
  private previous = '';
  /** The address of the last page view. */
  private last: string | undefined;

  constructor(private readonly options: PageOptions) {
    this.arrive();
  }

  /**
   * A page view has no `$type`: the first visit of a session is a SITE_VISIT, because reports count these as sessions, and a
   * later page view is a TOUCH.
   */
  fields(type: string | undefined): Partial<Activity> {
    const { sessions = true, userAgent = true } = this.options;
    const { id, origin, hasVisit } = this.continueSession(type);
    return {
      $type: hasVisit ? 'TOUCH' : visit,
      ...(sessions && { session_id: id }),
      ...(origin && { $origin: origin }),
      ...(userAgent && { $user_agent_info: describeUserAgent(navigator.userAgent, navigator.maxTouchPoints > 1) }),
    };
  }

  /** Reports the page when a person sees it, and at each change of its path or query. */
  start(view: (activity: Activity) => void): void {
    if (!(this.options.views ?? true)) return;
    const { signal } = this.stopping;
    const isNew = () => !signal.aborted && isSeen() && this.last !== addressOf(location);
    // A navigation may be replaced at once, and sets the title later.
    const look = () => setTimeout(() => isNew() && view(this.view()));
    const { history } = globalThis;
    for (const name of ['pushState', 'replaceState'] as const) {
      const navigate = history[name].bind(history);
      history[name] = (...args) => {
        navigate(...args);
        look();
      };
    }
    addEventListener('popstate', look, { signal });
    // A browser may keep a page that is left, and show it again as it was.
    const restore = (event: PageTransitionEvent) => event.persisted && (this.arrive(), look());
    addEventListener('pageshow', restore, { signal });
    for (const name of ['visibilitychange', 'prerenderingchange']) document.addEventListener(name, look, { signal });
    look();
  }

  /** The person comes from another page: the next view is one of its own, also at the address of the last one. */
  private arrive(): void {
    this.last = undefined;
    this.previous = document.referrer;
    if (this.options.origin ?? true) this.origin = originOf(location.search);
  }

  /** Ends the session. */
  forget(): void {
    this.session = undefined;
    useLocal((storage) => storage.removeItem(key));
  }

  stop(): void {
    this.stopping.abort();
  }

  /** It counts as the view of this address: a navigation before it reports none. */
  view(): Activity {
    this.last = addressOf(location);
    const { cleanUrl = (url: string) => url } = this.options;
    const $url = cleanUrl(location.href);
    const $referrer = this.previous && cleanUrl(this.previous);
    this.previous = location.href;
    const $properties = { $url, $title: document.title, $referrer };
    const view: Omit<Activity, '$type'> = {
      $session_status: 'IN_SESSION',
      $events: [{ $event_name: '$page_view', $properties }],
    };
    return view as Activity;
  }

  /** @returns the session as it was before this activity */
  private continueSession(type: string | undefined): Session {
    // Other tabs continue it too.
    const stored = parseSession(useLocal((storage) => storage.getItem(key)));
    const session = continueSession(stored ?? this.session, Date.now(), this.origin);
    this.origin = undefined;
    this.session = { ...session, hasVisit: session.hasVisit || type === undefined || type === visit };
    const text = JSON.stringify(this.session);
    useLocal((storage) => storage.setItem(key, text));
    return session;
  }
}

/** False for a page in a tab that was opened in the background, and for one that the browser renders ahead. */
const isSeen = () => !document.hidden && !('prerendering' in document && document.prerendering);

/** A single-page app may have its path in the fragment. */
const addressOf = ({ pathname, search, hash }: Location) => pathname + search + (/^#[/!]/.test(hash) ? hash : '');
