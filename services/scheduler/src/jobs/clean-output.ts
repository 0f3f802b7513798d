/** What an agent prints is shown to people: its credentials are masked first. */
import { maskTokens, REDACTED } from '@muster/contracts';

export interface Cleaner {
  clean(text: string): string;
  /** Longest text that is looked for; output that is cut must not cut one in two. */
  readonly longest: number;
}

/** Shorter values could be parts of ordinary words; they are masked where they stand alone. */
const ANYWHERE_MIN_CHARS = 8;
const ALONE_MIN_CHARS = 4;
const ordinary = /^(?:[A-Za-z]+|\d+)$/;
const ownToken = /\bmst_[a-z]+_[\w.-]+/g;

/** Masks the run's token, what the configuration hides, and whatever has a token's shape. */
export function openCleaner(runToken: string, hide: readonly string[]): Cleaner {
  const secrets = [...new Set([runToken, ...hide])];
  const forms = [...new Set(secrets.flatMap(formsOf))].toSorted((a, b) => b.length - a.length);
  const alone = standingAlone(secrets);
  return {
    longest: forms[0]?.length ?? 0,
    clean(text) {
      const hidden = forms.reduce((clean, form) => clean.replaceAll(form, REDACTED), text);
      const short = alone ? hidden.replace(alone, REDACTED) : hidden;
      return maskTokens(short.replace(ownToken, REDACTED));
    },
  };
}

/** As it is, line by line where it has lines, and as JSON, addresses and base64 write it. */
function formsOf(secret: string): string[] {
  const forms = [
    secret,
    ...secret.split('\n').map((line) => line.trim()),
    JSON.stringify(secret).slice(1, -1),
    ...(secret.isWellFormed() ? [encodeURIComponent(secret)] : []),
    ...base64Of(secret),
  ];
  return secret.length < ANYWHERE_MIN_CHARS
    ? []
    : forms.filter((form) => form.length >= ANYWHERE_MIN_CHARS);
}

/** Alone and in the middle of something else: what begins at each of three places in a group. */
function base64Of(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const inside = [0, 1, 2].map((before) => {
    const shifted = Buffer.concat([Buffer.alloc(before), bytes]);
    const text = shifted.toString('base64').replace(/=+$/, '');
    // The first and the last letter may hold bits of what stands around it.
    return text.slice(before === 0 ? 0 : before + 1, shifted.length % 3 === 0 ? undefined : -1);
  });
  const all = [bytes.toString('base64'), ...inside];
  return [...all, ...all.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'))];
}

function standingAlone(secrets: readonly string[]): RegExp | undefined {
  const short = secrets.filter(({ length }) =>
    length >= ALONE_MIN_CHARS && length < ANYWHERE_MIN_CHARS);
  const words = short.filter((secret) => !ordinary.test(secret));
  if (words.length === 0) return undefined;
  const escaped = words.map((word) => word.replace(/[^\w]/g, '\\$&'));
  return new RegExp(`(?<!\\w)(?:${escaped.join('|')})(?!\\w)`, 'g');
}
