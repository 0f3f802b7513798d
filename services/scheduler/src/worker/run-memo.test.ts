import { makeServiceKeys } from '@muster/service-kit';
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { SchedulerConfig } from '../config.ts';
import { openMemo, sealMemo, type RunMemo } from './run-memo.ts';

const memo: RunMemo = {
  token: 'token of the run',
  hide: ['a secret'],
  nonce: 'n',
  believesUnmarkedLines: false,
  sliceCents: 0,
  ttlSeconds: 60,
  session: { configured: 'c', offered: null },
  traceparent: null,
};
const configWithNewKeys = (): SchedulerConfig =>
  ({ MUSTER_SERVICE_KEYS: makeServiceKeys(randomUUID(), 'scheduler') }) as SchedulerConfig;

describe('the memo of a run', () => {
  const config = configWithNewKeys();
  const run = { id: randomUUID(), epoch: 1 };
  const sealed = sealMemo(config, run, memo);

  it('is opened for its run, and tells nothing', () => {
    expect(openMemo(config, run, sealed)).toEqual(memo);
    expect(Buffer.from(sealed).includes('secret')).toBe(false);
  });

  it('is not opened for another run, with another key, or changed', () => {
    expect(openMemo(config, { ...run, id: randomUUID() }, sealed)).toBeUndefined();
    expect(openMemo(config, { ...run, epoch: 2 }, sealed)).toBeUndefined();
    expect(openMemo(configWithNewKeys(), run, sealed)).toBeUndefined();
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      expect(openMemo(config, run, changed)).toBeUndefined();
    }
    expect(openMemo(config, run, sealed.subarray(0, 20))).toBeUndefined();
    expect(openMemo(config, run, Buffer.alloc(0))).toBeUndefined();
  });
});
