/**
 * Reads the lines of `gemini --output-format stream-json`. Shapes were recorded at 0.61.0.
 *
 * Counts are in the last line, those of each model with what sub-agents have used, and begin with the
 * run whatever the session. There is no price. Texts come in pieces. The provider's troubles are words in
 * its words, most of them without a status.
 */
import type { LineReader } from './cli-agent.ts';
import {
  fieldsOf,
  fieldsOfLine,
  momentAfter,
  nameOf,
  sessionOf,
  stringOf,
  textOf,
  type Fields,
} from './fields.ts';
import type { Ending, LineReport, Seen, TroubleCode } from './line-report.ts';
import { troubleOfProvider } from './provider-trouble.ts';
import { waitingFor } from './turns/turn.ts';
import { usageIn } from './usage/gemini-cli-usage.ts';

/** More refusals than any run has. */
const REFUSED_MAX = 100;

export function readGeminiCli(_model?: string, before: LineReport = {}): LineReader {
  let { session, summary = '', refused = [], seen = {} } = before;
  const called = (fields: Fields): LineReport => {
    const call = [nameOf(fields['tool_id']) ?? '', nameOf(fields['tool_name']) ?? ''] as const;
    seen = waitingFor({}, [...(seen.calls ?? []), call]);
    return { begun: true, seen };
  };
  const answered = (fields: Fields): LineReport | undefined => {
    const id = nameOf(fields['tool_id']);
    const [, name = ''] = seen.calls?.find(([each]) => each === id) ?? [];
    if (name === '') return undefined;
    seen = waitingFor({}, seen.calls?.filter(([each]) => each !== id) ?? []);
    if (!isRefused(name, fieldsOf(fields['error'])) || refused.length >= REFUSED_MAX) {
      return { seen };
    }
    refused = [...refused, name];
    return { seen, refused };
  };
  const wrote = (text: string): LineReport => {
    ({ summary, seen } = withText({ summary, seen }, text));
    return { begun: true, seen, ...(summary !== '' && { summary }) };
  };
  return (line, at) => {
    const fields = fieldsOfLine(line);
    switch (fields?.['type']) {
      case 'init': {
        if (session !== undefined) return undefined;
        session = sessionOf(fields['session_id']);
        return session === undefined ? undefined : { session };
      }
      case 'message':
        if (fields['role'] !== 'assistant') {
          seen = waitingFor(seen, []);
          return { begun: true, seen };
        }
        return wrote(stringOf(fields['content']) ?? '');
      case 'tool_use':
        return called(fields);
      case 'tool_result':
        return answered(fields);
      case 'error':
        seen = { ...seen, ...troubleIn(fields) };
        return { seen };
      case 'result':
        return resultIn(fields, seen, at);
      default:
        return undefined;
    }
  };
}

/** Texts come in pieces. */
function withText(
  { summary, seen }: { readonly summary: string; readonly seen: Seen },
  text: string,
): { readonly summary: string; readonly seen: Seen } {
  const whole = seen.pause === undefined ? text : summary + seen.pause + text;
  const pause = / ?[ \n]?$/.exec(whole)?.[0] ?? '';
  return { summary: textOf(whole) ?? '', seen: { ...seen, pause } };
}

function troubleIn({ severity, message }: Fields): Pick<Seen, 'trouble'> {
  const trouble = severity === 'error' ? textOf(message) : undefined;
  return trouble === undefined ? {} : { trouble };
}

/** The program tells the model so where a tool is withheld, or where it would ask a person. */
const REFUSED = /^Path not in workspace|denied by policy|requires user confirmation/;
const WITHHELD = new Set(['run_shell_command']);

const isRefused = (name: string, { type, message }: Fields): boolean =>
  type === 'policy_violation' ||
  (type === 'tool_not_registered' && WITHHELD.has(name)) ||
  REFUSED.test(stringOf(message) ?? '');

function resultIn(fields: Fields, { trouble }: Seen, at: Date): LineReport {
  const used = usageIn(fieldsOf(fieldsOf(fields['stats'])['models']));
  const counted = used === undefined ? {} : { used };
  if (fields['status'] === 'success') return { ...counted, ended: { ok: true } };
  const error = fieldsOf(fields['error']);
  return { ...counted, ...failureIn(error['type'], textOf(error['message']) ?? trouble, at) };
}

/** As the provider and the program write it. */
const WAIT = /(?:Suggested retry after|Please retry in) (\d{1,6})(?:\.\d+)?s/;

function failureIn(type: unknown, message: string | undefined, at: Date): LineReport {
  const text = message ?? '';
  const named = type === 'FatalTurnLimitedError' ? 'max_turns' : undefined;
  const words = CODES.find(([pattern]) => pattern.test(text))?.[1];
  const code = named ?? words ?? troubleOfProvider({ text });
  const moment = code === 'provider_quota' ? momentAfter(WAIT.exec(text)?.[1], at) : undefined;
  const ended: Ending = { ok: false, ...(code && { code }), ...(message && { message }) };
  return { ...(moment !== undefined && { notBefore: moment }), ended };
}

const CODES: readonly (readonly [RegExp, TroubleCode])[] = [
  // The program adds the second one to whatever the provider says with status 429.
  [/exhausted your (?:daily )?quota|request a quota increase/, 'provider_quota'],
  [/API key not valid|API key expired/, 'auth_required'],
  [/\[API Error: models\/.{1,200} is not (?:found|supported)/, 'model_unknown'],
  [/exceeds the maximum number of tokens/, 'context_full'],
];
