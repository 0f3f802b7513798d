/** Texts of people, agents and attackers. */
import fc, { type Arbitrary } from 'fast-check';

/** Longer texts would find no more, and cost time. */
const LONG = 3_000;
const ORDINARY = 60;

/** Texts that have broken something somewhere. */
const awkward = [
  '@Ada',
  '@ada @Ada,@ADA',
  '`@Ada`',
  '**@Ada**',
  '@',
  '@@@@',
  "' or 1=1 --",
  '"; drop',
  '%',
  '_',
  '\\',
  '\\u0000',
  '$1',
  '{{x}}',
  '${x}',
  '<script>',
  '../../etc/passwd',
  'ﷺ',
  'İ',
  'ß',
  '🧑‍🚀',
  'e\u0301',
  '\u202e',
  '\u00a0',
  '\ufeff',
  '\u2028',
  '\t',
  '\r\n',
  '0',
  '-1',
  'null',
  'true',
  'NaN',
  '1e309',
  'a & | ! (',
  '"unclosed',
  'word:*',
  '-',
  '***',
  '```',
  '~~~',
] as const;

const awkwardText = fc.constantFrom(...awkward);
const ordinary = fc.string({ unit: 'grapheme', maxLength: ORDINARY });
const mixed = fc
  .array(fc.oneof(awkwardText, ordinary), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join(' '));
const long = fc
  .tuple(awkwardText, fc.integer({ min: 100, max: LONG }))
  .map(([text, length]) => text.repeat(Math.ceil(length / text.length)).slice(0, length));

const cut = (text: string, max: number): string => {
  const head = text.slice(0, max);
  return head.isWellFormed() ? head : head.slice(0, -1);
};

export const texts = {
  word: fc
    .string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 12 })
    .filter((text) => !['__proto__', 'constructor', 'prototype'].includes(text)),
  upTo: (max = LONG): Arbitrary<string> =>
    fc
      .oneof(
        { weight: 6, arbitrary: ordinary },
        { weight: 3, arbitrary: mixed },
        { weight: 1, arbitrary: long },
      )
      .map((text) => cut(text, max)),
  json: fc
    .jsonValue({ maxDepth: 3, stringUnit: 'grapheme' })
    .filter((value) => !/"(__proto__|constructor|prototype)":/.test(JSON.stringify(value))),
};
