/** Tables and records as text. */
import { formatted, type Names } from './format.ts';

interface Column {
  readonly head: string;
  readonly path: string;
  readonly format: string | undefined;
}

const GAP = '  ';
/** A column that is wider is cut, but for the last one. */
const WIDTH_MAX = 60;

/** `path`, `head=path` or `head=path:format`. */
export function columnOf(spec: string): Column {
  const [, head, path = '', format] = /^(?:([^=]+)=)?([^:]+)(?::(\w+))?$/.exec(spec) ?? [];
  return { head: head ?? path, path, format };
}

/** @param width of the terminal; undefined where no line is to be cut */
export function tableOf(
  specs: readonly string[],
  rows: readonly unknown[],
  names: Names,
  width: number | undefined,
): string {
  const columns = specs.map(columnOf);
  const cells = rows.map((row) => columns.map((column) => cellOf(row, column, names)));
  const heads = columns.map(({ head }) => head.toUpperCase());
  const widths = heads.map((head, at) =>
    Math.min(WIDTH_MAX, Math.max(...[head, ...cells.map((line) => line[at] ?? '')].map(lengthOf))),
  );
  const lines = [heads, ...cells].map((line) => {
    const last = line.length - 1;
    const text = line
      .map((cell, at) => (at === last ? cell : padded(cut(cell, WIDTH_MAX), widths[at] ?? 0)))
      .join(GAP)
      .trimEnd();
    return width === undefined ? text : cut(text, width);
  });
  return `${lines.join('\n')}\n`;
}

/** What a record has, a line each; what it lacks is left out. */
export function recordOf(specs: readonly string[], record: unknown, names: Names): string {
  const lines = specs
    .map(columnOf)
    .map((column) => [column.head, cellOf(record, column, names)] as const)
    .filter(([, text]) => text !== '');
  const width = Math.max(0, ...lines.map(([head]) => head.length));
  return lines.map(([head, text]) => `${head.padEnd(width)}${GAP}${text}\n`).join('');
}

const cellOf = (row: unknown, { path, format }: Column, names: Names): string =>
  formatted(valueAt(row, path), format, names);

/** `a.b` of a record; `.` is the record. */
export function valueAt(row: unknown, path: string): unknown {
  if (path === '.') return row;
  return path
    .split('.')
    .reduce<unknown>((at, key) => (Object(at) as Readonly<Record<string, unknown>>)[key], row);
}

const characters = new Intl.Segmenter();
const lengthOf = (text: string): number => [...characters.segment(text)].length;
const padded = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - lengthOf(text)));

function cut(text: string, width: number): string {
  const all = [...characters.segment(text)];
  if (all.length <= width) return text;
  return `${all
    .slice(0, Math.max(0, width - 1))
    .map(({ segment }) => segment)
    .join('')}…`;
}
