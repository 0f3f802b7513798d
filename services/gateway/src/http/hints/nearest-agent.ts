/**
 * Finds the agent that a client has meant by a name where an id is taken. It is read from the
 * gateway's copies, only for an answer that refuses, and only from companies that the caller sees.
 */
import {
  ISSUE_IDENTIFIER,
  issues,
  scopeOf,
  UUID,
  type Actor,
  type AgentActor,
  type Scope,
} from '@muster/contracts';
import { nearestOf, type Db, type Runtime } from '@muster/service-kit';
import {
  findAgent,
  listNamedAgents,
  listAgentsWithKey,
  type NamedAgent,
} from '../../copies/store/agents.ts';
import { readAs } from '../../upstream/read-as.ts';
import type { CallContext } from '../../upstream/composed-call.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** A refused request, and what it says of where its agents are. */
export interface AskedOf {
  readonly actor: Actor;
  /** Path, query and body. */
  readonly given: Fields;
  readonly call: Pick<CallContext, 'actor' | 'requestId' | 'traceparent'>;
}

export type Lookup = Pick<Runtime, 'dbInScope' | 'rpc'>;

/** Above the length of any name. */
const NAME_MAX = 200;

/** Words with which an agent names itself. */
const SELF: ReadonlySet<string> = new Set(['me', 'self', 'myself']);

export const isId = (given: unknown): boolean => typeof given === 'string' && UUID.test(given);

export type NearestAgent = Omit<NamedAgent, 'urlKey'>;

/** For each of these names the agent of the company that is nearest to it by letters. */
export async function nearestAgents(
  lookup: Lookup,
  asked: AskedOf,
  names: readonly string[],
): Promise<readonly (NearestAgent | undefined)[]> {
  const scope = scopeOf(asked.actor);
  const db = lookup.dbInScope(scope);
  const companyId = await companyOf(lookup, db, asked);
  if (companyId === undefined) return [];
  const agents = await listNamedAgents(db, scope, companyId);
  return names.map((name) => {
    if (SELF.has(name) && asked.actor.type === 'agent') return selfOf(asked.actor);
    return nearestOf(name, agents, textsOf);
  });
}

/** In all companies of the caller, up to a bound, the agents with this short name. */
export const agentsWithKey = (
  { dbInScope }: Lookup,
  { actor }: AskedOf,
  name: string,
): Promise<NearestAgent[]> => {
  const scope = scopeOf(actor);
  return listAgentsWithKey(dbInScope(scope), scope, keyOf(name.slice(0, NAME_MAX)));
};

const selfOf = ({ id, companyId, name }: AgentActor): NearestAgent => ({
  agentId: id,
  companyId,
  name,
});

const keyOf = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-');
const textsOf = ({ name, urlKey }: NamedAgent): readonly string[] => [
  name,
  urlKey,
  name.split(' ', 1)[0] ?? name,
];

/** The one company that the request can be about. */
async function companyOf(
  { rpc }: Lookup,
  db: Db,
  { actor, given, call }: AskedOf,
): Promise<string | undefined> {
  const scope = scopeOf(actor);
  const { companyId, issueId, agentId } = given;
  if (isId(companyId)) return visible(scope, companyId as string);
  if (scope !== 'all' && scope.length <= 1) return scope[0];
  if (typeof issueId === 'string') {
    const found = await readAs(rpc, call)(issues, 'getIssue', { issueId }).catch(() => undefined);
    return found?.companyId;
  }
  if (!isId(agentId)) return undefined;
  return (await findAgent(db, scope, { agentId: agentId as string }))?.companyId;
}

const visible = (scope: Scope, companyId: string): string | undefined =>
  scope === 'all' || scope.includes(companyId.toLowerCase()) ? companyId : undefined;

/** The id of the issue with this identifier, if the caller sees it. */
export async function issueWithIdentifier(
  { rpc }: Lookup,
  { call }: AskedOf,
  identifier: string,
): Promise<string | undefined> {
  if (!ISSUE_IDENTIFIER.test(identifier)) return undefined;
  const read = readAs(rpc, call)(issues, 'getIssue', { issueId: identifier });
  return (await read.catch(() => undefined))?.id;
}
