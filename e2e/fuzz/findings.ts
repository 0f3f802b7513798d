/** What was wrong, once each, with what it takes to see it again. */
import type { Sent } from './send.ts';

const SHOWN_MAX = 600;
const EXAMPLES_MAX = 40;

export type Findings = {
  note(number: number, sent: Sent, fault: string): void;
  all(): readonly string[];
};

export function openFindings(): Findings {
  const seen = new Map<string, { text: string; times: number }>();
  return {
    note(number, sent, fault) {
      const what = `${sent.draft.route.name}: ${fault.slice(0, SHOWN_MAX)}`;
      const found = seen.get(what);
      if (found) found.times += 1;
      else if (seen.size < EXAMPLES_MAX) seen.set(what, { text: describe(number, sent), times: 1 });
    },
    all: () => [...seen].map(([what, { text, times }]) => `${times} × ${what}\n${text}`),
  };
}

function describe(number: number, { draft, request, reply }: Sent): string {
  const { method, path, headers = {}, body } = request;
  const { authorization: _, ...shown } = headers;
  return [
    `  request ${number}, by ${draft.caller}, twist ${draft.twist}`,
    `  ${method} ${path.slice(0, SHOWN_MAX)} ${JSON.stringify(shown).slice(0, SHOWN_MAX)}`,
    `  ${Buffer.from(body ?? '').toString().slice(0, SHOWN_MAX)}`,
    `  ${reply.status} ${reply.text.slice(0, SHOWN_MAX)}`,
  ].join('\n');
}
