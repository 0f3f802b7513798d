/**
 * How soon and how often agents start. An agent is a shell that creates one file, named after its run;
 * the kernel reports the file, so that waiting for it costs no CPU.
 */
import { chmodSync, mkdtempSync, rmSync, watch } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  openConnection,
  requestText,
  type Connection,
  type RequestText,
} from '@muster/test-kit/http-connection';
import { DONE, driveLoad, type Step } from './load.ts';
import type { Row } from './rows.ts';
import type { Scenario } from './scenario.ts';
import { creator, type Target } from './seed.ts';

/** Mentioned one after another, so that each is idle when it is mentioned. */
const MENTIONED = 16;
/** Enough to keep every worker busy. */
const WOKEN_AGENTS = 32;
/** Longer than any start that is worth measuring. */
const START_TIMEOUT_MS = 30_000;
const CREATED = 201;
const ACCEPTED = 202;

interface WokenAgent {
  readonly id: string;
  readonly name: string;
}

interface LoadClient {
  readonly connection: Connection;
  readonly agents: readonly WokenAgent[];
  turn: number;
}

export interface Heartbeats {
  readonly scenarios: readonly Scenario[];
  close(): void;
}

/** Each agent may be a user of its own, and adds files that others do not remove. */
const SHARED_MODE = 0o1777;

export async function openHeartbeats(target: Target): Promise<Heartbeats> {
  const folder = mkdtempSync(join(tmpdir(), 'muster-starts-'));
  chmodSync(folder, SHARED_MODE);
  const { issueId, mentioned, woken } = await seedAgents(target, folder);
  const starts = watchStarts(folder);
  const ask = async (connection: Connection, expected: number, path: string, body: object) => {
    const request: RequestText = {
      method: 'POST',
      path: `/api${path}`,
      token: target.boardToken,
      body,
    };
    const reply = await connection.send(requestText(request));
    return reply.status === expected ? DONE : `${path} was answered with ${reply.status}`;
  };
  const mention: Step<LoadClient> = (client) => {
    const { id, name } = nextAgent(client);
    return starts.of(id, () =>
      ask(client.connection, CREATED, `/issues/${issueId}/comments`, {
        body: `@${name} look at this.`,
      }),
    );
  };
  const wake: Step<LoadClient> = (client) => {
    const { id } = nextAgent(client);
    return starts.of(id, () => ask(client.connection, ACCEPTED, `/agents/${id}/wakeup`, {}));
  };
  return {
    scenarios: [
      scenarioOf(target, 'mention', [mentioned], mention),
      scenarioOf(
        target,
        'heartbeats',
        woken.map((agent) => [agent]),
        wake,
      ),
    ],
    close() {
      starts.close();
      rmSync(folder, { recursive: true });
    },
  };
}

async function seedAgents({ baseUrl, boardToken }: Target, folder: string) {
  const connection = await openConnection(baseUrl);
  const create = creator(connection, boardToken);
  const { id: companyId } = await create('/companies', { name: 'Heartbeats' });
  const hire = async (count: number, title: string): Promise<WokenAgent[]> => {
    const agents: WokenAgent[] = [];
    while (agents.length < count) {
      const name = `${title}-${agents.length}`;
      const { id } = await create(`/companies/${companyId}/agents`, {
        name,
        role: 'engineer',
        adapterType: 'process',
        runtimeConfig: {},
        adapterConfig: {
          command: '/bin/sh',
          args: ['-c', ': > $SERVICE_AGENT_ID.$SERVICE_RUN_ID'],
          cwd: folder,
        },
      });
      agents.push({ id, name });
    }
    return agents;
  };
  const mentioned = await hire(MENTIONED, 'Mentioned');
  const woken = await hire(WOKEN_AGENTS, 'Woken');
  const { id: issueId } = await create(`/companies/${companyId}/issues`, { title: 'A thread' });
  connection.close();
  return { issueId, mentioned, woken };
}

/** Its connections are those of a window: the gateway would close them while others are run. */
const scenarioOf = (
  { baseUrl }: Target,
  name: Row,
  groups: readonly (readonly WokenAgent[])[],
  step: Step<LoadClient>,
): Scenario => ({
  name,
  async run(extent) {
    const clients = await Promise.all(
      groups.map(async (agents): Promise<LoadClient> => ({
        connection: await openConnection(baseUrl),
        agents,
        turn: 0,
      })),
    );
    const window = await driveLoad(clients, extent, step);
    for (const { connection } of clients) connection.close();
    return window;
  },
  restore: async () => undefined,
});

function nextAgent(client: LoadClient): WokenAgent {
  client.turn += 1;
  return client.agents[client.turn % client.agents.length] as WokenAgent;
}

/** Reports the next start of an agent; each start creates a file. */
function watchStarts(folder: string) {
  const waiting = new Map<string, (outcome: string) => void>();
  const seen = new Set<string>();
  const watcher = watch(folder, (_, name) => {
    // The kernel also reports that a file was closed or removed.
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
      try {
        const caused = await cause();
        return caused === DONE ? await promise : caused;
      } finally {
        clearTimeout(patience);
      }
    },
    close: () => watcher.close(),
  };
}
