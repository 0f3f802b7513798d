import { describe, expect, it } from 'vitest';
import { SERVICES } from './service-names.ts';
import { settingsIn, settingsOf, variables, withoutEffect } from './variables.ts';

const env = {
  PATH: '/usr/bin',
  AWS_SECRET_ACCESS_KEY: 'of somebody else',
  RATE_LIMIT_PER_SECOND: '5',
  MUSTER_EGRESS_ALLOW: '127.0.0.1',
  WEBHOOK_TIMEOUT_SECONDS: '3',
  MUSTER_ALPHA_LOCAL_COMMAND: '["cli"]',
  MUSTER_LOCAL_ROOTS: '/work',
  OIDC_CLIENT_SECRET_FILE: '/run/secret',
  LOG_LEVEL: 'debug',
};

describe('a setting in the environment of start', () => {
  const namesOf = (process: string) => Object.keys(settingsOf(process, settingsIn(env)));

  it('reaches each process that documents it, and no other', () => {
    expect(namesOf('gateway')).toEqual([
      'RATE_LIMIT_PER_SECOND',
      'MUSTER_EGRESS_ALLOW',
      'WEBHOOK_TIMEOUT_SECONDS',
      'OIDC_CLIENT_SECRET_FILE',
      'LOG_LEVEL',
    ]);
    expect(namesOf('scheduler')).toEqual([
      'MUSTER_EGRESS_ALLOW',
      'MUSTER_ALPHA_LOCAL_COMMAND',
      'LOG_LEVEL',
    ]);
    expect(namesOf('runner')).toEqual(['MUSTER_EGRESS_ALLOW', 'MUSTER_LOCAL_ROOTS', 'LOG_LEVEL']);
    expect(namesOf('setup')).toEqual(['LOG_LEVEL']);
    expect(namesOf('billing')).toEqual(['LOG_LEVEL']);
  });

  it('may be a proxy in lower case', () => {
    const lower = { https_proxy: 'http://proxy:1', no_proxy: 'here', NO_PROXY: 'there' };
    expect(settingsIn(lower)).toEqual({ HTTPS_PROXY: 'http://proxy:1', NO_PROXY: 'there' });
  });

  it('is named if start chooses it itself', () => {
    expect(withoutEffect({ ...env, HOST: 'example', MUSTER_MASTER_KEY_FILE: '/k' })).toEqual([
      'HOST has no effect: start chooses it itself.',
      'MUSTER_MASTER_KEY_FILE has no effect: start chooses it itself.',
    ]);
    expect(settingsIn({ HOST: 'example', MUSTER_MASTER_KEY_FILE: '/k' })).toEqual({});
  });

  it('is named if no process knows it', () => {
    expect(withoutEffect({ ...env, MUSTER_EGRES_ALLOW: '127.0.0.1' })).toEqual([
      'MUSTER_EGRES_ALLOW has no effect: there is no such setting. pnpm start --help lists all.',
    ]);
  });

  it('is not named if a command reads it', () => {
    expect(withoutEffect({ MUSTER_DATA_DIR: '/d', MUSTER_SEED: 'none', PORT: '1' })).toEqual([]);
  });
});

it('every process of the stack documents some variable', () => {
  const processes = new Set(Object.values(variables).flatMap(({ of }) => of));
  expect([...processes].toSorted()).toEqual([...SERVICES, 'runner', 'setup'].toSorted());
});
