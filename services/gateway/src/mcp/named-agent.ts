/** The agent that a model calls by its name, as answers and mentions show it. */
import { Refusal } from '@muster/contracts';
import { cut } from './domain/fit.ts';
import { flatten, type Colleague } from './domain/org.ts';
import type { ToolCall } from './tool.ts';

/** Agents that a refusal names, and how much of each name. */
const NAMED_MAX = 10;
const SHOWN_MAX = 40;

/** Throws `invalid_input` where no agent, or more than one, has the name; upper and lower case are equal. */
export async function agentIdOf(name: string, companyId: string, call: ToolCall): Promise<string> {
  const wanted = keyOf(name);
  const all = await colleaguesOf(companyId, call);
  const exact = all.filter((agent) => agent.name === name);
  const alike = all.filter((agent) => keyOf(agent.name) === wanted);
  const found = exact.length === 1 ? exact : alike;
  const [only] = found;
  if (only !== undefined && found.length === 1) return only.id;
  throw new Refusal(
    'invalid_input',
    [
      {
        path: ['assignee'],
        code: 'invalid',
        message: found.length === 0 ? 'no agent has this name' : 'several agents have this name',
        agents: found.slice(0, NAMED_MAX).map(({ id, title, role }) => ({
          id,
          role,
          said: { title: cut(title, SHOWN_MAX) },
        })),
      },
    ],
    found.length === 0
      ? 'list_colleagues has the names and ids of agents'
      : 'give the id of one of the agents in the details',
  );
}

/** Of a call, which may name many agents; its issues are of one company. */
const known = new WeakMap<ToolCall, Promise<Colleague[]>>();

function colleaguesOf(companyId: string, call: ToolCall): Promise<Colleague[]> {
  const found = known.get(call) ?? readColleagues(companyId, call);
  known.set(call, found);
  return found;
}

async function readColleagues(companyId: string, { perform }: ToolCall): Promise<Colleague[]> {
  const { answer } = await perform('getOrg', { companyId });
  return flatten(answer).filter(({ status }) => status !== 'terminated');
}

const keyOf = (name: string): string => name.trim().replace(/^@/, '').toLowerCase();
