/**
 * Where secrets stand in JSON: the one rule behind masking what leaves and taking out what comes
 * in. A text is a secret when its key says so, when it has the shape of one, or when it stands
 * among the values of an environment or of headers, which hold secrets under any name. A stored
 * secret is meant by `{"secretRef": "<id or name>"}`, or by `{{secret:<id or name>}}` in a text.
 */

/** Stands for a secret wherever one would be seen. */
export const REDACTED = '***';

export interface SecretFound {
  /** The secret itself, or a reference to one that is stored. */
  readonly kind: 'value' | 'reference';
  /** The secret, or what the reference names. */
  readonly text: string;
  readonly path: readonly string[];
  /** It is a part of the text at that path, not the whole. */
  readonly inText: boolean;
  /** False where only its place among headers or variables speaks for it. */
  readonly sure: boolean;
}

/** Gives what stands there instead; of a part of a text, a text. */
export type OnSecret = (found: SecretFound) => unknown;

type Suspicion = 'sure' | 'unsure' | undefined;
interface Walk {
  readonly on: OnSecret;
  /** Keys of the outermost object whose values are secret whatever they look like. */
  readonly declared: readonly string[];
}
type Path = readonly string[];

/** The same JSON with every secret and every reference replaced. */
export const mapSecrets = (
  value: unknown,
  on: OnSecret,
  declared: readonly string[] = [],
): unknown => walk({ on, declared }, value, [], undefined);

/** Masks what has the shape of a token in a text that is not JSON, such as a program's output. */
export const maskTokens = (text: string): string =>
  text.replace(inText, (part: string, name: string | undefined) =>
    name === undefined ? REDACTED : part);

/** Leaves a reference as it stands. */
export const sameReference = ({ text, inText }: SecretFound): unknown =>
  inText ? `{{secret:${text}}}` : { secretRef: text };

/** What may stand in a reference: an id or the name of a secret. */
export const referenceName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

const secretWords = [
  'pass(word|phrase)?', 'secret', 'token', 'api[-_]?key', 'credential', 'private[-_]?key',
  'authorization', 'cookie',
];
const secretKey = new RegExp(`(${secretWords.join('|')})`, 'i');
const secretContainer = /^(env|environment|headers)$/i;

const secretShape = new RegExp(
  '^(?:(?:mst_[a-z]{1,20}_|sk-|gh[opsru]_|github_pat_|glpat-|xox[abprs]-|AKIA)\\S*|' +
    'eyJ[\\w-]+\\.eyJ\\S*|-----BEGIN [^]*)$',
);

/** Long enough to be told from ordinary words; a token in the middle of a prompt, say. */
const shapesInText = [
  'mst_[a-z]{1,20}_[\\w.-]{8,}', 'sk-[\\w-]{16,}', '[sr]k_(?:live|test)_\\w{10,}',
  'gh[opsru]_\\w{16,}', 'github_pat_\\w{16,}', 'glpat-[\\w-]{16,}', 'xox[abprs]-[\\w-]{10,}',
  'AKIA[A-Z0-9]{12,}', 'AIza[\\w-]{30,}', 'npm_\\w{30,}', 'hf_\\w{20,}',
  'eyJ[\\w-]{8,}\\.eyJ[\\w-]{8,}\\.[\\w-]+',
];
/** No token begins inside a word, so a long word is looked at once. */
const tokenInText = `(?<![\\w-])(?:${shapesInText.join('|')})`;
const keyInText =
  '-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----[^]*?(?:-----END [A-Z0-9 ]*PRIVATE KEY-----|$)';
const passwordOfAddress = '(?<=://[^\\s/:@]*:)(?:(?!\\{\\{)[^\\s/@])+(?=@)';
const credentialOfHeader = '(?<=\\b(?:[Bb]earer|[Bb]asic) )(?=\\S*\\d)[\\w.~+/=-]{16,}';
const inText = new RegExp(
  `\\{\\{\\s*secret:([\\w.-]+)\\s*\\}\\}|${tokenInText}|${keyInText}|${passwordOfAddress}|` +
    credentialOfHeader,
  'g',
);
const embedded = /\{\{\s*secret:[\w.-]+\s*\}\}/;

export const refersToSecret = (text: string): boolean => embedded.test(text);

function walk(how: Walk, value: unknown, path: Path, suspicion: Suspicion): unknown {
  if (typeof value === 'string') return inString(how, value, path, suspicion);
  if (Array.isArray(value)) {
    return value.map((item, index) => walk(how, item, [...path, String(index)], suspicion));
  }
  // Numbers stay: `inputTokens` is a count, and no secret of use is a number.
  if (value === null || typeof value !== 'object') return value;
  const name = nameInReference(value);
  if (name !== undefined) {
    const sure = suspicion === 'sure';
    return how.on({ kind: 'reference', text: name, path, inText: false, sure });
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key, walk(how, inner, [...path, key], suspicionOf(how, key, path, suspicion)),
    ]),
  );
}

function suspicionOf({ declared }: Walk, key: string, path: Path, above: Suspicion): Suspicion {
  if (above === 'sure') return above;
  if (secretContainer.test(key)) return 'unsure';
  return secretKey.test(key) || (path.length === 0 && declared.includes(key)) ? 'sure' : above;
}

function inString({ on }: Walk, value: string, path: Path, suspicion: Suspicion): unknown {
  if (value === '' || value === REDACTED) return value;
  const isShaped = secretShape.test(value);
  // Who puts a reference into a text has written the rest of it to be seen.
  if ((suspicion || isShaped) && !embedded.test(value)) {
    const sure = suspicion === 'sure' || isShaped;
    return on({ kind: 'value', text: value, path, inText: false, sure });
  }
  return value.replace(inText, (part: string, name: string | undefined) => {
    const found = name === undefined
      ? ({ kind: 'value', text: part } as const)
      : ({ kind: 'reference', text: name } as const);
    return String(on({ ...found, path, inText: true, sure: true }));
  });
}

/** Nothing but the name of a secret: anything else beside it would be seen with it. */
function nameInReference(value: object): string | undefined {
  const [[key, name] = [], ...others] = Object.entries(value);
  if (key !== 'secretRef' || others.length > 0 || typeof name !== 'string') return undefined;
  return referenceName.test(name) && !secretShape.test(name) ? name : undefined;
}
