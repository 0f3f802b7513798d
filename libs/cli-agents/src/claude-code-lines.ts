/**
 * Reads the lines of `claude -p --output-format stream-json`. Shapes were recorded at 2.1.330.
 *
 * Counts come from `modelUsage`, which includes sub-agents; `usage` is the main conversation's last
 * turn. One process may print several results, because work in the background goes on.
 */
import { stopsAskedIn, tasksIn } from './background-tasks.ts';
import {
  countOf,
  fieldsOf,
  fieldsOfLine,
  listOf,
  nameOf,
  sessionOf,
  stringOf,
  textOf,
  type Fields,
} from './fields.ts';
import { turnAfter } from './turns/claude-code-turn.ts';
import type { LineReader } from './cli-agent.ts';
import type { Ending, LineReport, ReportedUsage, Seen, TroubleCode } from './line-report.ts';
import { liveUsage } from './live-usage.ts';
import { troubleOfProvider } from './provider-trouble.ts';
import { resetMomentIn } from './reset-moment.ts';
import { waitingFor } from './turns/turn.ts';
import { modelsIn } from './usage/claude-code-usage.ts';

/** More refusals and errors than any run has; the rest of a line is not kept. */
const LIST_MAX = 100;
/** The first version whose counts go on over a resumed session. */
const COUNTS_SESSIONS_SINCE = [2, 1, 277] as const;
/** Seconds that a date can hold with room to spare: the year 5138. */
const SECONDS_MAX = 1e11;

export function readClaudeCode(_model?: string, before: LineReport = {}): LineReader {
  const live = liveUsage(before);
  let { session, seen = {}, tasksStopped = 0 } = before;
  return (line, at) => {
    const fields = fieldsOfLine(line);
    if (!fields || isOfAnother(session, fields['session_id'])) return undefined;
    const kind = fields['type'];
    if (kind === 'system') {
      if (fields['subtype'] !== 'init') {
        const report = tasksIn(fields, { seen, tasksStopped });
        ({ seen = seen, tasksStopped = tasksStopped } = report ?? {});
        return report;
      }
      const known = session;
      session ??= sessionOf(fields['session_id']);
      const { scope: _, ...others } = seen;
      seen = waitingFor(others, []);
      if (!countsSessions(fields['claude_code_version'])) seen = { ...seen, scope: 'run' };
      return {
        begun: true,
        ...(known === undefined && session !== undefined && { session }),
        seen,
      };
    }
    if (kind === 'assistant') {
      const used = live(fieldsOf(fields['message']));
      const next = afterAnswer(seen, fields, used?.answers);
      if (next === seen) return undefined;
      seen = next;
      return { ...(used && { usedAtLeast: used.usedAtLeast }), seen };
    }
    if (kind === 'user') {
      const shown = fields['isReplay'] === true ? nameOf(fields['uuid']) : undefined;
      if (shown !== undefined) return { shown };
      const turn = turnAfter(seen, fields);
      if (turn === seen) return undefined;
      seen = turn;
      return { seen };
    }
    if (kind === 'rate_limit_event') return quotaIn(fieldsOf(fields['rate_limit_info']));
    if (kind !== 'result') return undefined;
    const report = resultIn(fields, seen, at);
    // What is in the background may end in a turn of its own, of which nothing came.
    if (seen.finished && isEmpty(fields, report)) return { ...report, ended: seen.finished };
    if (report.used === undefined || report.ended === undefined) return report;
    seen = { ...seen, finished: report.ended };
    return { ...report, seen };
  };
}

/** The same object where the line says nothing. */
function afterAnswer(seen: Seen, fields: Fields, answers: Seen['answers']): Seen {
  const trouble = nameOf(fields['error']);
  const stops = stopsAskedIn(fieldsOf(fields['message']));
  const turn = turnAfter(seen, fields);
  if (trouble === undefined && answers === undefined && stops === 0) return turn;
  return {
    ...turn,
    ...(trouble && { trouble }),
    ...(answers && { answers }),
    ...(stops > 0 && { stopping: (seen.stopping ?? 0) + stops }),
  };
}

const isOfAnother = (session: string | undefined, named: unknown): boolean =>
  session !== undefined && named !== undefined && named !== session;

/** A version that cannot be read is taken for a newer one. */
function countsSessions(version: unknown): boolean {
  const parts = /^(\d+)\.(\d+)\.(\d+)/
    .exec(stringOf(version) ?? '')
    ?.slice(1)
    .map(Number);
  if (!parts) return true;
  for (const [index, since] of COUNTS_SESSIONS_SINCE.entries()) {
    const part = parts[index] ?? 0;
    if (part !== since) return part > since;
  }
  return true;
}

function quotaIn(quota: Fields): LineReport | undefined {
  if (quota['status'] === 'allowed_warning') return { nearlyUsed: true };
  // A plan may go on at a price when its quota is used up.
  const goesOn = stringOf(quota['overageStatus'])?.startsWith('allowed') ?? false;
  if (quota['status'] !== 'rejected' || goesOn) return undefined;
  const seconds = countOf(quota['resetsAt']);
  if (seconds === 0 || seconds > SECONDS_MAX) return undefined;
  return { notBefore: new Date(seconds * 1000).toISOString() };
}

/** No text, and no turn of the model. */
const isEmpty = (fields: Fields, { ended, summary, used }: LineReport): boolean =>
  summary === undefined &&
  ended?.message === undefined &&
  (countOf(fields['num_turns']) === 0 || used === undefined);

function resultIn(fields: Fields, seen: Seen, at: Date): LineReport {
  const scope: ReportedUsage['scope'] = seen.scope ?? 'session';
  const errors = listOf(fields['errors'])
    .slice(0, LIST_MAX)
    .filter((text) => stringOf(text));
  const text = textOf(fields['result']) ?? textOf(errors.join('\n'));
  const models = modelsIn(fields);
  const refused = listOf(fields['permission_denials'])
    .slice(0, LIST_MAX)
    .flatMap((denial) => nameOf(fieldsOf(denial)['tool_name']) ?? []);
  const counted = {
    ...(models.length > 0 && { used: { scope, provider: 'anthropic', models } }),
    ...(refused.length > 0 && { refused }),
  };
  // An answer of the provider that is an error has the subtype `success`.
  if (fields['is_error'] === false && fields['subtype'] === 'success') {
    return { ...counted, ...(text !== undefined && { summary: text }), ended: { ok: true } };
  }
  const code = codeOf(fields, text ?? '', seen.trouble);
  const moment = code === 'provider_quota' ? resetMomentIn(text ?? '', at, 'UTC') : undefined;
  const ended: Ending = { ok: false, ...(code && { code }), ...(text && { message: text }) };
  return { ...counted, ...(moment !== undefined && { notBefore: moment }), ended };
}

function codeOf(
  fields: Fields,
  text: string,
  trouble: string | undefined,
): TroubleCode | undefined {
  if (fields['subtype'] === 'error_max_turns') return 'max_turns';
  if (text.startsWith('No conversation found')) return 'session_unknown';
  if (fields['startup_failure_reason'] === 'sandbox_required_unavailable') return 'adapter_config';
  if (fields['terminal_reason'] === 'prompt_too_long') return 'context_full';
  const named = TROUBLES.get(trouble ?? '');
  if (named !== undefined) return named;
  const answer = troubleOfProvider({ status: fields['api_error_status'], text });
  // Some failures have only a name.
  const name = `${trouble ?? ''} ${nameOf(fields['api_error_type']) ?? ''}`;
  return answer ?? troubleOfProvider({ text: name });
}

/** Without a login no request is made, so there is no status. */
const TROUBLES = new Map<string, TroubleCode>([
  ['authentication_failed', 'auth_required'],
  ['model_not_found', 'model_unknown'],
  ['rate_limit', 'provider_quota'],
  ['billing_error', 'provider_quota'],
]);
