/**
 * How soon and how often agents start. An agent is a shell that makes one file, named like its run:
 * the kernel tells of it here, so that looking for it costs nothing.
 */
import { mkdirSync, watch } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Stack } from '@muster/tools/stack';
import { openConnection, requestText, type Connection, type RequestText } from './http-client.ts';
import { DONE, driveLoad, type Step } from './load.ts';
import type { Scenario } from './scenarios.ts';
import { creator } from './seed.ts';

/** One after the other, so that what is mentioned is at rest. */
const MENTIONED = 16;
/** Enough for every worker to have something to do at any time. */
const BEATING = 32;
/** Longer than any start takes that is worth a figure. */
const START_TIMEOUT_MS = 30_000;
const CREATED = 201;
const ACCEPTED = 202;

interface Beating {
  readonly id: string;
  readonly name: string;
}

interface Lane {
  readonly connection: Connection;
  readonly agent: Beating;
}

export interface Heartbeats {
  readonly scenarios: readonly Scenario[];
  close(): void;
}

export async function openHeartbeats(
  { baseUrl, boardToken }: Stack,
  dataDir: string,
): Promise<Heartbeats> {
  const folder = join(dataDir, 'starts');
  mkdirSync(folder);
  const starts = watchStarts(folder);
  const first = await openConnection(baseUrl);
  const create = creator(first, boardToken);
  const { id: companyId } = await create('/companies', { name: 'Heartbeats' });
  const hire = async (name: string): Promise<Beating> => {
    const { id } = await create(`/companies/${companyId}/agents`, {
      name, role: 'engineer', adapterType: 'process', runtimeConfig: {},
      adapterConfig: {
        command: '/bin/sh', args: ['-c', `: > ${folder}/$SERVICE_AGENT_ID.$SERVICE_RUN_ID`],
      },
    });
    return { id, name };
  };
  const mentioned = await inTurn(MENTIONED, (number) => hire(`Mentioned-${number}`));
  const lanes = await inTurn(BEATING, async (number): Promise<Lane> => ({
    connection: await openConnection(baseUrl), agent: await hire(`Beating-${number}`),
  }));
  const { id: issueId } = await create(`/companies/${companyId}/issues`, { title: 'A thread' });
  const ask = async (connection: Connection, expected: number, path: string, body: object) => {
    const request: RequestText = { method: 'POST', path: `/api${path}`, token: boardToken, body };
    const reply = await connection.ask(requestText(request));
    return reply.status === expected ? DONE : `${path} was answered with ${reply.status}`;
  };
  let turn = 0;
  const mention = (connection: Connection): Promise<string> => {
    const { id, name } = mentioned[turn++ % MENTIONED] as Beating;
    return starts.of(id, () => ask(connection, CREATED, `/issues/${issueId}/comments`, {
      body: `@${name} look at this.`,
    }));
  };
  const beat = ({ connection, agent: { id } }: Lane): Promise<string> =>
    starts.of(id, () => ask(connection, ACCEPTED, `/agents/${id}/wakeup`, {}));
  return {
    scenarios: [
      scenarioOf('mention to process', [first], mention), scenarioOf('heartbeat', lanes, beat),
    ],
    close() {
      starts.close();
      for (const { close } of [first, ...lanes.map(({ connection }) => connection)]) close();
    },
  };
}

const scenarioOf = <L>(name: string, lanes: readonly L[], step: Step<L>): Scenario => ({
  name,
  run: (seconds) => driveLoad(lanes, seconds, step),
  restore: async () => undefined,
});

async function inTurn<T>(count: number, make: (number: number) => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  for (let number = 0; number < count; number += 1) made.push(await make(number));
  return made;
}

/** Tells of the next start of an agent; each file is one. */
function watchStarts(folder: string) {
  const waiting = new Map<string, (outcome: string) => void>();
  const seen = new Set<string>();
  const watcher = watch(folder, (_, name) => {
    // The kernel also tells that a file was closed and removed.
    if (name === null || seen.has(name)) return;
    seen.add(name);
    waiting.get(name.slice(0, name.indexOf('.')))?.(DONE);
    void rm(join(folder, name));
  });
  return {
    async of(agentId: string, cause: () => Promise<string>): Promise<string> {
      const { promise, resolve } = Promise.withResolvers<string>();
      waiting.set(agentId, resolve);
      const patience = setTimeout(() => resolve('no process was started'), START_TIMEOUT_MS);
      const caused = await cause();
      const outcome = caused === DONE ? await promise : caused;
      clearTimeout(patience);
      return outcome;
    },
    close: () => watcher.close(),
  };
}
