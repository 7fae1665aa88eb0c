import { describe, expect, it } from '@jest/globals';
import { readConnectionString } from './read-connection-string.js';

const all = {
  host: 'db.example.com',
  port: '6432',
  user: 'ann',
  password: 'a b@c',
  database: 'sales',
  tls: 'verified',
};

describe('a connection string', () => {
  it.each([
    ['postgres://ann:a%20b%40c@db.example.com:6432/sales?sslmode=verify-full', all],
    [" host=db.example.com port=6432 user=ann password='a b@c' dbname=sales sslmode=verify-ca ", all],
    ['postgresql://ann@db.example.com/', { host: 'db.example.com', port: '5432', user: 'ann' }],
    ['postgres://[::1]/?sslmode=disable', { host: '::1', port: '5432', tls: 'off' }],
    ["host=h password='it\\'s'", { host: 'h', password: "it's" }],
    ['mysql://ann@db.example.com/', undefined],
    ['postgres://h:99999/', undefined],
    ['postgres://%zz@host/', undefined],
    ['', undefined],
  ])('%s', (text, values) => expect(readConnectionString(text)).toEqual(values));
});
