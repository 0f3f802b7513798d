/**
 * Reads the lines of `opencode run --format json`. Shapes were recorded at 1.18.33.
 *
 * Each step has its own counts, so a run's are their sum, and those of its sessions do not go on. Input
 * excludes what was cached. The model is that of the configuration, with its provider before the slash.
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
import type { Ending, LineReport, ModelUsage, ReportedUsage, TroubleCode } from './line-report.ts';
import { failuresOfOpencode } from './turns/opencode-log.ts';
import { troubleOfProvider } from './provider-trouble.ts';
import { notAsking, waitingFor } from './turns/turn.ts';
import { usageOf } from './usage/opencode-usage.ts';

/** More refusals than any run has. */
const REFUSED_MAX = 100;

export function readOpencode(model = 'unknown', before: LineReport = {}): LineReader {
  let { session, used, refused = [], seen = {} } = before;
  const failures = failuresOfOpencode(seen);
  return (line, at, stream) => {
    if (stream === 'stderr') {
      const failed = failures.read(line, at);
      if (failed?.seen) seen = failed.seen;
      return failed;
    }
    const fields = fieldsOfLine(line);
    if (!fields) return undefined;
    const named = sessionOf(fields['sessionID']);
    if (named === undefined || (session !== undefined && named !== session)) return undefined;
    const begins = session === undefined ? { session: named } : {};
    const part = fieldsOf(fields['part']);
    const report = ((): LineReport | undefined => {
      switch (fields['type']) {
        case 'step_start':
          // The provider answers; what runs in a step shows when it has ended.
          seen = failures.forget(notAsking(seen));
          return { begun: true, seen };
        case 'text': {
          const summary = textOf(part['text']);
          return summary === undefined ? {} : { summary };
        }
        case 'tool_use': {
          const tool = refusedTool(part);
          if (tool === undefined || refused.length >= REFUSED_MAX) return {};
          refused = [...refused, tool];
          return { refused };
        }
        case 'step_finish':
          used = addStep(model, used, part);
          if (part['reason'] === 'tool-calls') seen = waitingFor(seen, []);
          return { used, seen, ...endOf(part['reason']) };
        case 'error':
          return failureIn(fieldsOf(fields['error']), at, failures.unknownModel());
        default:
          return undefined;
      }
    })();
    if (report === undefined) return undefined;
    session = named;
    const all = { ...begins, ...report };
    return Object.keys(all).length > 0 ? all : undefined;
  };
}

/** Sentences of the program about a tool that its rules or its user have refused. */
const REFUSED = /^The user (?:has specified a rule which prevents|rejected permission)/;

function refusedTool(part: Fields): string | undefined {
  const state = fieldsOf(part['state']);
  if (state['status'] !== 'error' || !REFUSED.test(stringOf(state['error']) ?? ''))
    return undefined;
  return nameOf(part['tool']);
}

/** After a step that called tools there is another one. */
function endOf(reason: unknown): Pick<LineReport, 'ended'> {
  if (reason === 'tool-calls') return {};
  return { ended: reason === 'stop' ? { ok: true } : { ok: false, ...aboutReason(reason) } };
}

function aboutReason(reason: unknown): Pick<Ending, 'message'> {
  const name = nameOf(reason);
  return name === undefined ? {} : { message: `The last step ended with: ${name}` };
}

function addStep(model: string, sum: ReportedUsage | undefined, part: Fields): ReportedUsage {
  const slash = model.indexOf('/');
  const provider = slash > 0 ? model.slice(0, slash) : 'unknown';
  const name = model.slice(slash + 1);
  const step = usageOf(name, part);
  const [before] = sum?.models ?? [];
  return { scope: 'run', provider, models: [before ? added(before, step) : step] };
}

const tokensOf = (usage: ModelUsage): number =>
  usage.inputTokens + usage.cacheWriteTokens + usage.cachedInputTokens + usage.outputTokens;

/** A price is known where it is of every step that has used anything. */
function added(one: ModelUsage, other: ModelUsage): ModelUsage {
  const isPriced = [one, other].every((each) => each.costUsd !== undefined || tokensOf(each) === 0);
  const costUsd = (one.costUsd ?? 0) + (other.costUsd ?? 0);
  return {
    model: one.model,
    inputTokens: one.inputTokens + other.inputTokens,
    cacheWriteTokens: one.cacheWriteTokens + other.cacheWriteTokens,
    cachedInputTokens: one.cachedInputTokens + other.cachedInputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    ...(isPriced && costUsd > 0 && { costUsd }),
  };
}

function failureIn(error: Fields, at: Date, unknownModel: string | undefined): LineReport {
  if (unknownModel !== undefined) {
    return { ended: { ok: false, code: 'model_unknown', message: unknownModel } };
  }
  const name = stringOf(error['name']) ?? '';
  const details = fieldsOf(error['data']);
  const words = textOf(details['message']) ?? textOf(name);
  const message = words !== undefined && WITHOUT_CAUSE.test(words) ? `${words} ${CAUSES}` : words;
  const code = codeOf(name, details, message ?? '');
  const headers = fieldsOf(details['responseHeaders']);
  const moment = code === 'provider_quota' ? momentAfter(headers['retry-after'], at) : undefined;
  const ended: Ending = { ok: false, ...(code && { code }), ...(message && { message }) };
  return { ...(moment !== undefined && { notBefore: moment }), ended };
}

/** All that the program prints where its own log has the cause. */
const WITHOUT_CAUSE = /^Unexpected server error\. Check server logs/;
const CAUSES =
  'OpenCode says so of a model or provider that it does not know, and of one without a key: ' +
  'look at adapterConfig.model and adapterConfig.env.';

function codeOf(name: string, details: Fields, message: string): TroubleCode | undefined {
  if (details['statusCode'] === 404 && /\bmodel\b/i.test(message)) return 'model_unknown';
  const named =
    NAMES.get(name) ?? troubleOfProvider({ status: details['statusCode'], text: message });
  return named ?? (details['isRetryable'] === true ? 'provider_busy' : undefined);
}

const NAMES = new Map<string, TroubleCode>([
  ['ContextOverflowError', 'context_full'],
  ['ProviderAuthError', 'auth_required'],
  ['ProviderModelNotFoundError', 'model_unknown'],
]);
