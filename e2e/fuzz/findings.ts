/** Each violation once, with the request that shows it. */
import type { Sent } from './send.ts';

const CHARS_MAX = 600;
const EXAMPLES_MAX = 40;

export interface Findings {
  note(number: number, sent: Sent, fault: string): void;
  all(): readonly string[];
}

export function openFindings(): Findings {
  const seen = new Map<string, { text: string; times: number }>();
  return {
    note(number, sent, fault) {
      const what = `${sent.draft.route.name}: ${fault.slice(0, CHARS_MAX)}`;
      const found = seen.get(what);
      if (found) found.times += 1;
      else if (seen.size < EXAMPLES_MAX) seen.set(what, { text: describe(number, sent), times: 1 });
    },
    all: () => [...seen].map(([what, { text, times }]) => `${times} × ${what}\n${text}`),
  };
}

function describe(number: number, { draft, request, reply }: Sent): string {
  const { method, path, headers = {}, body } = request;
  const { authorization: _, ...others } = headers;
  return [
    `  request ${number}, by ${draft.caller}, mutation ${draft.mutation}`,
    `  ${method} ${path.slice(0, CHARS_MAX)} ${JSON.stringify(others).slice(0, CHARS_MAX)}`,
    `  ${Buffer.from(body ?? '')
      .toString()
      .slice(0, CHARS_MAX)}`,
    `  ${reply.status} ${reply.text.slice(0, CHARS_MAX)}`,
  ].join('\n');
}
