/** Prints answers in the form that was asked for: for people, or for programs. */
import type { Form, Globals } from '../table/command.ts';
import { formatted, type Names } from './format.ts';
import { recordOf, tableOf, valueAt } from './table.ts';
import { jsonOf, seen } from './words.ts';

export const print = (text: string): void => {
  process.stdout.write(text);
};
export const printLine = (text: string): void => print(`${text}\n`);

/** A note to the person, where the answer is for a program. */
export const note = (text: string): void => {
  process.stderr.write(`${seen(text)}\n`);
};

/** Whether names are worth asking for: programs get ids. */
export const isForPeople = ({ json, jsonl, quiet }: Globals): boolean => !json && !jsonl && !quiet;

export function showAnswer(answer: unknown, form: Form, globals: Globals, names: Names): void {
  const rows = Array.isArray(answer) ? answer : [answer];
  if (globals.quiet) return rows.forEach((row) => printId(row));
  if (globals.jsonl) return rows.forEach((row) => printLine(jsonOf(row)));
  if (globals.json) return printLine(jsonOf(answer, 2));
  if (answer === undefined && !('sentence' in form)) return;
  if ('columns' in form) {
    if (rows.length === 0) return note('Nothing.');
    return print(tableOf(form.columns, rows, names, widthOfTerminal()));
  }
  if ('lines' in form) return showRecord(answer, form, names);
  printLine(sentenceOf(form.sentence, answer, names));
}

/** Undefined where the output is a file or a pipe, whose reader is to get whole lines. */
const widthOfTerminal = (): number | undefined =>
  process.stdout.isTTY ? process.stdout.columns : undefined;

function printId(row: unknown): void {
  if (typeof row === 'string') return printLine(seen(row));
  const { id, runId, agent } = Object(row) as Readonly<Record<string, unknown>>;
  // A hire answers with its agent and its approval.
  const known = id ?? runId ?? (Object(agent) as { readonly id?: unknown }).id;
  if (typeof known === 'string') printLine(seen(known));
}

function showRecord(
  record: unknown,
  { lines, texts = [] }: Extract<Form, { readonly lines: readonly string[] }>,
  names: Names,
): void {
  print(recordOf(lines, record, names));
  for (const path of texts) {
    const text = valueAt(record, path);
    if (typeof text === 'string' && text !== '') print(`\n${seen(text).trimEnd()}\n`);
  }
}

const sentenceOf = (sentence: string, answer: unknown, names: Names): string =>
  sentence.replaceAll(/\{([\w.]+)(?::(\w+))?\}/g, (_, path: string, format?: string) =>
    formatted(valueAt(answer, path), format, names),
  );
