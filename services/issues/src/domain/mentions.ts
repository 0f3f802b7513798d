/**
 * Finds the agents that a comment mentions: at each `@` that does not follow a word, the longest
 * matching name that ends at a word boundary. Names are looked up in a tree of their characters, so
 * the time is bounded by the text times the longest name, however many agents there are. Scripts
 * without spaces have no word boundaries: there a name may stand between any two letters. A mention
 * in a quote names the agent and does not wake it.
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
import { spokenText } from './spoken/spoken-text.ts';
import {
  characterAt,
  characterBefore,
  isBoundary,
  isUnspaced,
  isWord,
} from './spoken/word-boundaries.ts';

/** Most mentions of one comment that are recorded. */
export const MENTIONS_MAX = 50;
/** Most first words of names that are looked up for one comment. */
const HEADS_MAX = 5_000;
/** Longest name of an agent. */
const NAME_MAX = 200;
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

const HEAD = /[\p{L}\p{N}\p{M}_]*/uy;

/** The first word of a name; a mention of the name begins with it. */
export const mentionHead = (key: string, at = 0): string => {
  HEAD.lastIndex = at;
  return HEAD.exec(key)?.[0] ?? '';
};

/**
 * All first words of names that a mention may begin with: the word after its @, and each beginning
 * of it that may be one in a script without spaces.
 */
function possibleHeads(text: string, at: number): string[] {
  const heads: string[] = [];
  const whole = mentionHead(text, at);
  let before = '';
  for (let end = 0; end < Math.min(whole.length, NAME_MAX); end += before.length) {
    const next = characterAt(whole, end);
    if (end > 0 && isBoundary(before, next)) heads.push(whole.slice(0, end));
    before = next;
  }
  return [...heads, whole];
}

/**
 * The beginning of a URL, with or without its scheme, of an address of mail, or of a mention; or
 * what ends a URL.
 */
const MARK = /:\/\/|mailto:|www\.|\.[a-z]{2,24}(?::\d{1,5})?\/|[\s<>"'()[\]{}|,;\u3001-\u303f]|@/g;
/** Before and after the @ of an address of mail. */
const MAILBOX_END = /[.+%-]$/;
const DOMAIN = /[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,9}\.[a-z]{2,24}(?![\p{L}\p{N}_])/uy;

/** Positions after each `@` that is outside of URLs, addresses and words. */
function mentionStarts(text: string): number[] {
  const starts: number[] = [];
  let inUrl = false;
  for (const { 0: mark, index } of text.matchAll(MARK)) {
    const isInWord = endsWord(text, index);
    if (mark === '@') {
      // Letters of a script without spaces end a URL.
      if (inUrl && isUnspaced(characterBefore(text, index))) inUrl = false;
      if (!inUrl && !isInWord && !isOfMail(text, index)) starts.push(index + 1);
    } else if (mark === '://' || mark.endsWith('/')) inUrl ||= isInWord;
    else if (mark === 'mailto:' || mark === 'www.') inUrl ||= !isInWord;
    else inUrl = false;
  }
  return starts;
}

/** Whether a word goes on to a position. Underscores that belong to no word are none. */
function endsWord(text: string, at: number): boolean {
  let end = at;
  while (text[end - 1] === '_') end -= 1;
  const before = characterBefore(text, end);
  return isWord(before) && !isUnspaced(before);
}

function isOfMail(text: string, at: number): boolean {
  const mailbox = characterBefore(text, at);
  if (!MAILBOX_END.test(mailbox) || !endsWord(text, at - 1)) return false;
  DOMAIN.lastIndex = at + 1;
  return DOMAIN.test(text);
}

/** What becomes an @ in the form in which names are compared; most texts have none. */
const SIGN = /[@＠﹫]/;

/** The first words of all names that a comment may mention. */
export function mentionHeads(body: string): string[] {
  if (!SIGN.test(body)) return [];
  const { own, quoted } = spokenText(body);
  const heads = new Set<string>();
  for (const text of [mentionKey(own), mentionKey(quoted)]) {
    for (const at of mentionStarts(text)) {
      for (const head of possibleHeads(text, at)) {
        if (heads.size === HEADS_MAX) return [...heads];
        heads.add(head);
      }
    }
  }
  return [...heads];
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
    if (branch.agent && isBoundary(characterBefore(text, at), characterAt(text, at))) {
      found = branch.agent;
    }
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
  if (!SIGN.test(body)) return { mentions: [], unresolved: [] };
  const spoken = spokenText(body);
  const tree = nameTreeOf(roster);
  const own = namesIn(mentionKey(spoken.own), tree);
  const quoted = namesIn(mentionKey(spoken.quoted), tree);
  const found = [...new Set([...own.agents, ...quoted.agents])].filter(
    ({ agentId }) => agentId !== authorAgentId,
  );
  let wakeUps = 0;
  const mentions = found.slice(0, MENTIONS_MAX).map((agent) => {
    const { agentId, name } = agent;
    const reason = own.agents.has(agent)
      ? (reasonAgainst(agent, wakeUps) ?? reasonToWait(agent))
      : 'quoted';
    if (isWakeRecorded(reason)) wakeUps += 1;
    return { agentId, name, woken: reason === null, reason };
  });
  // What another has written is not for this author to mend.
  return { mentions, unresolved: [...own.unresolved] };
}

interface Names {
  readonly agents: Set<Mentionable>;
  readonly unresolved: Set<string>;
}

function namesIn(text: string, tree: NameTree): Names {
  const names: Names = { agents: new Set(), unresolved: new Set() };
  for (const start of mentionStarts(text)) {
    const agent = nameAt(tree, text, start);
    if (agent) names.agents.add(agent);
    else addUnresolved(names.unresolved, mentionHead(text, start));
    // One more, since one may be the author.
    if (names.agents.size > MENTIONS_MAX) break;
  }
  return names;
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
