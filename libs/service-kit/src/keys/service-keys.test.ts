import { serviceNames, type ServiceName } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { deriveKey } from './derive-key.ts';
import { makeServiceKeys } from './make-keys.ts';
import { ownKeysOf, ServiceKeys } from './service-keys.ts';

const SECRET = 'a secret that no service holds';
const entriesOf = (service: ServiceName) => makeServiceKeys(SECRET, service).split('\n');

describe('the keys of a service', () => {
  it.each(serviceNames)('of %s are its own and those of pairs that it belongs to', (service) => {
    const [own, ...pairs] = entriesOf(service).map((entry) => entry.split('=')[0] ?? '');
    expect(own).toBe('own');
    expect(pairs.filter((pair) => !pair.split('>').includes(service))).toEqual([]);
    expect(pairs).toContain(`gateway>${service}`);
  });

  it('are held by both of a pair, and by no other service', () => {
    for (const service of serviceNames) {
      for (const entry of entriesOf(service)) {
        const [name = ''] = entry.split('=');
        const holders = serviceNames.filter((other) => entriesOf(other).includes(entry));
        const expected = name === 'own' ? [service] : [...new Set(name.split('>'))];
        expect(holders.toSorted()).toEqual(expected.toSorted());
      }
    }
  });

  it('are checked when the configuration is read', () => {
    const keys = makeServiceKeys(SECRET, 'issues');
    expect(ServiceKeys.safeParse(keys).success).toBe(true);
    expect(ServiceKeys.safeParse(keys.replaceAll('\n', ' ')).success).toBe(true);
    for (const broken of ['', 'own', keys.slice(0, -1), keys.replace('own=', 'mine>x=')]) {
      expect(ServiceKeys.safeParse(broken).success).toBe(false);
    }
  });
});

describe('keys for a purpose of one service', () => {
  const keys = { MUSTER_SERVICE_KEYS: makeServiceKeys(SECRET, 'issues') };

  it('differ by service and by purpose', () => {
    const other = { MUSTER_SERVICE_KEYS: makeServiceKeys(SECRET, 'agents') };
    const all = [ownKeysOf(keys, 'a'), ownKeysOf(keys, 'b'), ownKeysOf(other, 'a')];
    expect(new Set(all.map(([key]) => key.toString('hex'))).size).toBe(3);
  });

  it('begin with that of the release before during an upgrade, and accept the new one', () => {
    const MUSTER_SECRET = 'the secret of the release before';
    expect(ownKeysOf({ ...keys, MUSTER_SECRET }, 'a')).toEqual([
      deriveKey(MUSTER_SECRET, 'a'),
      ...ownKeysOf(keys, 'a'),
    ]);
  });
});
