import { describe, expect, it } from '@jest/globals';
import { originOf } from './origin.js';
import { continueSession, parseSession, sessionMs, type Session } from './session.js';

const ad = { $source: 'ad' };
const session: Session = { id: 'a', ts: 1_000_000, hasVisit: true };

describe('a session', () => {
  it.each([
    ['at once', session, 0, undefined],
    ['after almost 30 minutes', session, sessionMs, undefined],
    ['on a page of the same campaign', { ...session, origin: ad }, 1, ad],
    ['on a page without a campaign', { ...session, origin: ad }, 1, undefined],
    ['when the clock goes back a little', session, -1_000, undefined],
  ])('goes on %s', (_when, current, laterMs, origin) =>
    expect(continueSession(current, session.ts + laterMs, origin)).toEqual({ ...current, ts: session.ts + laterMs }),
  );

  it.each([
    ['without another', undefined, 0, undefined],
    ['after more than 30 minutes', session, sessionMs + 1, undefined],
    ['after a long time, with its campaign', { ...session, origin: ad }, sessionMs + 1, undefined],
    ['with a campaign', session, 1, ad],
    ['with another campaign', { ...session, origin: { $source: 'mail' } }, 1, ad],
    ['when the clock was wrong', session, -sessionMs - 1, undefined],
  ])('begins %s', (_when, current, laterMs, origin) => {
    const next = continueSession(current, session.ts + laterMs, origin);
    expect(next).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      ts: session.ts + laterMs,
      hasVisit: false,
      ...(origin && { origin }),
    });
  });

  it.each([undefined, '', 'null', '7', '{"id":1,"ts":1}', '{"id":"a"}', '{'])('is not read from %p', (text) =>
    expect(parseSession(text)).toBeUndefined(),
  );
  it('is read from what a page has stored', () => expect(parseSession(JSON.stringify(session))).toEqual(session));
});

describe('the origin of a visit', () => {
  it.each([
    ['', undefined],
    ['?page=2&utm_source=', undefined],
    ['?utm_source=paper', { $source: 'paper' }],
    [
      '?utm_source=mail&utm_medium=e%2Dmail&utm_campaign=May+sale&utm_term=shoes&utm_content=b',
      { $source: 'mail', $channel: 'e-mail', $campaign_name: 'May sale', $keywords: 'shoes', $creative_name: 'b' },
    ],
  ])('of "%s"', (query, expected) => expect(originOf(query)).toEqual(expected));
});
