/**
 * Questions about what a run of an agent would find. Each agent is looked at by one at a time, also
 * while a run of it lives. A start does not wait for an answer: it ends the look, and begins when
 * nothing of it is left.
 */
import { randomUUID } from 'node:crypto';
import type { Findings, FromRunner, Inspection, ToRunner } from '@muster/runner-protocol';
import { inspectAgent } from '../hands/inspect-agent.ts';
import type { AgentKey, AgentFolders } from '../isolation/isolation.ts';
import type { RunnerEvents } from './events.ts';
import type { Connection } from './outlet.ts';
import type { ProgramParts } from './start-program.ts';

/** Each starts several processes: more would slow runs down. */
const INSPECTIONS_MAX = 4;

type Question = Extract<ToRunner, { kind: 'inspect' }>;
type Answer = Extract<FromRunner, { kind: 'inspected' }>['answer'];

export interface Inspections {
  inspect(connection: Connection, question: Question): void;
  /**
   * Ends that of the agent, whose program is gone when `former` resolves. Resolves when nothing of it
   * is left; undefined where there is none.
   */
  end(agentId: string, former: Promise<void> | undefined): Promise<void> | undefined;
  /** Ends all, and answers no more. */
  close(): Promise<void>;
}

interface Entry {
  readonly inspectionId: string;
  readonly stop: AbortController;
  readonly findings: Promise<Findings>;
  readonly gone: Promise<void>;
  /** Of the agent's run before the start that has ended the look. */
  former?: Promise<void> | undefined;
}

type HasProgram = (agentId: string) => boolean;

/** @param hasProgram whether a run of the agent has a program, which ends all that is the agent's */
export function openInspections(
  parts: ProgramParts,
  events: RunnerEvents,
  hasProgram: HasProgram,
): Inspections {
  const entries = new Map<string, Entry>();
  let isClosed = false;
  const refusalOf = ({ agentId, inspectionId }: Question): 'busy' | 'runner_busy' | undefined => {
    const under = entries.get(agentId);
    if (under) return under.inspectionId === inspectionId ? undefined : 'busy';
    return isClosed || entries.size >= INSPECTIONS_MAX ? 'runner_busy' : undefined;
  };
  return {
    inspect(connection, question) {
      const { inspectionId, agentId } = question;
      const tell = (answer: Answer): void => {
        void connection.send({ kind: 'inspected', inspectionId, answer });
      };
      const refused = refusalOf(question);
      events.inspection(refused ?? 'done');
      if (refused) return tell(refused);
      const entry =
        entries.get(agentId) ??
        begin(parts, question, { hasProgram, onGone: () => entries.delete(agentId) });
      entries.set(agentId, entry);
      void entry.findings.then(tell);
    },
    end(agentId, former) {
      const entry = entries.get(agentId);
      if (!entry) return undefined;
      entry.former = former ?? Promise.resolve();
      entry.stop.abort();
      return entry.gone;
    },
    async close() {
      isClosed = true;
      for (const { stop } of entries.values()) stop.abort();
      await Promise.all([...entries.values()].map(({ gone }) => gone));
    },
  };
}

interface Ending {
  readonly hasProgram: HasProgram;
  readonly onGone: () => void;
}

function begin(
  parts: ProgramParts,
  { inspectionId, inspection, companyId, agentId }: Question,
  { hasProgram, onGone }: Ending,
): Entry {
  const stop = new AbortController();
  const agent = { companyId, agentId };
  const { findings, folders } = find(parts, agent, inspection, stop.signal);
  const cleanUp = async (): Promise<void> => {
    await findings;
    const prepared = await folders;
    if (entry.former) await entry.former;
    else if (hasProgram(agentId)) return;
    if (prepared) await parts.isolation.end(prepared);
  };
  const gone = cleanUp()
    .catch((error: unknown) => parts.onEndFailure(error, agent))
    .finally(onGone);
  const entry: Entry = { inspectionId, stop, findings, gone };
  return entry;
}

interface Finding {
  /** Does not reject. */
  readonly findings: Promise<Findings>;
  /** Undefined where none could be prepared. */
  readonly folders: Promise<AgentFolders | undefined>;
}

function find(
  { isolation, roots, journal }: ProgramParts,
  agent: AgentKey,
  inspection: Inspection,
  stop: AbortSignal,
): Finding {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(inspection.forMs)]);
  const folders = isolation.prepare(agent, inspection.apiUrl).catch(() => undefined);
  const inspect = async (): Promise<Findings> => {
    const prepared = await orGivenUp(folders, signal);
    if (!prepared) return {};
    // What a killed runner leaves of it, the next one ends.
    const noted = randomUUID();
    journal.add(noted, { folders: prepared });
    const found = await inspectAgent({ isolation, folders: prepared, roots, signal }, inspection);
    journal.remove(noted);
    return found;
  };
  return { findings: inspect().catch(() => ({})), folders };
}

async function orGivenUp<T>(made: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  const { promise: givenUp, resolve } = Promise.withResolvers<undefined>();
  const giveUp = (): void => resolve(undefined);
  signal.addEventListener('abort', giveUp, { once: true });
  if (signal.aborted) giveUp();
  try {
    return await Promise.race([made, givenUp]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}
