import { describe, expect, it } from '@jest/globals';
import { readEnvironment } from './config.js';

const env = {
  XDG_CONFIG_HOME: '/home/ada/.config',
  TRIBUTARY_URL: 'https://a.example',
  TRIBUTARY_TOKEN: 'of the environment',
  TRIBUTARY_DATAMART: '7',
};

describe('readEnvironment', () => {
  it('takes the platform of the environment, and the login without a name', () =>
    expect(readEnvironment(undefined, env)).toMatchObject({
      url: 'https://a.example',
      token: 'of the environment',
      datamart_id: '7',
      configFile: '/home/ada/.config/tributary/config.json',
    }));

  it('takes nothing of the environment beside a login that the command names', () => {
    const read = readEnvironment('staging', { ...env, TRIBUTARY_PROFILE: 'other' });
    expect(read).toMatchObject({ configFile: '/home/ada/.config/tributary/profiles/staging.json' });
    expect(read).not.toHaveProperty('token');
    expect(read).not.toHaveProperty('datamart_id');
  });

  it('takes the login that the environment names', () =>
    expect(readEnvironment(undefined, { ...env, TRIBUTARY_PROFILE: 'eu.prod' })).toMatchObject({
      token: 'of the environment',
      configFile: '/home/ada/.config/tributary/profiles/eu.prod.json',
    }));

  it.each(['', '.', '..', '../config', 'a/b', '.hidden', 'a\0', 'x'.repeat(65)])('refuses %j as a name', (profile) =>
    expect(() => readEnvironment(profile, env)).toThrow('is no name of a profile'),
  );
});
