/**
 * A form over an open object: what is shown of it, and which keys somebody has touched. Only those are
 * sent, so that a change collides with nothing else, and null takes a key away.
 */
export type FieldKind =
  | 'text'
  | 'long'
  | 'secret'
  | 'number'
  | 'choice'
  | 'agent'
  | 'switch'
  | 'lines'
  | 'pairs';

export interface FormField {
  readonly path: readonly string[];
  readonly kind: FieldKind;
  readonly hint: string;
  readonly required: boolean;
  readonly label?: string;
  readonly min?: number;
  readonly max?: number;
  readonly options?: readonly string[];
  /** The words of the options, where they are not words themselves. */
  readonly words?: Readonly<Record<string, string>>;
  /** Of an agent: who cannot be chosen. */
  readonly except?: string | undefined;
  /** What counts where nothing is set. */
  readonly fallback?: string;
  /** The key cannot be taken away: emptied, it gets its fallback. */
  readonly isKept?: boolean;
  /** The object that it is in is replaced by what is sent, so that is sent whole. */
  readonly isOfWhole?: boolean;
}

export interface AdapterForm {
  readonly summary: string;
  readonly fields: readonly FormField[];
}

/** Name and value; a stored value is masked, and what is sent back masked stays as it is. */
export type Pair = readonly [name: string, value: string];
export type Entry = string | readonly Pair[];
/** What a form shows, by the path of a field. */
export type Draft = Readonly<Record<string, Entry>>;
export type Open = Readonly<Record<string, unknown>>;

export const nameOf = ({ path }: Pick<FormField, 'path'>): string => path.join('.');

const isOpen = (value: unknown): value is Open =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const valueAt = (path: readonly string[], object: unknown): unknown =>
  path.reduce((value, key) => (isOpen(value) ? value[key] : undefined), object);

export const draftOf = (fields: readonly FormField[], object: Open): Draft =>
  Object.fromEntries(fields.map((field) => [nameOf(field), entryOf(field, object)]));

function entryOf({ kind, path, fallback = '' }: FormField, object: Open): Entry {
  const value = valueAt(path, object);
  if (kind === 'switch' && value === undefined) return fallback;
  if (kind === 'pairs') {
    return isOpen(value) ? Object.entries(value).map(([name, each]) => [name, textOf(each)]) : [];
  }
  if (Array.isArray(value)) return value.map(textOf).join('\n');
  return value === undefined || value === null ? '' : textOf(value);
}

/** A reference to a secret as it is written inside a text. */
const textOf = (value: unknown): string => {
  if (isOpen(value) && typeof value['secretRef'] === 'string') {
    return `{{secret:${value['secretRef']}}}`;
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** The touched fields as an object of the same shape; undefined if there are none. */
export function patchOf(
  fields: readonly FormField[],
  object: Open,
  draft: Draft,
): Open | undefined {
  const before = draftOf(fields, object);
  const touched = fields.filter(
    (field) => JSON.stringify(draft[nameOf(field)]) !== JSON.stringify(before[nameOf(field)]),
  );
  if (touched.length === 0) return undefined;
  return touched.reduce<Open>((patch, field) => {
    const value = sentOf(field, object, draft[nameOf(field)]);
    return field.isOfWhole === true
      ? withWhole(patch, field.path, { value, object })
      : withValue(patch, field.path, value);
  }, {});
}

/** With the other values of its object as they are; an object without any is taken away. */
function withWhole(
  patch: Open,
  path: readonly string[],
  { value, object }: { readonly value: unknown; readonly object: Open },
): Open {
  const [above, key = ''] = [path.slice(0, -1), path.at(-1)];
  const now = valueAt(above, patch) ?? valueAt(above, object);
  const isEmpty = value === null || (Array.isArray(value) && value.length === 0);
  const { [key]: _, ...others } = isOpen(now) ? now : {};
  const whole = isEmpty ? others : { ...others, [key]: value };
  return withValue(patch, above, Object.keys(whole).length > 0 ? whole : null);
}

function sentOf(field: FormField, object: Open, entry: Entry = ''): unknown {
  if (typeof entry !== 'string') {
    const now = valueAt(field.path, object);
    const current = isOpen(now) ? now : {};
    const pairs = entry.filter(([name]) => name.trim() !== '');
    return Object.fromEntries(
      pairs.map(([name, text]) => [
        name.trim(),
        textOf(current[name]) === text ? current[name] : text,
      ]),
    );
  }
  if (entry.trim() === '' && field.kind !== 'switch') {
    if (field.isKept === true && field.fallback !== undefined) return typed(field, field.fallback);
    return field.kind === 'lines' ? [] : null;
  }
  return typed(field, entry);
}

function typed({ kind }: FormField, text: string): unknown {
  if (kind === 'switch') return text === 'true';
  if (kind === 'number') return Number(text);
  if (kind === 'lines') return text.replace(/\n+$/, '').split('\n');
  return kind === 'long' ? text : text.trim();
}

function withValue(object: Open, [key = '', ...rest]: readonly string[], value: unknown): Open {
  if (rest.length === 0) return { ...object, [key]: value };
  const inner = object[key];
  return { ...object, [key]: withValue(isOpen(inner) ? inner : {}, rest, value) };
}

/** What the object becomes: null takes a key away, and objects within are merged to the depth of fields. */
export function patched(fields: readonly FormField[], object: Open, patch: Open): Open {
  return fields.reduce<Open>((result, { path }) => {
    const value = valueAt(path, patch);
    return value === undefined ? result : withValue(result, path, value);
  }, object);
}
