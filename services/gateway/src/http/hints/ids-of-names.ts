/** Adds to a refusal the ids of what a request names where ids are taken. */
import type { Problem } from '@muster/contracts';
import type { HintedField } from './describe-field.ts';
import {
  agentsWithKey,
  isId,
  issueWithIdentifier,
  nearestAgents,
  type AskedOf,
  type Lookup,
} from './nearest-agent.ts';

const AGENT_FIELD = /(?:agentIds?|reportsTo)$/i;
const ISSUE_FIELD = /(?:issueIds?|^parentId)$/i;
/** Names of one request that are looked up. */
const NAMES_MAX = 10;

export async function hintIds(lookup: Lookup, asked: AskedOf, problem: Problem): Promise<Problem> {
  if (problem.details !== undefined && problem.code !== 'invalid_input') return problem;
  const { agentId, companyId } = asked.given;
  switch (problem.code) {
    case 'invalid_input':
      return hintFields(lookup, asked, problem);
    case 'agent_not_found':
      return isName(agentId) ? hintAgent(lookup, asked, agentId, problem) : problem;
    case 'company_not_found':
      return isName(companyId) ? hintCompany(asked, problem) : problem;
    default:
      return problem;
  }
}

const isName = (given: unknown): given is string => typeof given === 'string' && !isId(given);

/** Fields that take the id of an agent or an issue, and have a name. */
async function hintFields(lookup: Lookup, asked: AskedOf, problem: Problem): Promise<Problem> {
  if (!Array.isArray(problem.details)) return problem;
  const fields = problem.details as readonly HintedField[];
  const agents = await agentsOf(lookup, asked, fields);
  const issues = await issuesOf(lookup, asked, fields);
  const details = fields.map((field) => agents.get(field) ?? issues.get(field) ?? field);
  return { ...problem, details };
}

type Hinted = ReadonlyMap<HintedField, HintedField>;

async function agentsOf(
  lookup: Lookup,
  asked: AskedOf,
  fields: readonly HintedField[],
): Promise<Hinted> {
  const named = namedIn(asked, fields, AGENT_FIELD);
  const names = named.map(({ name }) => name);
  const nearest = names.length === 0 ? [] : await nearestAgents(lookup, asked, names);
  const hinted = named.flatMap(({ field }, index) => {
    const agent = nearest[index];
    return agent ? [[field, withNearest(field, agent.agentId, agent.name)] as const] : [];
  });
  return new Map([...hinted, ...ownIdIn(asked, fields)]);
}

/** An agent that leaves its id out needs no list to find it. */
function ownIdIn({ actor }: AskedOf, fields: readonly HintedField[]): [HintedField, HintedField][] {
  if (actor.type !== 'agent') return [];
  return fields
    .filter(({ path: [field], code }) => field === 'agentId' && code === 'invalid_type')
    .map((field) => [field, withNearest(field, actor.id, 'your own')]);
}

async function issuesOf(
  lookup: Lookup,
  asked: AskedOf,
  fields: readonly HintedField[],
): Promise<Hinted> {
  const found = await Promise.all(
    namedIn(asked, fields, ISSUE_FIELD).map(async ({ field, name }) => {
      const id = await issueWithIdentifier(lookup, asked, name);
      return id === undefined ? [] : [[field, withNearest(field, id, name)] as const];
    }),
  );
  return new Map(found.flat());
}

const withNearest = (field: HintedField, nearest: string, name: string): HintedField => ({
  ...field,
  message: `${field.message}; did you mean ${nearest} (${name})?`,
  nearest,
});

/** The fields of this kind that have a name where an id is expected. */
function namedIn(
  { given }: AskedOf,
  fields: readonly HintedField[],
  kind: RegExp,
): { readonly field: HintedField; readonly name: string }[] {
  const named = fields.flatMap((field) => {
    const [at, index] = field.path;
    if (field.code !== 'invalid_format' || !kind.test(String(at))) return [];
    const value = given[String(at)];
    const name: unknown = typeof index === 'number' ? [value].flat()[index] : value;
    return typeof name === 'string' && name !== '' ? [{ field, name }] : [];
  });
  return named.slice(0, NAMES_MAX);
}

/** A short name in the path: it may be misspelt, or need its company. */
async function hintAgent(
  lookup: Lookup,
  asked: AskedOf,
  name: string,
  problem: Problem,
): Promise<Problem> {
  const [nearest] = await nearestAgents(lookup, asked, [name]);
  const agents = nearest ? [nearest] : await agentsWithKey(lookup, asked, name);
  const [first, second] = agents;
  if (first) {
    const one = second ? 'an agentId of details.agents' : `the id ${first.agentId} (${first.name})`;
    const hint = `${COUNTS_WITHIN}: use ${one}`;
    return { ...problem, details: { agents }, hint };
  }
  if (asked.given['companyId'] !== undefined || asked.actor.type !== 'user') return problem;
  const hint =
    `${COUNTS_WITHIN}: add ?companyId=…, or use the id; GET /api/companies lists the companies, ` +
    'GET /api/companies/:companyId/agents the agents';
  return { ...problem, hint };
}

const COUNTS_WITHIN = 'the short name of an agent counts within its company';

/** An agent has one company. */
function hintCompany({ actor }: AskedOf, problem: Problem): Problem {
  if (actor.type !== 'agent') return problem;
  const { companyId } = actor;
  return { ...problem, details: { companyId }, hint: `the id of your company is ${companyId}` };
}
