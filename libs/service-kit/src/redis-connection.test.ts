import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { redisConfig, redisConnectionOf } from './redis-connection.ts';

const schema = z.object(redisConfig('tests'));
const connectionOf = (env: Readonly<Record<string, string>>) =>
  redisConnectionOf(schema.parse(env));
const CA = '-----BEGIN CERTIFICATE-----';

describe('a connection to Redis', () => {
  it('is opened only where there is one', () => {
    expect(connectionOf({})).toBeUndefined();
    expect(connectionOf({ REDIS_URL: 'redis://a' })).toEqual({ url: 'redis://a' });
  });

  it('is by TLS where the URL says so, or an authority is named', () => {
    expect(connectionOf({ REDIS_URL: 'rediss://a' })).toEqual({ url: 'rediss://a', tls: {} });
    expect(connectionOf({ REDIS_URL: 'redis://a', REDIS_CA: CA })?.tls).toEqual({ ca: CA });
    const sentinels = { REDIS_URL: 'rediss://a', REDIS_CA: CA, REDIS_SENTINELS: 's' };
    expect(connectionOf(sentinels)?.sentinelTLS).toEqual({ ca: CA });
  });
});

describe('sentinels', () => {
  it('need a URL, which has the password and the database', () => {
    expect(() => connectionOf({ REDIS_SENTINELS: 'redis-0' })).toThrow('needs REDIS_URL');
  });

  it.each(['redis://a:1', 'a:1/0', 'a:99999', 'a b', 'u@a:1'])('are not %s', (text) => {
    expect(schema.safeParse({ REDIS_SENTINELS: text }).success).toBe(false);
  });

  it('have a port of their own by default', () => {
    const env = { REDIS_URL: 'redis://x', REDIS_SENTINELS: 'redis-0, [::1]:7,10.0.0.1:8' };
    expect(connectionOf(env)?.sentinels).toEqual([
      { host: 'redis-0', port: 26_379 },
      { host: '::1', port: 7 },
      { host: '10.0.0.1', port: 8 },
    ]);
  });
});
