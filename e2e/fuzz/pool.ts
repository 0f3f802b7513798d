/** Ids of existing things, so that requests reach the operations. */
import type { Permission } from '@muster/contracts';
import { addAgentWithKey } from '../fixtures/builders.ts';
import { startLiveRun } from '../fixtures/live-run.ts';
import { createOneOfEverything } from '../fixtures/one-of-everything.ts';
import { addTokenHolder } from '../fixtures/token-holders.ts';
import type { Thing } from '../requests/inputs/things.ts';
import type { World } from '../world/use-world.ts';
import type { CallerKind, MemberKind } from './draft.ts';
import type { Kind } from './placeholders.ts';

/** Ids per kind; beyond it the oldest are dropped. */
const IDS_MAX = 40;

/** The kind of thing that each operation creates. */
const created: Readonly<Record<string, Thing>> = {
  createAgent: 'agent',
  createAgentKey: 'key',
  createIssue: 'issue',
  addComment: 'comment',
  askQuestion: 'question',
  uploadIssueFile: 'file',
  changeIssues: 'bulkChange',
  importCompanyPackage: 'packageImport',
  createRoutine: 'routine',
  createHook: 'hook',
  createLabel: 'label',
  createProject: 'project',
  createWorkspace: 'workspace',
  createGoal: 'goal',
  createApproval: 'approval',
  wakeAgent: 'run',
};

export interface Pool {
  readonly tokens: Readonly<Record<CallerKind, string | undefined>>;
  pick(kind: Kind, number: number, caller: CallerKind): string | undefined;
  /** Adds what an operation has created. */
  learn(operation: string, answer: unknown): void;
  /** Ends the live run, which occupies a worker. */
  close(): Promise<void>;
}

export async function openPool(world: World, word: string): Promise<Pool> {
  const everything = await createOneOfEverything(world, word);
  const worker = await addAgentWithKey(world, everything.companyId, { name: `${word} Second` });
  const run = await startLiveRun(world, everything.companyId, `${word} Live`);
  const members = await addMembers(world, everything.companyId);
  const spare = await addTokenHolder(world, everything.companyId, { role: 'operator' });
  const callers: Partial<Record<CallerKind, string>> = {
    chief: everything.chief.agent.id,
    worker: worker.agent.id,
    run: run.agentId,
  };
  // The credentials with which the requests are sent are not among the ids that requests revoke.
  const { userId: user, tokenId: boardToken, sessionId: session } = spare;
  const ids = { ...everything.ids, user, boardToken, session };
  const known = new Map<Kind, string[]>(
    Object.entries(ids).map(([thing, id]) => [thing as Thing, [id]]),
  );
  return {
    tokens: {
      board: world.stack.boardToken,
      owner: everything.owner.token,
      ...members,
      chief: everything.chief.token,
      worker: worker.token,
      run: run.token,
      nobody: undefined,
    },
    pick(kind, number, caller) {
      if (kind === 'caller') return callers[caller] ?? everything.ids.agent;
      const all = known.get(kind) ?? [];
      // The first ids of all kinds belong together: half of the requests use them together.
      return number % 2 === 0 ? all[0] : all[number % all.length];
    },
    learn(operation, answer) {
      const { id, identifier } = Object(answer) as { id?: unknown; identifier?: unknown };
      const thing = created[operation];
      if (thing !== undefined && typeof id === 'string') add(known, thing, id);
      if (typeof identifier === 'string') add(known, 'identifier', identifier);
    },
    // A request may have ended it already.
    close: async () => void (await world.board.post(`/api/heartbeat-runs/${run.runId}/cancel`)),
  };
}

async function addMembers(world: World, companyId: string): Promise<Record<MemberKind, string>> {
  const tokenOf = async (fields: Parameters<typeof addTokenHolder>[2]): Promise<string> =>
    (await addTokenHolder(world, companyId, fields)).token;
  const withOne = (permission: Permission): Promise<string> =>
    tokenOf({ role: 'operator', permissions: [permission] });
  return {
    operator: await tokenOf({ role: 'operator', permissions: [] }),
    viewer: await tokenOf({ role: 'viewer' }),
    'with invite': await withOne('invite'),
    'with approve': await withOne('approve'),
    'with manage_agents': await withOne('manage_agents'),
    'with manage_budgets': await withOne('manage_budgets'),
  };
}

function add(known: Map<Kind, string[]>, kind: Kind, id: string): void {
  const ids = known.get(kind) ?? [];
  known.set(kind, ids);
  ids.push(id);
  if (ids.length > IDS_MAX) ids.splice(1, 1);
}
