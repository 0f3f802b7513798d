/** Agents as pages name them. */
import type { Agent, Company } from '@muster/contracts';
import { agentMarks, type Mark } from './marks.ts';
import { oneLine } from './visible.ts';

/** A name that is free again may belong to another agent, so a terminated one goes by its id. */
export const agentAddress = (
  prefix: string,
  { id, urlKey, status }: Pick<Agent, 'id' | 'urlKey' | 'status'>,
) =>
  ({
    to: '/$prefix/agents/$agentRef',
    params: { prefix, agentRef: status === 'terminated' ? id : urlKey },
  }) as const;

const reasons = {
  manual: 'by hand',
  budget: 'its budget is spent',
  loop: 'it woke itself in a loop',
  company: 'the company is stopped',
} as const;

/** The state as words, with the reason of a pause. */
export function stateOf({ status, pauseReason }: Pick<Agent, 'status' | 'pauseReason'>): Mark {
  const mark = agentMarks[status];
  return pauseReason === null ? mark : { ...mark, word: `${mark.word}: ${reasons[pauseReason]}` };
}

/** Of an agent whose company is stopped: nothing of it starts, whatever its own state. */
export const stateIn = (
  company: Pick<Company, 'status'>,
  agent: Pick<Agent, 'status' | 'pauseReason'>,
): Mark =>
  company.status !== 'active' && (agent.status === 'idle' || agent.status === 'running')
    ? { ...agentMarks.paused, word: 'Stopped with the company' }
    : stateOf(agent);

/** `Ed is paused: its budget is spent`. */
export const inSentence = (name: string, { word }: Mark): string => {
  const words = `${word.charAt(0).toLowerCase()}${word.slice(1)}`;
  if (words === 'error') return `${oneLine(name)} had an error`;
  return /^needs |^waits /.test(words)
    ? `${oneLine(name)} ${words}`
    : `${oneLine(name)} is ${words}`;
};

export const adapterWords: Readonly<Record<Agent['adapterType'], string>> = {
  claude_code: 'Claude Code',
  codex: 'Codex',
  opencode: 'OpenCode',
  gemini_cli: 'Gemini CLI',
  alpha_local: 'Command alpha',
  beta_local: 'Command beta',
  process: 'A program',
  http: 'A web service',
  remote: 'Remote, fetches its work',
};

/** The order of a list: those who need somebody first, those who are gone last. */
const order: readonly Agent['status'][] = [
  'error',
  'paused',
  'pending_approval',
  'running',
  'idle',
  'terminated',
];

export const byNeed = (one: Agent, other: Agent): number =>
  order.indexOf(one.status) - order.indexOf(other.status) || one.name.localeCompare(other.name);

/** Which agents of a company a field offers. */
export type Among = (agents: readonly Agent[]) => readonly Agent[];

/** Those who have not gone. */
export const present = <A extends Pick<Agent, 'status'>>(agents: readonly A[]): readonly A[] =>
  agents.filter(({ status }) => status !== 'terminated');

export const presentBut =
  (id: string | undefined): Among =>
  (agents) =>
    present(agents).filter((agent) => agent.id !== id);

/** Those who can get work. */
export const assignable = <A extends Pick<Agent, 'status'>>(agents: readonly A[]): readonly A[] =>
  present(agents).filter(({ status }) => status !== 'pending_approval');

/** The first whose name begins so, as a list finds it by letters; none where nothing was typed. */
export function firstNamed<A extends Pick<Agent, 'name'>>(
  agents: readonly A[],
  typed: string,
): A | undefined {
  const begin = typed.toLowerCase();
  if (begin === '') return undefined;
  return agents.find(({ name }) => oneLine(name).toLowerCase().startsWith(begin));
}

export const noneNamed = (typed: string): string =>
  `No agent has a name that begins with “${oneLine(typed)}”.`;
