import { parseStat, type Processes, type ProcessStat } from '@muster/local/machine';
import { describe, expect, it } from 'vitest';
import { programName } from './process-names.ts';
import { openLedger } from './process-tree.ts';

const COMMANDS: Record<number, readonly string[]> = {
  2: ['/opt/postgres', '-D', 'cluster'],
  3: ['/opt/node', '/home/agents/muster/services/scheduler/src/main.ts'],
  6: ['postgres: muster muster 127.0.0.1(1) idle'],
};
const LAUNCHER = { pid: 1, parent: 900, ownTicks: 1 };
const POSTGRES = { pid: 2, parent: 1, ownTicks: 5 };
const SCHEDULER = { pid: 3, parent: 1, ownTicks: 7 };

const openTree = () => openLedger(1, (pid) => COMMANDS[pid] ?? []);

/** Each leads a session of its own unless told. */
function processes(...all: (Partial<ProcessStat> & { pid: number })[]): Processes {
  return new Map(
    all.map((one) => [
      one.pid,
      {
        parent: 1,
        session: one.pid,
        bornAt: one.pid * 10,
        ownTicks: 0,
        endedTicks: 0,
        ...one,
      },
    ]),
  );
}

describe('parseStat', () => {
  const numbers = '5 7 7 0 -1 4194560 1 2 3 4 11 12 13 14 20 0 6 0 9876 1000 50';

  it('reads times, parent, session and birth', () => {
    expect(parseStat(42, `42 (node) S ${numbers}`)).toEqual({
      pid: 42,
      parent: 5,
      session: 7,
      ownTicks: 23,
      endedTicks: 27,
      bornAt: 9876,
    });
  });

  it('is not misled by a name with spaces and parentheses', () => {
    const odd = parseStat(42, `42 (a) R 1 (b) S ${numbers}`);
    expect(odd).toEqual(parseStat(42, `42 (node) S ${numbers}`));
  });
});

describe('the CPU of a process tree', () => {
  it('is told by the name of the process, ten milliseconds a tick', () => {
    const cpu = openTree().cpu(processes(LAUNCHER, POSTGRES, SCHEDULER));
    expect(Object.fromEntries(cpu)).toEqual({
      'agent processes': 0,
      launcher: 10,
      postgres: 50,
      scheduler: 70,
    });
  });

  it('has descendants under the name of the program that the launcher started', () => {
    const backend = { pid: 6, parent: 2, session: 2, ownTicks: 20 };
    const cpu = openTree().cpu(processes(backend, LAUNCHER, POSTGRES));
    expect(cpu.get('postgres')).toBe(250);
  });

  it('leaves out processes that the launcher has nothing to do with', () => {
    const cpu = openTree().cpu(processes(LAUNCHER, { pid: 50, parent: 900, ownTicks: 99 }));
    expect([...cpu.values()].reduce((sum, ms) => sum + ms, 0)).toBe(10);
  });

  it('goes on to count a process that has ended, in its parent', () => {
    const tree = openTree();
    const backend = { pid: 6, parent: 2, session: 2, ownTicks: 20 };
    const before = tree.cpu(processes(LAUNCHER, POSTGRES, backend)).get('postgres');
    const after = tree.cpu(processes(LAUNCHER, { ...POSTGRES, endedTicks: 20 })).get('postgres');
    expect(after).toBe(before);
  });

  it('counts the ended children of the scheduler as processes of agents', () => {
    const cpu = openTree().cpu(processes(LAUNCHER, { ...SCHEDULER, endedTicks: 4 }));
    expect(cpu.get('agent processes')).toBe(40);
    expect(cpu.get('scheduler')).toBe(70);
  });

  it('follows a process whose parent has ended', () => {
    const tree = openTree();
    const backend = { pid: 6, parent: 2, session: 2, ownTicks: 20 };
    tree.cpu(processes(LAUNCHER, POSTGRES, backend));
    const orphan = { ...backend, parent: 900, ownTicks: 21 };
    expect(tree.cpu(processes({ ...LAUNCHER, endedTicks: 5 }, orphan)).get('postgres')).toBe(210);
  });

  it('finds a process by its session when its parent had ended before the first look', () => {
    const orphan = { pid: 6, parent: 900, session: 2, ownTicks: 20 };
    expect(
      openTree()
        .cpu(processes(LAUNCHER, orphan, POSTGRES))
        .get('postgres'),
    ).toBe(250);
  });

  it('keeps what a process had used at the last look when no parent waits for it', () => {
    const tree = openTree();
    const orphan = { pid: 6, parent: 900, session: 2, ownTicks: 20 };
    const before = tree.cpu(processes(LAUNCHER, POSTGRES, orphan));
    const after = tree.cpu(processes(LAUNCHER, POSTGRES));
    expect(after).toEqual(before);
    expect(tree.cpu(processes(LAUNCHER, POSTGRES))).toEqual(before);
  });

  it('does not take a new process for an old one with the same id', () => {
    const tree = openTree();
    tree.cpu(processes(LAUNCHER, POSTGRES, { pid: 6, parent: 2, ownTicks: 20 }));
    const stranger = { pid: 6, parent: 900, bornAt: 999, ownTicks: 99 };
    const cpu = tree.cpu(processes(LAUNCHER, { ...POSTGRES, endedTicks: 20 }, stranger));
    expect(cpu.get('postgres')).toBe(250);
  });
});

describe('programName', () => {
  it.each([
    [['/opt/bin/postgres', '-D', 'x'], 'postgres'],
    [['postgres: checkpointer '], 'postgres'],
    [['/x/nats-server', '-c', 'nats.conf'], 'nats'],
    [['/usr/bin/redis-server 127.0.0.1:6379'], 'redis'],
    [['/x/node', '--flag=8', '/home/agents/muster/services/gateway/src/main.ts'], 'gateway'],
    [['/x/node', '/home/agents/muster/local/services.ts', '/d/keys/services.json'], 'services'],
    [['/bin/sh', '-c', 'while read -r word; do :; done', 'muster-guard'], 'launcher'],
    [['/x/something', 'else'], 'something'],
  ])('of %j is %s', (command, name) => {
    expect(programName(command)).toBe(name);
  });
});
