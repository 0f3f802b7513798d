import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { baseConfig, readConfig } from './config.ts';

const complete = {
  DATABASE_URL: 'postgres://localhost/muster',
  NATS_URL: 'nats://localhost:4222',
  MUSTER_SECRET: 'x'.repeat(32),
};

describe('readConfig', () => {
  it('fills in defaults', () => {
    expect(readConfig(baseConfig, complete)).toMatchObject({ OPS_PORT: 0, LOG_LEVEL: 'info' });
  });

  it('names everything that is missing or wrong at once, and no value', () => {
    const read = () => readConfig(baseConfig, { MUSTER_SECRET: 'too short', OPS_PORT: 'many' });
    expect(read).toThrow(/DATABASE_URL[^]*NATS_URL[^]*MUSTER_SECRET[^]*OPS_PORT/);
    expect(read).not.toThrow(/too short|many/);
  });

  it('reads a value from a file, without the line end', () => {
    const folder = mkdtempSync(join(tmpdir(), 'muster-config-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'secret');
    writeFileSync(file, `${'y'.repeat(32)}\n`);
    const { MUSTER_SECRET: _, ...rest } = complete;
    expect(readConfig(baseConfig, { ...rest, MUSTER_SECRET_FILE: file })).toMatchObject({
      MUSTER_SECRET: 'y'.repeat(32),
    });
  });

  it('says which file cannot be read', () => {
    const { MUSTER_SECRET: _, ...rest } = complete;
    const read = () => readConfig(baseConfig, { ...rest, MUSTER_SECRET_FILE: '/nowhere/secret' });
    expect(read).toThrow('MUSTER_SECRET_FILE: cannot read /nowhere/secret');
  });
});
