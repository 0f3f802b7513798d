/** What an entry of a transcript says, as lines for a terminal. */
import type { Entry, Used } from '@muster/cli-agents/transcript';
import { inOneLine, seen } from '../terminal/words.ts';

/** Characters of what a person reads beside a call. */
const BEGIN_MAX = 200;

export function wordsOfEntry(entry: Entry): string[] {
  switch (entry.kind) {
    case 'said':
      if (entry.by === 'agent') return seen(entry.text).trimEnd().split('\n');
      return [`  (${entry.by === 'thought' ? 'thinks' : 'a helper says'}) ${begin(entry.text)}`];
    case 'called': {
      const about = entry.about === '' ? '' : `: ${begin(entry.about)}`;
      return [
        `  > ${entry.isOfHelper ? 'A helper calls' : 'Calls'} ${inOneLine(entry.tool)}${about}`,
      ];
    }
    case 'noted':
      return [`  ${entry.isTrouble ? 'Trouble: ' : ''}${begin(entry.text)}`];
    case 'used':
      return [`  ${usedWords(entry)}`];
    case 'other':
      return [seen(entry.text)];
    default:
      return entry satisfies never;
  }
}

/** What has come of a call: of one that has succeeded only the files that it has changed. */
export function wordsOfOutcome({
  tool,
  files,
  outcome,
}: Entry & { readonly kind: 'called' }): string[] {
  if (!outcome) return [];
  if (!outcome.isOk) return [`  ! ${inOneLine(tool)} failed: ${begin(outcome.text)}`];
  return files.map((file) => `  * Changed ${inOneLine(file)}`);
}

function begin(text: string): string {
  const line = inOneLine(text.slice(0, BEGIN_MAX * 2));
  return line.length > BEGIN_MAX ? `${line.slice(0, BEGIN_MAX - 1)}…` : line;
}

const scopes = { step: 'This turn', run: 'This run', session: 'The session up to now' } as const;
const numbers = new Intl.NumberFormat('en');

function usedWords({ of, ...used }: Used & { readonly of: keyof typeof scopes }): string {
  const { inputTokens, cacheWriteTokens, cachedInputTokens, outputTokens, costUsd } = used;
  const input = numbers.format(inputTokens + cacheWriteTokens + cachedInputTokens);
  const cost = costUsd === undefined ? '' : `, $${costUsd.toFixed(4)}`;
  return `${scopes[of]}: ${input} tokens in, ${numbers.format(outputTokens)} out${cost}`;
}
