/**
 * Finds the agents that a comment mentions: at each `@` that does not follow a word, the longest
 * matching name that ends at a word boundary. Names are looked up in a tree of their characters, so
 * the time is bounded by the text times the longest name, however many agents there are.
 */
import {
  cutText,
  isWakeRecorded,
  isWokenBy,
  MENTION_WAKES_MAX,
  WAITING,
  type AgentStatus,
  type CompanyStatus,
  type Mention,
} from '@muster/contracts';
import { blankCode } from './markdown-code.ts';

/** Most mentions of one comment that are recorded. */
export const MENTIONS_MAX = 50;
/** Most first words of names that are looked up for one comment. */
const HEADS_MAX = 1_000;
/** Most words after an @ that an answer says to name no agent, and the longest part of each. */
const UNRESOLVED_MAX = 20;
const UNRESOLVED_LENGTH_MAX = 60;

export interface Mentionable {
  readonly agentId: string;
  readonly name: string;
  readonly nameKey: string;
  readonly status: AgentStatus;
  readonly wakeOnDemand: boolean;
  readonly companyStatus: CompanyStatus;
}

/**
 * Key for comparing names with texts: one Unicode form and one case. Converted to upper case first,
 * because some letters have two lower-case forms (`ς`) or become two letters (`ß`).
 */
export const mentionKey = (text: string): string =>
  text.normalize('NFKC').toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFKC');

const WORD = /[\p{L}\p{N}\p{M}_]/u;
const HEAD = /[\p{L}\p{N}\p{M}_]*/uy;

/** The first word of a name; a mention of the name begins with it. */
export const mentionHead = (key: string, at = 0): string => {
  HEAD.lastIndex = at;
  return HEAD.exec(key)?.[0] ?? '';
};

/** The beginning of a URL, its end, or the beginning of a mention. */
const MARK = /:\/\/|[\s<>"'()[\]{}|,;]|@/g;

/** Positions after each `@` that is outside of code, URLs and words. */
function mentionStarts(text: string): number[] {
  const starts: number[] = [];
  let inUrl = false;
  for (const { 0: mark, index } of text.matchAll(MARK)) {
    const isInWord = WORD.test(characterBefore(text, index));
    if (mark === '://') inUrl ||= isInWord;
    else if (mark !== '@') inUrl = false;
    else if (!inUrl && !isInWord) starts.push(index + 1);
  }
  return starts;
}

/** The character before a position, which may be a surrogate pair. */
function characterBefore(text: string, at: number): string {
  const [low, high] = [text.charCodeAt(at - 1), text.charCodeAt(at - 2)];
  const isPair = low >= 0xdc00 && low <= 0xdfff && high >= 0xd800 && high <= 0xdbff;
  return text.slice(Math.max(0, at - (isPair ? 2 : 1)), at);
}

const characterAt = (text: string, at: number): string =>
  at < text.length ? String.fromCodePoint(text.codePointAt(at) as number) : '';

/** The first words of all names that a comment may mention. */
export function mentionHeads(body: string): string[] {
  if (!/[@＠﹫]/.test(body)) return [];
  const text = mentionKey(blankCode(body));
  return [...new Set(mentionStarts(text).map((at) => mentionHead(text, at)))].slice(0, HEADS_MAX);
}

interface NameTree {
  readonly next: Map<string, NameTree>;
  agent?: Mentionable;
}

function nameTreeOf(roster: readonly Mentionable[]): NameTree {
  const root: NameTree = { next: new Map() };
  for (const agent of roster) {
    if (agent.status === 'pending_approval' || agent.status === 'terminated') continue;
    let branch = root;
    for (let index = 0; index < agent.nameKey.length; index += 1) {
      const character = agent.nameKey[index] as string;
      let next = branch.next.get(character);
      if (!next) branch.next.set(character, (next = { next: new Map() }));
      branch = next;
    }
    branch.agent ??= agent;
  }
  return root;
}

/** The agent with the longest name that begins at this position and ends at a word boundary. */
function nameAt(tree: NameTree, text: string, from: number): Mentionable | undefined {
  let found: Mentionable | undefined;
  let branch: NameTree | undefined = tree;
  for (let at = from; branch; at += 1) {
    if (branch.agent && !WORD.test(characterAt(text, at))) found = branch.agent;
    branch = at < text.length ? branch.next.get(text[at] as string) : undefined;
  }
  return found;
}

export interface ResolvedMentions {
  /** In order of their first occurrence, without the author of the comment. */
  readonly mentions: Mention[];
  /** First words, in lower case, after an @ with which no name begins. */
  readonly unresolved: string[];
}

export function resolveMentions(
  body: string,
  roster: readonly Mentionable[],
  authorAgentId: string | null,
): ResolvedMentions {
  const text = mentionKey(blankCode(body));
  const tree = nameTreeOf(roster);
  const found = new Set<Mentionable>();
  const unresolved = new Set<string>();
  for (const start of mentionStarts(text)) {
    const agent = nameAt(tree, text, start);
    if (!agent) addUnresolved(unresolved, mentionHead(text, start));
    else if (agent.agentId !== authorAgentId) found.add(agent);
    if (found.size === MENTIONS_MAX) break;
  }
  let wakeUps = 0;
  const mentions = [...found].map((agent) => {
    const { agentId, name } = agent;
    const reason = reasonAgainst(agent, wakeUps) ?? reasonToWait(agent);
    if (isWakeRecorded(reason)) wakeUps += 1;
    return { agentId, name, woken: reason === null, reason };
  });
  return { mentions, unresolved: [...unresolved] };
}

function addUnresolved(unresolved: Set<string>, head: string): void {
  if (head === '' || unresolved.size === UNRESOLVED_MAX) return;
  unresolved.add(cutText(head, UNRESOLVED_LENGTH_MAX));
}

/** Why the mention makes no wake-up. */
function reasonAgainst(agent: Mentionable, wakeUps: number): string | null {
  if (!isWokenBy('mention', agent)) return 'wake_on_demand_off';
  return wakeUps < MENTION_WAKES_MAX ? null : 'too_many_wakes';
}

/** Why the wake-up wakes the agent later. */
function reasonToWait({ status, companyStatus }: Mentionable): string | null {
  if (status === 'paused') return WAITING.agent;
  return companyStatus === 'active' ? null : WAITING.company;
}

/** As events have them: the scheduler records a wake-up for each that is woken. */
export const recordedMentions = (mentions: readonly Mention[]): Mention[] =>
  mentions.map((mention) => ({ ...mention, woken: isWakeRecorded(mention.reason) }));
