/** A called and a remote agent for the tests. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { agentActor } from '@muster/test-kit';
import { USED, type Part, type Rig } from './adapter-conformance.ts';
import { eventually, type Opened } from './open-scheduler.ts';

/** What an agent that is called has been sent. */
export interface Call {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: {
    readonly runId: string;
    readonly variables: Readonly<Record<string, string>>;
  } & Readonly<Record<string, unknown>>;
}

export interface WebAgent {
  readonly url: string;
  readonly calls: Call[];
  /** Status of its answer; 202 by default. */
  status: (call: Call) => number | Promise<number>;
  callOf(runId: string): Promise<Call>;
  close(): void;
}

export async function openWebAgent(): Promise<WebAgent> {
  const calls: Call[] = [];
  const server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      const text = (await request.setEncoding('utf8').toArray()).join('');
      const body = JSON.parse(text) as Call['body'];
      const call = { path: request.url ?? '', headers: request.headers, text, body };
      calls.push(call);
      response.writeHead(await web.status(call), { location: '/elsewhere' });
      response.end('a body that must not be repeated');
    };
    answer().catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', () => listening());
  });
  const web: WebAgent = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    status: () => 202,
    callOf: (runId) => eventually(async () => calls.find(({ body }) => body.runId === runId)),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return web;
}

/** The agent of a run, as it speaks of itself. */
export const asAgent = ({ stage }: Opened, companyId: string, agentId: string) =>
  stage.as(agentActor(companyId, { id: agentId }));

export async function webRig(opened: Opened): Promise<Rig> {
  const web = await openWebAgent();
  const plays = (agentId: string, companyId: string, part: Part): void => {
    const earlier = web.status;
    web.status = async (call) => {
      if (call.body['agentId'] !== agentId) return earlier(call);
      if (part === 'reports') {
        const { runId } = call.body;
        const agent = asAgent(opened, companyId, agentId);
        await agent.finishRun({ runId, status: 'succeeded', usage: USED });
      }
      return 202;
    };
  };
  return {
    async agent(companyId, part, { timeoutSec } = { timeoutSec: 30, graceSec: 0 }) {
      const { agentId } = await opened.agent(companyId, '', { adapterType: 'http' });
      opened.adapters.set(agentId, {
        adapterType: 'http',
        adapterConfig: { url: web.url, timeoutSec },
      });
      plays(agentId, companyId, part);
      return agentId;
    },
    variablesOf: async ({ id }) => (await web.callOf(id)).body.variables,
    processes: async () => [],
    async begun(runId) {
      await web.callOf(runId);
      return opened.runWhen(runId, ({ status }) => status === 'running');
    },
    close: async () => web.close(),
  };
}

export async function remoteRig(opened: Opened): Promise<Rig> {
  const received = new Map<string, Readonly<Record<string, string>>>();
  const works: Promise<void>[] = [];
  return {
    async agent(companyId, part, { timeoutSec } = { timeoutSec: 30, graceSec: 0 }) {
      const { agentId } = await opened.agent(companyId, '', { adapterType: 'remote' });
      opened.adapters.set(agentId, { adapterType: 'remote', adapterConfig: { timeoutSec } });
      const agent = asAgent(opened, companyId, agentId);
      const work = async (): Promise<void> => {
        const { id: wakeId } = await eventually(async () => (await agent.listOfferedWakes({}))[0]);
        const { run, variables } = await agent.ackWake({ wakeId });
        received.set(run.id, variables);
        if (part === 'stays') return;
        await agent.finishRun({ runId: run.id, status: 'succeeded', usage: USED });
      };
      works.push(work());
      return agentId;
    },
    variablesOf: ({ id }) => eventually(async () => received.get(id)),
    processes: async () => [],
    begun: (runId) => opened.runWhen(runId, ({ status }) => status === 'running'),
    close: async () => void (await Promise.all(works)),
  };
}
