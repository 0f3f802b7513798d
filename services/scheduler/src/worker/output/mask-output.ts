/** Masks credentials in the output of an agent before users can read it. */
import { maskTokens, REDACTED } from '@muster/contracts';

export interface Masker {
  mask(text: string): string;
  /** Length of the longest masked text: output must not be cut within one. */
  readonly longest: number;
}

/** Shorter values could be parts of ordinary words: they are masked only as whole words. */
const ANYWHERE_MIN_CHARS = 8;
const WHOLE_WORD_MIN_CHARS = 4;
const ordinary = /^(?:[A-Za-z]+|\d+)$/;
const ownToken = /\bmst_[a-z]+_[\w.-]+/g;

/** Masks the run's token, the secrets of the configuration and texts in the form of a token. */
export function openMasker(runToken: string, hide: readonly string[]): Masker {
  const secrets = [...new Set([runToken, ...hide])];
  const forms = [...new Set(secrets.flatMap(formsOf))].toSorted((a, b) => b.length - a.length);
  const wholeWords = wholeWordPattern(secrets);
  return {
    longest: forms[0]?.length ?? 0,
    mask(text) {
      const hidden = forms.reduce((masked, form) => masked.replaceAll(form, REDACTED), text);
      const short = wholeWords ? hidden.replace(wholeWords, REDACTED) : hidden;
      return maskTokens(short.replace(ownToken, REDACTED));
    },
  };
}

/** Masks every text in a value. */
export function maskTexts<T>(value: T, mask: Masker['mask']): T {
  const masked = (part: unknown): unknown => {
    if (typeof part === 'string') return mask(part);
    if (Array.isArray(part)) return part.map(masked);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, each]) => [key, masked(each)]));
  };
  return masked(value) as T;
}

/** The secret itself, each of its lines, and its encodings in JSON, URLs and base64. */
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

/** Encoded alone and inside other bytes, at each of the three offsets of a base64 group. */
function base64Of(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const inside = [0, 1, 2].map((before) => {
    const shifted = Buffer.concat([Buffer.alloc(before), bytes]);
    const text = shifted.toString('base64').replace(/=+$/, '');
    // The first and the last character may contain bits of the neighbouring bytes.
    return text.slice(before === 0 ? 0 : before + 1, shifted.length % 3 === 0 ? undefined : -1);
  });
  const all = [bytes.toString('base64'), ...inside];
  return [...all, ...all.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'))];
}

function wholeWordPattern(secrets: readonly string[]): RegExp | undefined {
  const short = secrets.filter(
    ({ length }) => length >= WHOLE_WORD_MIN_CHARS && length < ANYWHERE_MIN_CHARS,
  );
  const words = short.filter((secret) => !ordinary.test(secret));
  if (words.length === 0) return undefined;
  const escaped = words.map((word) => word.replace(/[^\w]/g, '\\$&'));
  return new RegExp(`(?<!\\w)(?:${escaped.join('|')})(?!\\w)`, 'g');
}
