/**
 * Reads what OpenCode logs of its failures on standard error. Shapes were recorded at 1.18.33. Its lines of JSON
 * have nothing of a provider that it asks again, and of an unknown model only that something failed.
 */
import type { LineReport, Seen } from '../line-report.ts';
import { troubleOfProvider } from '../provider-trouble.ts';
import { waitingFor } from './turn.ts';

/**
 * Enough for a connection that breaks once. It would ask six times, which takes a minute, and it does not end
 * when it is asked to meanwhile, but when its grace is over.
 */
const ATTEMPTS_MAX = 2;
/** As much of a cause as an error of a run has room for. */
const CAUSE_MAX = 1_000;

const STREAM_FAILED =
  /^timestamp=\S+ level=ERROR \S+ message="stream error" .*error\.error="(.*)"$/;
const MODEL_UNKNOWN =
  /^timestamp=\S+ level=ERROR \S+ message=failed .*error="ProviderModelNotFoundError: ([^"]*)"/;

export function failuresOfOpencode(before: Seen) {
  let { attempts } = before;
  let seen = before;
  let unknownModel: string | undefined;
  return {
    read(line: string, at: Date): LineReport | undefined {
      const model = MODEL_UNKNOWN.exec(line)?.[1];
      if (model !== undefined) unknownModel = model.slice(0, CAUSE_MAX);
      const cause = STREAM_FAILED.exec(line)?.[1]?.slice(0, CAUSE_MAX);
      if (cause === undefined) return undefined;
      const [count, since] = attempts ?? [0, at.toISOString()];
      attempts = [count + 1, since];
      seen = { ...waitingFor(seen, []), attempts };
      if (count + 1 < ATTEMPTS_MAX) return { seen };
      const code = troubleOfProvider({ text: cause }) ?? 'provider_busy';
      return { seen, ended: { ok: false, code, message: cause }, givenUp: true };
    },
    /** The provider has answered. */
    forget(now: Seen): Seen {
      attempts = undefined;
      const { attempts: _, ...others } = now;
      seen = others;
      return seen;
    },
    /** In its words, where it does not know the model. */
    unknownModel: () => unknownModel,
  };
}
