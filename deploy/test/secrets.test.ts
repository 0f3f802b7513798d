/** What secrets.sh leaves in a folder, for whom, and how it starts the image that it may need. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const repository = join(import.meta.dirname, '../..');
const isRoot = process.getuid?.() === 0;
/** The user of the containers of services. */
const READER = 10_001;
const ORDINARY = isRoot ? { uid: 12_345, gid: 12_345 } : {};

let copy = '';
const pathTo = (...names: string[]) => join(copy, ...names);

beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), 'muster-secrets-'));
  mkdirSync(pathTo('deploy'));
  copyFileSync(join(repository, 'deploy/secrets.sh'), pathTo('deploy/secrets.sh'));
  symlinkSync(join(repository, 'deploy/redis'), pathTo('deploy/redis'));
  for (const name of ['services', 'node_modules'])
    symlinkSync(join(repository, name), pathTo(name));
  // Stands for docker, and notes how it is called.
  writeFileSync(pathTo('engine'), `#!/bin/sh\nprintf '%s\\n' "$@" >"${pathTo('engine-called')}"\n`);
  chmodSync(pathTo('engine'), 0o755);
});
afterEach(() => rmSync(copy, { recursive: true }));

function makeSecrets(folder: string, as: { uid?: number; gid?: number } = {}): void {
  const { status, stderr } = spawnSync(pathTo('deploy/secrets.sh'), [folder], {
    ...as,
    cwd: copy,
    env: { PATH: process.env['PATH'], ENGINE: pathTo('engine') },
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
}

/** Name of a file → owner, group and mode. */
const rightsIn = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder).map((name) => {
      const { uid, gid, mode } = statSync(join(folder, name));
      return [name, `${uid}:${gid} ${(mode & 0o777).toString(8)}`];
    }),
  );

const textsIn = (folder: string): string[] =>
  readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));

const Compose = z.looseObject({
  services: z.record(z.string(), z.looseObject({ image: z.string() })),
});

const own = `${process.getuid?.()}:${process.getgid?.()}`;
const modeOf = (name: string) => (name.endsWith('.env') ? 600 : name.endsWith('.conf') ? 644 : 400);

describe('the secrets of a cluster', () => {
  it('are for the user that makes them', () => {
    const folder = pathTo('for-a-cluster');
    makeSecrets(folder);
    const rights = rightsIn(folder);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(Object.keys(rights)).toEqual(expect.arrayContaining(['master-key', 'nkey-issues']));
    for (const [name, right] of Object.entries(rights)) {
      expect([name, right]).toEqual([name, `${own} ${modeOf(name)}`]);
    }
    expect(existsSync(pathTo('engine-called'))).toBe(false);
  });

  it('stay what they are when the command runs again, and are closed if they were open', () => {
    const folder = pathTo('for-a-cluster');
    makeSecrets(folder);
    const [texts, rights] = [textsIn(folder), rightsIn(folder)];
    for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o644);
    chmodSync(folder, 0o711);
    makeSecrets(folder);
    expect(textsIn(folder)).toEqual(texts);
    expect(rightsIn(folder)).toEqual(rights);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });
});

describe('the addresses of an installation', () => {
  const SERVICES = ['gateway', 'agents', 'issues', 'approvals', 'billing', 'scheduler'];

  it('are written once, and every URL is made from them with its own password', () => {
    const folder = pathTo('for-a-cluster');
    makeSecrets(folder);
    const read = (name: string) => readFileSync(join(folder, name), 'utf8');
    const before = SERVICES.map((name) => new URL(read(`database-url-${name}`)));
    const rest = 'db.acme.com:6432/control?sslmode=verify-full';
    writeFileSync(
      join(folder, 'addresses.env'),
      `DATABASE_URL=postgres://root:p%40ss@${rest}\nREDIS_URL=rediss://:word@redis.acme.com:6379\n`,
    );
    makeSecrets(folder);
    expect(read('database-url')).toBe(`postgres://root:p%40ss@${rest}`);
    expect(read('redis-url')).toBe('rediss://:word@redis.acme.com:6379');
    for (const [at, name] of SERVICES.entries()) {
      const { password = '' } = before[at] ?? {};
      expect(password).toMatch(/^[\w-]{43}$/);
      expect(read(`database-url-${name}`)).toBe(`postgres://muster_${name}:${password}@${rest}`);
    }
    const {
      'nats-keys.conf': ofPublicKeys,
      'redis-users.conf': ofHashes,
      ...others
    } = rightsIn(folder);
    for (const right of [ofPublicKeys, ofHashes]) expect(right).toMatch(/ 644$/);
    for (const right of Object.values(others)) expect(right).toMatch(/ [46]00$/);
    const texts = textsIn(folder);
    makeSecrets(folder);
    expect(textsIn(folder)).toEqual(texts);
  });

  it('leave URLs alone that were changed by hand, and are refused in another form', () => {
    const folder = pathTo('for-a-cluster');
    makeSecrets(folder);
    chmodSync(join(folder, 'database-url'), 0o600);
    writeFileSync(join(folder, 'database-url'), 'postgres://mine');
    makeSecrets(folder);
    expect(readFileSync(join(folder, 'database-url'), 'utf8')).toBe('postgres://mine');
    writeFileSync(join(folder, 'addresses.env'), 'DATABASE_URL=db.acme.com\n');
    const texts = textsIn(folder);
    const { status, stderr } = spawnSync(pathTo('deploy/secrets.sh'), [folder], {
      cwd: copy,
      env: { PATH: process.env['PATH'] },
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([64, expect.stringContaining('postgres://owner:password@')]);
    expect(textsIn(folder)).toEqual(texts);
  });
});

describe('the secrets of compose.yaml', () => {
  it('belong to the users that read them, if root makes them, and otherwise by the image', () => {
    makeSecrets(pathTo('deploy/secrets'));
    expect(existsSync(pathTo('engine-called'))).toBe(!isRoot);
    if (!isRoot) return;
    const rights = rightsIn(pathTo('deploy/secrets'));
    const others: Record<string, string> = {
      'settings.env': '0:0 600',
      'addresses.env': '0:0 600',
      'nats-keys.conf': '0:0 644',
      'redis-users.conf': '0:0 644',
      'nkey-system': '0:0 400',
      'service-keys-secret': '0:0 400',
      'database-password': '0:0 400',
      'runner-key': `${READER}:0 440`,
    };
    expect(rights).toMatchObject(others);
    // A key that is not used yet is for the operator alone.
    const rightOf = (name: string) =>
      others[name] ?? (name.endsWith('-next') ? '0:0 400' : `${READER}:${READER} 400`);
    for (const [name, right] of Object.entries(rights)) {
      expect([name, right]).toEqual([name, rightOf(name)]);
    }
  });

  it('are given away by an image of this machine, which no registry can replace', () => {
    const folder = pathTo('deploy/secrets');
    mkdirSync(folder);
    if (ORDINARY.uid !== undefined) {
      for (const path of [copy, folder]) chownSync(path, ORDINARY.uid, ORDINARY.gid);
    }
    makeSecrets(folder, ORDINARY);
    const called = readFileSync(pathTo('engine-called'), 'utf8').split('\n');
    expect(called).toEqual(
      expect.arrayContaining(['--pull=never', '--network=none', '0:0', `${folder}:/keys`]),
    );
    expect(called.slice(-6)).toEqual(['sh', 'node', '/keys', String(READER), '', '']);
    expect(readFileSync(join(folder, 'runner-key'), 'utf8')).toMatch(/^[\w-]{43}$/);
  });
});

describe('the images that we name', () => {
  it('are never pulled by compose, since a registry may have others under these names', () => {
    const text = readFileSync(join(repository, 'deploy/compose.yaml'), 'utf8');
    const { services } = Compose.parse(parse(text, { merge: true }));
    const ours = Object.entries(services).filter(([, { image }]) => image.startsWith('muster/'));
    expect(ours.length).toBeGreaterThan(0);
    for (const [name, service] of ours) {
      expect([name, service]).toMatchObject([name, { pull_policy: 'never' }]);
    }
  });
});
