import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { baseConfig, readConfig } from './config.ts';
import { makeServiceKeys } from './keys/make-keys.ts';

const keys = makeServiceKeys('a secret for tests', 'issues');

const complete = {
  DATABASE_URL: 'postgres://localhost/muster',
  NATS_URL: 'nats://localhost:4222',
  MUSTER_SERVICE_KEYS: keys,
};

describe('readConfig', () => {
  it('fills in defaults', () => {
    expect(readConfig(baseConfig, complete)).toMatchObject({ OPS_PORT: 0, LOG_LEVEL: 'info' });
  });

  it('lists every missing or invalid variable at once, and no value', () => {
    const read = () =>
      readConfig(baseConfig, { MUSTER_SERVICE_KEYS: 'own=short', OPS_PORT: 'many' });
    expect(read).toThrow(/DATABASE_URL[^]*NATS_URL[^]*MUSTER_SERVICE_KEYS[^]*OPS_PORT/);
    expect(read).not.toThrow(/own=short|many/);
  });

  it('reads a value from a file, without the trailing newline', () => {
    const folder = mkdtempSync(join(tmpdir(), 'muster-config-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'secret');
    writeFileSync(file, `${keys}\n`);
    const { MUSTER_SERVICE_KEYS: _, ...rest } = complete;
    expect(readConfig(baseConfig, { ...rest, MUSTER_SERVICE_KEYS_FILE: file })).toMatchObject({
      MUSTER_SERVICE_KEYS: keys,
    });
  });

  it('takes a proxy in lower case, too, and the spelling in capitals first', () => {
    const proxies = z.object({ HTTPS_PROXY: z.string().optional(), NO_PROXY: z.string() });
    const lower = { https_proxy: 'http://proxy:1', no_proxy: 'here' };
    expect(readConfig(proxies, { ...lower, HTTPS_PROXY: '' })).toEqual({
      HTTPS_PROXY: '',
      NO_PROXY: 'here',
    });
    expect(readConfig(proxies, lower).HTTPS_PROXY).toBe('http://proxy:1');
    expect(readConfig(z.object({ PORT: z.string().default('2') }), { port: '1' })).toEqual({
      PORT: '2',
    });
  });

  it('names the file that cannot be read', () => {
    const { MUSTER_SERVICE_KEYS: _, ...rest } = complete;
    const read = () =>
      readConfig(baseConfig, { ...rest, MUSTER_SERVICE_KEYS_FILE: '/nowhere/secret' });
    expect(read).toThrow('MUSTER_SERVICE_KEYS_FILE: cannot read /nowhere/secret');
  });
});
