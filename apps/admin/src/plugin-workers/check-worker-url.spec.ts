import { describe, expect, it } from '@jest/globals';
import { WorkerUrl } from '@tributary/contracts/admin/plugins/plugin-worker';
import { AddressGuard } from '@tributary/security/addresses/address-guard';
import { AllowedHosts } from '@tributary/security/addresses/allowed-hosts';
import { checkWorkerUrl } from './check-worker-url.js';

const allowed = AllowedHosts.parse('plugins.internal,10.1.0.0/16,fd00::/8');
const guard = new AddressGuard({ isStrict: true, allowed });

describe('the URL of a worker', () => {
  it.each([
    'http://plugin',
    'https://plugin.example:8443/base/path',
    'HTTP://plugin.example/',
    'http://127.0.0.1:8080',
    'http://[::1]:8080/',
    `https://plugin.example/${'a'.repeat(2_000)}`,
  ])('may be %s', (url) => expect(WorkerUrl.safeParse(url)).toMatchObject({ success: true }));

  it.each([
    '',
    'plugin.example',
    '//plugin.example',
    '/v1',
    'ftp://plugin.example',
    'file:///etc/passwd',
    'http:plugin.example',
    'http:\\\\plugin.example',
    'http://',
    'http:///path',
    'http://user@plugin.example',
    'http://user:secret@plugin.example',
    'http://@plugin.example',
    'http://plugin.example?',
    'http://plugin.example/?a=1',
    'http://plugin.example#',
    'http://plugin.example/#a',
    ' http://plugin.example',
    'http://plugin.example ',
    'http://plugin.example/a b',
    'http://plugin.example\n',
    'http://plugin.example/\u00e9',
    'http://plugin.example:99999',
    'http://[::1',
    `https://plugin.example/${'a'.repeat(2_048)}`,
  ])('is refused: %j', (url) => expect(WorkerUrl.safeParse(url)).toMatchObject({ success: false }));

  it.each([
    'https://plugin.example',
    'https://8.8.8.8',
    'http://plugins.internal',
    'http://PLUGINS.internal:8080/x',
    'http://10.1.2.3',
    'https://[fd00::5]',
    'https://[2606:4700::1111]',
    // A name is judged at each call.
    'https://localhost',
  ])('may be %s in production', (url) => expect(() => checkWorkerUrl(url, guard, true)).not.toThrow());

  it.each([
    ['http://plugin.example', /^url: must be an https URL/],
    ['http://8.8.8.8', /^url: must be an https URL/],
    ['https://10.2.0.1', /^url: 10\.2\.0\.1 is a private address/],
    ['https://127.0.0.1', /^url: 127\.0\.0\.1 is a private/],
    ['https://0x7f.1', /^url: 127\.0\.0\.1 is a private/],
    ['https://2130706433', /^url: 127\.0\.0\.1 is a private/],
    ['https://169.254.169.254', /^url: .* is a private/],
    ['https://[::1]', /^url: ::1 is a private/],
    ['https://[::ffff:127.0.0.1]', /^url: .* is a private/],
  ])('is refused in production: %s', (url, message) => {
    expect(() => checkWorkerUrl(url, guard, true)).toThrow(message);
    expect(() => checkWorkerUrl(url, guard, false)).not.toThrow();
  });
});
