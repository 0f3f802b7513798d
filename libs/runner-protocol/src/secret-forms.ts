/** The forms in which a secret is looked for in what an agent leaves behind. */

/** Shorter values could be parts of ordinary words: they are looked for only as whole words. */
const ANYWHERE_MIN_CHARS = 8;
const WHOLE_WORD_MIN_CHARS = 4;
const ordinary = /^(?:[A-Za-z]+|\d+)$/;

/** Texts that are the secrets wherever they stand, the longest first. */
export const secretForms = (secrets: readonly string[]): string[] =>
  [...new Set(secrets.flatMap(formsOf))].toSorted((a, b) => b.length - a.length);

/** Secrets that are too short for that: they count as whole words. */
export const shortSecrets = (secrets: readonly string[]): string[] =>
  [...new Set(secrets)].filter(
    (secret) =>
      secret.length >= WHOLE_WORD_MIN_CHARS &&
      secret.length < ANYWHERE_MIN_CHARS &&
      !ordinary.test(secret),
  );

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
