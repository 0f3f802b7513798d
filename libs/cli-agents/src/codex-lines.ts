/**
 * Reads the lines of `codex exec --json`. Shapes were recorded at 0.169.0.
 *
 * Counts are those of the whole session, and input includes what was cached. The program names neither
 * its model, which is that of the configuration, nor a price, and a turn that failed has no counts. An
 * `error` alone ends nothing: the program reports each new attempt so.
 */
import type { LineReader } from './cli-agent.ts';
import { turnAfter } from './turns/codex-turn.ts';
import { fieldsOf, fieldsOfLine, nameOf, sessionOf, textOf, type Fields } from './fields.ts';
import type { Ending, LineReport, TroubleCode } from './line-report.ts';
import { troubleOfProvider } from './provider-trouble.ts';
import { resetMomentIn } from './reset-moment.ts';
import { usageIn } from './usage/codex-usage.ts';

/** The program is started with TZ=UTC: it names moments in local time without a zone. */
const ZONE = 'UTC';

export function readCodex(model = 'unknown', before: LineReport = {}): LineReader {
  let { session } = before;
  let { attempts, ...turn } = before.seen ?? {};
  return (line, at) => {
    const fields = fieldsOfLine(line);
    if (fields?.['type'] === 'error') {
      const message = textOf(fields['message']) ?? '';
      const again = ASKS_AGAIN.exec(message);
      if (again) return triedAgain(Number(again[1]), again[2] ?? '', at);
      if (!WAITS_FOR_NETWORK.test(message)) return undefined;
      const [count, since] = attempts ?? [0, at.toISOString()];
      attempts = [count + 1, since];
      const seen = { ...turn, attempts };
      const isLong = at.getTime() - Date.parse(since) >= ATTEMPTS_MAX_MS;
      if (count + 1 < ATTEMPTS_MAX && !isLong) return { seen };
      return { seen, ended: { ok: false, code: 'provider_busy', message }, givenUp: true };
    }
    const report = reportOf(fields, at);
    if (!fields) return report;
    const next = turnAfter(turn, fields);
    const isChanged = next !== turn;
    turn = next;
    if (attempts === undefined) return isChanged ? { ...report, seen: turn } : report;
    // The network is back: the turn goes on.
    attempts = undefined;
    return { begun: true, ...report, seen: turn };
  };
  function reportOf(fields: Fields | undefined, at: Date): LineReport | undefined {
    switch (fields?.['type']) {
      case 'thread.started': {
        const isFirst = session === undefined;
        session ??= sessionOf(fields['thread_id']);
        return isFirst && session !== undefined ? { session } : undefined;
      }
      case 'turn.started':
        return { begun: true };
      case 'item.completed':
        return itemIn(fieldsOf(fields['item']));
      case 'turn.completed':
        return { used: usageIn(model, fieldsOf(fields['usage'])), ended: { ok: true } };
      case 'turn.failed':
        return failureIn(textOf(fieldsOf(fields['error'])['message']), at);
      default:
        return undefined;
    }
  }
}

/** The program prints this for as long as it reaches no provider. */
const WAITS_FOR_NETWORK = /^Reconnecting\b.*waiting for network/i;
/** Such lines, or the time of them, after which the provider counts as out of reach. */
const ATTEMPTS_MAX = 10;
const ATTEMPTS_MAX_MS = 15_000;

/** It asks its own provider five times more, which takes half a minute and cannot be set. */
const ASKS_AGAIN = /^Reconnecting\.\.\. (\d{1,2})\/\d{1,2} \((.*)\)$/s;
const ASKED_AGAIN_MAX = 3;

function triedAgain(count: number, cause: string, at: Date): LineReport | undefined {
  if (count < ASKED_AGAIN_MAX) return undefined;
  const failure = failureIn(cause, at);
  return failure.ended?.code === undefined ? undefined : { ...failure, givenUp: true };
}

function itemIn(item: Fields): LineReport | undefined {
  const summary = item['type'] === 'agent_message' ? textOf(item['text']) : undefined;
  if (summary !== undefined) return { summary };
  const tool = nameOf(item['type']);
  return item['status'] === 'declined' && tool !== undefined ? { refused: [tool] } : undefined;
}

function failureIn(message: string | undefined, at: Date): LineReport {
  const text = message ?? '';
  const code = CODES.find(([pattern]) => pattern.test(text))?.[1] ?? troubleOfProvider({ text });
  const moment = code === 'provider_quota' ? resetMomentIn(text, at, ZONE) : undefined;
  const ended: Ending = { ok: false, ...(code && { code }), ...(message && { message }) };
  return { ...(moment !== undefined && { notBefore: moment }), ended };
}

/** The program has no codes: these are its sentences, and others repeat an answer. */
const CODES: readonly (readonly [RegExp, TroubleCode])[] = [
  [/hit your usage limit|^Quota exceeded/, 'provider_quota'],
  [/not logged in/i, 'auth_required'],
  [/^The model .{1,200} does not exist/, 'model_unknown'],
  [/ran out of room in the model's context window/, 'context_full'],
];
