import fc from 'fast-check';
import { isBotActivity, isBotAgent } from './bots.js';

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const googlebot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

describe('isBotAgent', () => {
  it.each([
    ['a browser', chrome, false],
    [
      'a phone',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Safari',
      false,
    ],
    ['a television', 'Mozilla/5.0 (SMART-TV; Linux; Tizen 5.0) AppleWebKit/538.1 Version/5.0 TV Safari/538.1', false],
    ['a crawler', googlebot, true],
    ['a browser without a window', chrome.replace('Chrome/', 'HeadlessChrome/'), true],
    ['a script', 'python-requests/2.32.3', true],
    ['no text', '', false],
  ])('knows %s', (_case, text, expected) => expect([isBotAgent(text), isBotAgent(text)]).toEqual([expected, expected]));

  it('judges the start of a long text', () => {
    const long = `${chrome} ${'x'.repeat(1_000)}`;
    expect(isBotAgent(`${long}${googlebot}`)).toBe(false);
    expect(isBotAgent(`${googlebot}${long}`)).toBe(true);
  });

  it('says the same of a text every time, and never fails', () => {
    const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 2_000 }), fc.constantFrom(chrome, googlebot));
    fc.assert(fc.property(text, (one) => isBotAgent(one) === isBotAgent(one)));
  });
});

describe('isBotActivity', () => {
  const $raw_value = googlebot;

  it.each<[string, Parameters<typeof isBotActivity>[0], boolean]>([
    ['the user agent of a bot', { $type: 'SITE_VISIT', $user_agent_info: { $raw_value } }, true],
    ['of any type', { $type: 'TOUCH', $user_agent_info: { $raw_value } }, true],
    ['the user agent of a browser', { $type: 'SITE_VISIT', $user_agent_info: { $raw_value: chrome } }, false],
    ['no user agent', { $type: 'SITE_VISIT' }, false],
    ['null', { $type: 'SITE_VISIT', $user_agent_info: null }, false],
    ['a null text', { $type: 'SITE_VISIT', $user_agent_info: { $raw_value: null } }, false],
    ['the name of an app', { $type: 'APP_VISIT', $user_agent_info: { $raw_value: 'Shop/3.1' } }, false],
    ['the name of a television', { $type: 'CTV_VISIT', $user_agent_info: { $raw_value: 'Shop/3.1' } }, false],
    ['an app', { $type: 'TOUCH', $user_agent_info: { $raw_value: 'Shop/3.1', $agent_type: 'MOBILE_APP' } }, false],
    ['the same text without an app', { $type: 'TOUCH', $user_agent_info: { $raw_value: 'Shop/3.1' } }, true],
  ])('of an activity with %s', (_case, activity, expected) => expect(isBotActivity(activity)).toBe(expected));
});
