import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { total } from '@muster/local/machine';
import { describe, expect, it } from 'vitest';
import { openControlGroup, pathOf, usageIn, withUnseen } from './control-group.ts';

describe('the path of a control group', () => {
  const own = '3:cpuset:/\n2:cpu,cpuacct:/user/one:two\n1:name=systemd:/\n0::/user.slice/three\n';

  it.each([
    ['cpuacct', '/user/one:two'],
    ['cpuset', '/'],
    ['', '/user.slice/three'],
    ['memory', '/'],
  ])('of %j is %s', (controller, path) => {
    expect(pathOf(own, controller)).toBe(path);
  });
});

describe('usageIn', () => {
  it('reads microseconds of both modes as milliseconds', () => {
    expect(usageIn('usage_usec 1234500\nuser_usec 1000000\nsystem_usec 234500\n')).toBe(1_234.5);
  });

  it('refuses a file without usage', () => {
    expect(() => usageIn('nr_periods 0\n')).toThrow('usage_usec');
  });
});

describe('a control group', () => {
  it('is absent where none can be made', () => {
    const empty = mkdtempSync(join(tmpdir(), 'muster-no-groups-'));
    try {
      expect(openControlGroup('muster-test', join(empty, 'missing'))).toBeUndefined();
      expect(openControlGroup('muster-test', empty)).toBeUndefined();
    } finally {
      rmSync(empty, { recursive: true });
    }
  });

  it('counts a process that ended without a parent, where this user may make a group', async () => {
    const name = `muster-test-${process.pid}`;
    const group = openControlGroup(name);
    if (!group) {
      const isV2 = existsSync('/sys/fs/cgroup/cgroup.controllers');
      const root = isV2 ? '/sys/fs/cgroup' : '/sys/fs/cgroup/cpuacct';
      expect(() => mkdirSync(join(root, name))).toThrow();
      return;
    }
    try {
      // The inner shell works alone: the outer one ends at once and the pipe closes with the work.
      const work = 'i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done; times';
      const times = execFileSync(
        '/bin/sh',
        ['-c', 'echo $$ > "$0" && { /bin/sh -c "$1" & }', group.members, work],
        { encoding: 'utf8' },
      );
      const seconds = /^0m([\d.]+)s 0m/.exec(times)?.[1];
      expect(group.cpuMs()).toBeGreaterThan(Number(seconds) * 1_000 * 0.5);
    } finally {
      await group.remove();
    }
  });
});

describe('withUnseen', () => {
  it('makes the sum that of the group', () => {
    const cpu = withUnseen(() => new Map([['runner', 30]]), { cpuMs: () => 45 })();
    expect([...cpu]).toEqual([
      ['runner', 30],
      ['not waited for', 15],
    ]);
    expect(total(cpu)).toBe(45);
  });
});
