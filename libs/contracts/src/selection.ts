/**
 * What a client asks to see of an answer, since an agent pays for each field as tokens. Every
 * operation whose answer is a record or a list of records takes the same parameters; an operation
 * that reads less where less is asked for has them in its own input.
 */
import { z } from 'zod';
import { compactForms } from './compact-forms.ts';
import { cutText } from './cut-text.ts';
import { isWrite, type Operation } from './define.ts';

/** Below it, names and ids would be cut. */
export const TEXT_MIN = 100;
export const TEXT_MAX = 65_536;
const FIELDS_MAX = 60;

/** What a client needs of the answer to a write: what it is about, and how it stands now. */
const MINIMAL = [
  'id',
  'identifier',
  'status',
  'version',
  'revision',
  'mentions',
  'unresolvedMentions',
  'note',
  'budget',
];

export interface Selection {
  readonly view?: 'full' | 'compact' | undefined;
  /** Exactly these fields, instead of a view. */
  readonly fields?: readonly string[] | undefined;
  readonly nulls?: 'keep' | 'omit' | undefined;
  /** Longest text, in characters; longer ones are cut, and `more` has their lengths. */
  readonly maxText?: number | undefined;
}

/** What can be selected of the answers of an operation. */
export interface Selectable {
  readonly parameters: z.ZodObject;
  /** Of the record, or of each record of the list. */
  readonly fields: readonly string[];
  /** Of the compact view; absent where it has every field: one record is read for what it says. */
  readonly compact?: readonly string[] | undefined;
  /** Of the answer to a write that prefers a minimal one; absent for a read. */
  readonly minimal?: readonly string[] | undefined;
  readonly shape: Shape;
}

/**
 * Where records are in an answer. A field without a shape is passed on as it is: JSON of any shape,
 * such as `payload`, in which a null means something.
 */
export interface Shape {
  readonly [field: string]: Shape | undefined;
}

/**
 * @returns undefined for an answer that is no record, such as a text or a stream, for one with a
 * secret, which is shown whole or not at all, and for one that needs no credential
 */
export function selectableOf(op: Operation): Selectable | undefined {
  const record = recordIn(op.output);
  if (!record || op.produces || op.live || op.secretAnswer) return undefined;
  if (op.who.includes('public')) return undefined;
  const fields = Object.keys(record.shape);
  const parameters = Object.entries(parametersFor(fields)).filter(
    ([name]) => !(name in op.input.shape),
  );
  const minimal = MINIMAL.filter((name) => fields.includes(name));
  const isOneToRead = !isWrite(op) && op.output._zod.def.type === 'object';
  return {
    parameters: z.object(Object.fromEntries(parameters)),
    fields,
    compact: isOneToRead ? compactFormOf(record) : compactFieldsOf(fields),
    minimal: isWrite(op) && minimal.includes('id') ? minimal : undefined,
    shape: shapeOf(record),
  };
}

const parametersFor = (fields: readonly string[]): z.ZodRawShape => ({
  view: z.enum(['full', 'compact']).optional(),
  fields: z.array(z.enum(fields)).min(1).max(FIELDS_MAX).optional(),
  nulls: z.enum(['keep', 'omit']).optional(),
  maxText: z.int().min(TEXT_MIN).max(TEXT_MAX).optional(),
});

/** One record is read for what it says: only a form of its own leaves anything out. */
const compactFormOf = (record: z.ZodObject): readonly string[] | undefined =>
  compactForms.find(({ of, isWhole }) => isWhole && of === record)?.fields;

/** The fields of the largest record that the answer has as a whole. */
function compactFieldsOf(fields: readonly string[]): readonly string[] | undefined {
  const forms = compactForms.filter(({ of }) =>
    Object.keys(of.shape).every((name) => fields.includes(name)),
  );
  const size = ({ of }: { of: z.ZodObject }): number => Object.keys(of.shape).length;
  return forms.toSorted((one, other) => size(other) - size(one))[0]?.fields;
}

interface Definition {
  readonly type: string;
  readonly innerType?: z.core.$ZodType;
  readonly element?: z.core.$ZodType;
}

/** The object that a schema describes, or that each item of its list is. */
function recordIn(schema: z.core.$ZodType): z.ZodObject | undefined {
  const { type, innerType, element } = schema._zod.def as Definition;
  if (innerType) return recordIn(innerType);
  if (type === 'array' && element) return recordIn(element);
  return schema instanceof z.ZodObject ? schema : undefined;
}

/** A record may hold records of its own kind, as a manager has reports. */
function shapeOf(record: z.ZodObject, known = new Map<z.ZodObject, Shape>()): Shape {
  const found = known.get(record);
  if (found) return found;
  const shape: Record<string, Shape | undefined> = {};
  known.set(record, shape);
  for (const [name, field] of Object.entries(record.shape)) {
    const inner = recordIn(field as z.core.$ZodType);
    shape[name] = inner && shapeOf(inner, known);
  }
  return shape;
}

type Row = Readonly<Record<string, unknown>>;

/** Applies a selection to an answer, or to each record of a list. */
export function selectFrom(
  { compact, shape }: Selectable,
  { view, fields, nulls, maxText }: Selection,
  answer: unknown,
): unknown {
  const isCompact = view === 'compact' && fields === undefined;
  const chosen = fields ?? (isCompact ? compact : undefined);
  const omitNulls = nulls === 'omit' || (isCompact && nulls !== 'keep');
  const select = (row: Row): Row => {
    const picked = chosen ? pick(row, chosen) : row;
    return shorten(picked, shape, { omitNulls, maxText: maxText ?? Infinity });
  };
  return Array.isArray(answer) ? answer.map(select) : select(answer as Row);
}

const pick = (row: Row, fields: readonly string[]): Row =>
  Object.fromEntries(fields.flatMap((name) => (name in row ? [[name, row[name]]] : [])));

interface Limits {
  readonly omitNulls: boolean;
  readonly maxText: number;
}

function shorten(row: Row, shape: Shape, limits: Limits): Row {
  const shown: Record<string, unknown> = {};
  const more: Record<string, number> = {};
  for (const [name, value] of Object.entries(row)) {
    if (value === null && limits.omitNulls) continue;
    if (typeof value === 'string' && value.length > limits.maxText) {
      shown[name] = cutText(value, limits.maxText);
      more[name] = value.length;
    } else shown[name] = shortenField(value, shape[name], limits);
  }
  return Object.keys(more).length === 0 ? shown : { ...shown, more };
}

function shortenField(value: unknown, shape: Shape | undefined, limits: Limits): unknown {
  if (!shape || typeof value !== 'object' || value === null) return value;
  if (!Array.isArray(value)) return shorten(value as Row, shape, limits);
  return value.map((item) => shortenField(item, shape, limits));
}
