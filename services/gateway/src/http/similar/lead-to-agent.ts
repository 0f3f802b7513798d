/** Adds to a refusal the agent that was meant by a name; other refusals stay as they are. */
import type { Problem } from '@muster/contracts';
import { agentsMeant, agentsWithKey, isId, type AskedOf, type Lookup } from './agent-meant.ts';

interface FieldProblem {
  readonly path: readonly PropertyKey[];
  readonly code: string;
  readonly message: string;
}

const AGENT_FIELD = /(?:agentIds?|reportsTo)$/i;
/** Names of one request that are looked up. */
const NAMES_MAX = 10;

export async function leadToAgent(
  lookup: Lookup,
  asked: AskedOf,
  problem: Problem,
): Promise<Problem> {
  if (problem.code === 'invalid_input') return leadFields(lookup, asked, problem);
  const { agentId } = asked.given;
  const isNamed = problem.code === 'agent_not_found' && problem.details === undefined;
  if (!isNamed || typeof agentId !== 'string' || isId(agentId)) return problem;
  return leadPath(lookup, asked, agentId, problem);
}

/** A field that takes the id of an agent, and has a name. */
async function leadFields(lookup: Lookup, asked: AskedOf, problem: Problem): Promise<Problem> {
  if (!Array.isArray(problem.details)) return problem;
  const fields = problem.details as readonly FieldProblem[];
  const named = fields.filter((one) => nameIn(asked, one) !== undefined).slice(0, NAMES_MAX);
  if (named.length === 0) return problem;
  const names = named.map((one) => nameIn(asked, one) as string);
  const meant = await agentsMeant(lookup, asked, names);
  const details = fields.map((field) => {
    const agent = meant[named.indexOf(field)];
    if (!agent) return field;
    const { agentId, name } = agent;
    const message = `${field.message}; did you mean ${agentId} (${name})?`;
    return { ...field, message, nearest: agentId };
  });
  return { ...problem, details };
}

function nameIn({ given }: AskedOf, { path, code }: FieldProblem): string | undefined {
  const [field, index] = path;
  if (code !== 'invalid_format' || !AGENT_FIELD.test(String(field))) return undefined;
  const value = given[String(field)];
  const name: unknown = typeof index === 'number' ? [value].flat()[index] : value;
  return typeof name === 'string' && name !== '' ? name : undefined;
}

/** A short name in the path: it may be misspelt, or need its company. */
async function leadPath(
  lookup: Lookup,
  asked: AskedOf,
  name: string,
  problem: Problem,
): Promise<Problem> {
  const [nearest] = await agentsMeant(lookup, asked, [name]);
  const agents = nearest ? [nearest] : await agentsWithKey(lookup, asked, name);
  const [first] = agents;
  if (first) {
    const hint = `the short name of an agent counts within its company: use the id, such as ${first.agentId} (${first.name})`;
    return { ...problem, details: { agents }, hint };
  }
  if (asked.given['companyId'] !== undefined || asked.actor.type !== 'user') return problem;
  const hint =
    'the short name of an agent counts within its company: add ?companyId=…, or use the id; ' +
    'GET /api/companies lists the companies, GET /api/companies/:companyId/agents the agents';
  return { ...problem, hint };
}
