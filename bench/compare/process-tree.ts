/**
 * What all processes of a started system use, whatever its launcher starts and however that is laid
 * out: every descendant of the launcher, and every process of a session that one of them has begun,
 * which finds those whose parent ended before them. The time of a process that ended is in that of
 * its parent, which waited for it; for one whose parent had ended, the last look counts.
 */
import {
  commandOf,
  megabytes,
  readProcesses,
  TICK_MS,
  type Amounts,
  type Processes,
  type ProcessStat,
} from '@muster/local/machine';
import { AGENTS, endedName, LAUNCHER, programName } from './process-names.ts';

export interface ProcessTree {
  /** CPU milliseconds so far. */
  cpu(): Amounts;
  /** Megabytes, shared pages counted once. */
  memory(): Amounts;
}

export function openProcessTree(root: number): ProcessTree {
  const ledger = openLedger(root, commandOf);
  return {
    cpu: () => ledger.cpu(readProcesses()),
    memory() {
      const sums = new Map<string, number>();
      for (const { stat, name } of ledger.members(readProcesses())) {
        add(sums, name, megabytes(stat.pid, 'Pss'));
      }
      return sums;
    },
  };
}

interface Member {
  readonly stat: ProcessStat;
  readonly name: string;
}

/** Processes by id. */
type Members = ReadonlyMap<number, Member>;
type Command = (pid: number) => readonly string[];

/** Remembers what earlier looks have found. `root` leads a session of its own. */
export function openLedger(root: number, command: Command) {
  const find = openSearch(root, command);
  let known: Members = new Map();
  /** CPU ticks of processes that no parent has waited for. */
  const lost = new Map<string, number>();

  const members = (processes: Processes): Member[] => {
    const found = find(processes, known);
    for (const { stat, name } of known.values()) {
      const hasEnded = found.get(stat.pid)?.stat.bornAt !== stat.bornAt;
      const wasOrphan = stat.pid !== root && !known.has(stat.parent);
      if (hasEnded && wasOrphan) addTicks(lost, stat, name);
    }
    known = found;
    return [...found.values()];
  };
  return {
    members,
    cpu(processes: Processes): Amounts {
      const ticks = new Map([[AGENTS, 0]]);
      for (const { stat, name } of members(processes)) addTicks(ticks, stat, name);
      for (const [name, amount] of lost) add(ticks, name, amount);
      return new Map([...ticks].map(([name, amount]) => [name, amount * TICK_MS]));
    },
  };
}

/** Finds the processes of the tree that there are, and names those that were not known. */
function openSearch(root: number, command: Command) {
  const sessions = new Map<number, string>();
  const nameOf = (stat: ProcessStat, known: Members, found: Members): string | undefined => {
    const before = known.get(stat.pid);
    if (before?.stat.bornAt === stat.bornAt) return before.name;
    if (stat.session === root) return LAUNCHER;
    const parent = found.get(stat.parent);
    if (parent !== undefined) {
      return parent.name === LAUNCHER ? programName(command(stat.pid)) : parent.name;
    }
    // The id of a session that is over may belong to another program today, which then leads it.
    return stat.pid === stat.session ? undefined : sessions.get(stat.session);
  };
  return (processes: Processes, known: Members): Members => {
    const found = new Map<number, Member>();
    // A child may come before its parent in the list, so it is gone through until none is new.
    for (let sizeBefore = -1; sizeBefore < found.size;) {
      sizeBefore = found.size;
      for (const stat of processes.values()) {
        const name = found.has(stat.pid) ? undefined : nameOf(stat, known, found);
        if (name === undefined) continue;
        found.set(stat.pid, { stat, name });
        if (!sessions.has(stat.session)) sessions.set(stat.session, name);
      }
    }
    return found;
  };
}

function addTicks(
  sums: Map<string, number>,
  { ownTicks, endedTicks }: ProcessStat,
  name: string,
): void {
  add(sums, name, ownTicks);
  add(sums, endedName(name), endedTicks);
}

function add(sums: Map<string, number>, name: string, amount: number): void {
  sums.set(name, (sums.get(name) ?? 0) + amount);
}
