/**
 * Who a comment mentions. At each `@` that no word stands before, the longest name of a living
 * agent of the company that matches there, with a boundary after it. Names are found in a tree of
 * their characters, so the time is bounded by the text times the longest name, however many
 * agents there are.
 */
import type { AgentStatus, Mention } from '@muster/contracts';
import { blankCode } from './markdown-code.ts';

/** Each wake costs money; more in one comment are a broadcast or a mistake. */
export const WAKES_MAX = 20;
/** Most agents that one comment's record names. */
export const MENTIONS_MAX = 50;
/** Most different first words of names that are looked up for one comment. */
const HEADS_MAX = 1_000;

export interface Mentionable {
  readonly agentId: string;
  readonly name: string;
  readonly nameKey: string;
  readonly status: AgentStatus;
  readonly wakeOnDemand: boolean;
}

/**
 * A name or a text as mentions compare them: one form of each character, however wide or joined,
 * and one case. Through capitals, because some letters have two small ones (`ς`) or become two
 * (`ß`).
 */
export const mentionKey = (text: string): string =>
  text.normalize('NFKC').toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFKC');

const WORD = /[\p{L}\p{N}\p{M}_]/u;
const HEAD = /[\p{L}\p{N}\p{M}_]*/uy;

/** The word with which a name begins; a mention of it begins with the same one. */
export const mentionHead = (key: string, at = 0): string => {
  HEAD.lastIndex = at;
  return HEAD.exec(key)?.[0] ?? '';
};

/** What begins a URL, what ends one, and what may begin a mention. */
const MARK = /:\/\/|[\s<>"'()[\]{}|,;]|@/g;

/** Where mentions may begin: behind each `@` outside of code and URLs and not within a word. */
function startsIn(text: string): number[] {
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

/** A character may take two places. */
function characterBefore(text: string, at: number): string {
  const [low, high] = [text.charCodeAt(at - 1), text.charCodeAt(at - 2)];
  const isPair = low >= 0xdc00 && low <= 0xdfff && high >= 0xd800 && high <= 0xdbff;
  return text.slice(Math.max(0, at - (isPair ? 2 : 1)), at);
}

const characterAt = (text: string, at: number): string =>
  at < text.length ? String.fromCodePoint(text.codePointAt(at) as number) : '';

/** The first words of all names that a comment can mean. */
export function mentionHeads(body: string): string[] {
  if (!/[@＠﹫]/.test(body)) return [];
  const text = mentionKey(blankCode(body));
  return [...new Set(startsIn(text).map((at) => mentionHead(text, at)))].slice(0, HEADS_MAX);
}

interface Branch {
  readonly next: Map<string, Branch>;
  agent?: Mentionable;
}

function treeOf(roster: readonly Mentionable[]): Branch {
  const root: Branch = { next: new Map() };
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

/** The longest name that begins here and ends at a boundary. */
function nameAt(tree: Branch, text: string, from: number): Mentionable | undefined {
  let found: Mentionable | undefined;
  let branch: Branch | undefined = tree;
  for (let at = from; branch; at += 1) {
    if (branch.agent && !WORD.test(characterAt(text, at))) found = branch.agent;
    branch = at < text.length ? branch.next.get(text[at] as string) : undefined;
  }
  return found;
}

/** The mentions of a comment in the order of their first place; its author is not among them. */
export function resolveMentions(
  body: string,
  roster: readonly Mentionable[],
  authorAgentId: string | null,
): Mention[] {
  if (roster.length === 0) return [];
  const text = mentionKey(blankCode(body));
  const tree = treeOf(roster);
  const found = new Set<Mentionable>();
  for (const start of startsIn(text)) {
    const agent = nameAt(tree, text, start);
    if (agent && agent.agentId !== authorAgentId) found.add(agent);
    if (found.size === MENTIONS_MAX) break;
  }
  let wakes = 0;
  return [...found].map(({ agentId, name, wakeOnDemand }) => {
    const reason = reasonToLetSleep(wakeOnDemand, wakes);
    if (reason === null) wakes += 1;
    return { agentId, name, woken: reason === null, reason };
  });
}

const reasonToLetSleep = (wakeOnDemand: boolean, wakes: number): string | null => {
  if (!wakeOnDemand) return 'wake_on_demand_off';
  return wakes < WAKES_MAX ? null : 'too_many_wakes';
};
