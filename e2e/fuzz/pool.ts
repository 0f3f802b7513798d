/** Ids of things that are there, so that requests reach what handles them. */
import { addMember } from '../harness/builders.ts';
import { foundEstate } from '../harness/estate.ts';
import { addHolder } from '../harness/holders.ts';
import type { Thing } from '../harness/inputs/things.ts';
import type { World } from '../harness/stack.ts';
import type { CallerKind } from './draft.ts';
import type { Kind } from './marks.ts';

/** Of each kind as many as are worth choosing from; the latest stay. */
const KEPT_MAX = 40;

/** What the answer of an operation with an id names. */
const made: Readonly<Record<string, Thing>> = {
  createAgent: 'agent',
  createAgentKey: 'key',
  createIssue: 'issue',
  addComment: 'comment',
  createLabel: 'label',
  createProject: 'project',
  createWorkspace: 'workspace',
  createGoal: 'goal',
  createApproval: 'approval',
  wakeAgent: 'run',
};

export type Pool = {
  readonly tokens: Readonly<Record<CallerKind, string | undefined>>;
  pick(kind: Kind, number: number, caller: CallerKind): string | undefined;
  /** Takes notice of what an operation has made. */
  learn(operation: string, answer: unknown): void;
};

export async function openPool(world: World, word: string): Promise<Pool> {
  const estate = await foundEstate(world, word);
  const worker = await addMember(world, estate.companyId, { name: `${word} Second` });
  const operator = await addHolder(world, estate.companyId, { role: 'operator' });
  const spare = await addHolder(world, estate.companyId, { role: 'operator' });
  const callers: Partial<Record<CallerKind, string>> = {
    chief: estate.chief.agent.id, worker: worker.agent.id,
  };
  // Nobody loses the credential with which the requests are made.
  const { userId: user, tokenId: boardToken, sessionId: session } = spare;
  const ids = { ...estate.ids, user, boardToken, session };
  const known = new Map<Kind, string[]>(
    Object.entries(ids).map(([thing, id]) => [thing as Thing, [id]]),
  );
  return {
    tokens: {
      board: world.stack.boardToken,
      owner: estate.owner.token,
      operator: operator.token,
      chief: estate.chief.token,
      worker: worker.token,
      nobody: undefined,
    },
    pick(kind, number, caller) {
      if (kind === 'caller') return callers[caller] ?? estate.ids.agent;
      const all = known.get(kind) ?? [];
      // What belongs together was made together: half of the time it is asked for together.
      return number % 2 === 0 ? all[0] : all[number % all.length];
    },
    learn(operation, answer) {
      const { id, identifier } = Object(answer) as { id?: unknown; identifier?: unknown };
      const thing = made[operation];
      if (thing !== undefined && typeof id === 'string') keep(known, thing, id);
      if (typeof identifier === 'string') keep(known, 'identifier', identifier);
    },
  };
}

function keep(known: Map<Kind, string[]>, kind: Kind, id: string): void {
  const ids = known.get(kind) ?? [];
  known.set(kind, ids);
  ids.push(id);
  if (ids.length > KEPT_MAX) ids.splice(1, 1);
}

