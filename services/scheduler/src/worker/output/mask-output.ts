/** Masks credentials in the output of an agent before users can read it. */
import { maskTokens, REDACTED } from '@muster/contracts';
import { secretForms, shortSecrets } from '@muster/runner-protocol';

export interface Masker {
  mask(text: string): string;
  /** Length of the longest masked text: output must not be cut within one. */
  readonly longest: number;
}

const ownToken = /\bmst_[a-z]+_[\w.-]+/g;

/** Masks the run's token, the secrets of the configuration and texts in the form of a token. */
export function openMasker(runToken: string, hide: readonly string[]): Masker {
  const secrets = [...new Set([runToken, ...hide])];
  const forms = secretForms(secrets);
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

function wholeWordPattern(secrets: readonly string[]): RegExp | undefined {
  const words = shortSecrets(secrets);
  if (words.length === 0) return undefined;
  const escaped = words.map((word) => word.replace(/[^\w]/g, '\\$&'));
  return new RegExp(`(?<!\\w)(?:${escaped.join('|')})(?!\\w)`, 'g');
}
