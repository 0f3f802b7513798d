/**
 * Finds secrets in JSON. Masking of output and extraction from input share this rule. A text is a
 * secret if its key suggests one, if it has the shape of a token, or if it is a value of an
 * environment or of headers, which hold secrets under any name. References to stored secrets are
 * `{"secretRef": "<id or name>"}`, or `{{secret:<id or name>}}` inside a text.
 */

/** Replaces a secret in all output. */
export const REDACTED = '***';

export interface SecretFound {
  /** A secret value, or a reference to a stored secret. */
  readonly kind: 'value' | 'reference';
  /** The secret value, or the id or name in the reference. */
  readonly text: string;
  readonly path: readonly string[];
  /** Whether it is a part of the text at that path, not all of it. */
  readonly inText: boolean;
  /** False if only its place among headers or variables suggests a secret. */
  readonly isCertain: boolean;
}

/** Returns the replacement; for a part of a text, a text. */
export type ReplaceSecret = (found: SecretFound) => unknown;

type Suspicion = 'certain' | 'possible' | undefined;
interface Walk {
  readonly replace: ReplaceSecret;
  /** Keys of the outermost object whose values are always secret. */
  readonly declared: readonly string[];
}
type Path = readonly string[];
type Fields = Readonly<Record<string, unknown>>;

/** The same JSON with every secret and every reference replaced. */
export const mapSecrets = (
  value: unknown,
  replace: ReplaceSecret,
  declared: readonly string[] = [],
): unknown => walk({ replace, declared }, value, [], undefined);

/** Masks tokens in a text that is not JSON, such as the output of a program. */
export const maskTokens = (text: string): string =>
  text.replace(inText, (part: string, name: string | undefined) =>
    name === undefined ? REDACTED : part,
  );

/** Keeps a reference as it is. */
export const unchangedReference = ({ text, inText }: SecretFound): unknown =>
  inText ? `{{secret:${text}}}` : { secretRef: text };

/** The id or name in a reference. */
export const referenceName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

const secretWords = [
  'pass(word|phrase)?',
  'secret',
  'token',
  'api[-_]?key',
  'credential',
  'private[-_]?key',
  'authorization',
  'cookie',
  '^auth$',
];
const secretKey = new RegExp(`(${secretWords.join('|')})`, 'i');
const secretContainer = /^(env|environment|headers)$/i;

const secretShape = new RegExp(
  '^(?:(?:mst_[a-z]{1,20}_|sk-|gh[opsru]_|github_pat_|glpat-|xox[abprs]-|AKIA)\\S*|' +
    'eyJ[\\w-]+\\.eyJ\\S*|-----BEGIN [^]*)$',
);

/** Long enough not to match ordinary words in a prompt. */
const shapesInText = [
  'mst_[a-z]{1,20}_[\\w.-]{8,}',
  'sk-[\\w-]{16,}',
  '[sr]k_(?:live|test)_\\w{10,}',
  'gh[opsru]_\\w{16,}',
  'github_pat_\\w{16,}',
  'glpat-[\\w-]{16,}',
  'xox[abprs]-[\\w-]{10,}',
  'AKIA[A-Z0-9]{12,}',
  'AIza[\\w-]{30,}',
  'npm_\\w{30,}',
  'hf_\\w{20,}',
  'eyJ[\\w-]{8,}\\.eyJ[\\w-]{8,}\\.[\\w-]+',
];
/** A token starts at a word boundary, which keeps the search linear in long words. */
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

/** What needs no replacement is returned as it is, since most of what passes through here has no secret. */
function walk(how: Walk, value: unknown, path: Path, suspicion: Suspicion): unknown {
  if (typeof value === 'string') return inString(how, value, path, suspicion);
  // Numbers stay: `inputTokens` is a count, and no secret of use is a number.
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) {
    const items = value.map((item, index) => walk(how, item, [...path, String(index)], suspicion));
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  const name = nameInReference(value);
  if (name !== undefined) {
    const isCertain = suspicion === 'certain';
    return how.replace({ kind: 'reference', text: name, path, inText: false, isCertain });
  }
  return inFields(how, value as Fields, path, suspicion);
}

function inFields(how: Walk, fields: Fields, path: Path, suspicion: Suspicion): Fields {
  let changed: Map<string, unknown> | undefined;
  for (const key of Object.keys(fields)) {
    const inner = fields[key];
    const walked = walk(how, inner, [...path, key], suspicionOf(how, key, path, suspicion));
    if (walked !== inner) (changed ??= new Map()).set(key, walked);
  }
  if (!changed && isPlain(fields)) return fields;
  return Object.fromEntries(
    Object.entries(fields).map(([key, inner]) => [
      key,
      changed?.has(key) ? changed.get(key) : inner,
    ]),
  );
}

/** Of anything else only its fields are taken, since its own form in JSON may show what they do not. */
const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

function suspicionOf({ declared }: Walk, key: string, path: Path, above: Suspicion): Suspicion {
  if (above === 'certain') return above;
  if (secretContainer.test(key)) return 'possible';
  return secretKey.test(key) || (path.length === 0 && declared.includes(key)) ? 'certain' : above;
}

function inString({ replace }: Walk, value: string, path: Path, suspicion: Suspicion): unknown {
  if (value === '' || value === REDACTED) return value;
  const isShaped = secretShape.test(value);
  // The rest of a text with a reference is not secret: its author used the reference for that.
  if ((suspicion || isShaped) && !embedded.test(value)) {
    const isCertain = suspicion === 'certain' || isShaped;
    return replace({ kind: 'value', text: value, path, inText: false, isCertain });
  }
  return value.replace(inText, (part: string, name: string | undefined) => {
    const found =
      name === undefined
        ? ({ kind: 'value', text: part } as const)
        : ({ kind: 'reference', text: name } as const);
    return String(replace({ ...found, path, inText: true, isCertain: true }));
  });
}

/** The name in an object that is only a reference: other keys would not be masked. */
function nameInReference(value: object): string | undefined {
  if (!Object.hasOwn(value, 'secretRef') || Object.keys(value).length > 1) return undefined;
  const { secretRef: name } = value as { secretRef: unknown };
  if (typeof name !== 'string') return undefined;
  return referenceName.test(name) && !secretShape.test(name) ? name : undefined;
}
