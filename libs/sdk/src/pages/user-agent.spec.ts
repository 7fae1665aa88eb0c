import { expect, it } from '@jest/globals';
import { describeUserAgent } from './user-agent.js';

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
const safari = (device: string) =>
  `Mozilla/5.0 (${device}) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1`;
const mac =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15';
const android = (rest: string) => `Mozilla/5.0 (Linux; Android 15; ${rest}`;

it.each([
  [chrome, false, 'PERSONAL_COMPUTER', 'WINDOWS', 'CHROME', '141'],
  [`${chrome} Edg/141.0.0.0`, false, 'PERSONAL_COMPUTER', 'WINDOWS', 'EDGE', '141'],
  [`${chrome} OPR/120.0.0.0`, false, 'PERSONAL_COMPUTER', 'WINDOWS', 'OPERA', '120'],
  [
    'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
    false,
    'PERSONAL_COMPUTER',
    'LINUX',
    'FIREFOX',
    '145',
  ],
  [
    'Mozilla/5.0 (X11; CrOS x86_64 16000.0.0) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
    false,
    'PERSONAL_COMPUTER',
    'CHROME_OS',
    'CHROME',
    '140',
  ],
  [mac, false, 'PERSONAL_COMPUTER', 'MAC_OS', 'SAFARI', '18'],
  [mac, true, 'TABLET', 'IOS', 'SAFARI', '18'],
  [safari('iPhone; CPU iPhone OS 18_1 like Mac OS X'), true, 'SMARTPHONE', 'IOS', 'SAFARI', '18'],
  [safari('iPad; CPU OS 12_5 like Mac OS X'), true, 'TABLET', 'IOS', 'SAFARI', '18'],
  [`${safari('iPhone; CPU iPhone OS 18_1 like Mac OS X')} CriOS/140.0`, true, 'SMARTPHONE', 'IOS', 'CHROME', '140'],
  [
    android('Pixel 9) AppleWebKit/537.36 Chrome/141.0.0.0 Mobile Safari/537.36'),
    true,
    'SMARTPHONE',
    'ANDROID',
    'CHROME',
    '141',
  ],
  [
    android('SM-X710) AppleWebKit/537.36 SamsungBrowser/28.0 Chrome/130.0.0.0 Safari/537.36'),
    true,
    'TABLET',
    'ANDROID',
    'SAMSUNG_BROWSER',
    '28',
  ],
])('%s, touch %p', (text, hasTouch, ...[$form_factor, $os_family, $browser_family, $browser_version]) =>
  expect(describeUserAgent(text, hasTouch)).toEqual({
    $form_factor,
    $os_family,
    $browser_family,
    $browser_version,
    $agent_type: 'WEB_BROWSER',
    $raw_value: text,
  }),
);

it.each(['', 'curl/8.5.0', 'x'.repeat(10_000)])('an unknown one has no family: "%.20s"', (text) =>
  expect(describeUserAgent(text)).toEqual({
    $form_factor: 'PERSONAL_COMPUTER',
    $agent_type: 'WEB_BROWSER',
    $raw_value: text,
  }),
);
