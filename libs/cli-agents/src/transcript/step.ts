/**
 * What a coding agent did, as its lines of output show it. Texts are as they were written, but bounded: whoever
 * shows them writes out characters that hide or reorder others.
 */
import { cutText } from '@muster/contracts/cut-text';
import { fieldsOf, stringOf, type Fields } from '../fields.ts';
import type { ModelTokens } from '../line-report.ts';

/** Longest text of one step, in characters; the raw output has the rest. */
const STEP_TEXT_MAX = 20_000;
/** Longest name of a tool, and of a file that a call names. */
const WORD_MAX = 300;

export interface Call {
  /** Empty where the program gives none. */
  readonly id: string;
  readonly tool: string;
  /** What it is about, in one line: a command, a file, an address. */
  readonly about: string;
  /** All that it was called with. */
  readonly input: string;
  /** Paths that it changes if it succeeds. */
  readonly files: readonly string[];
}

/** What a call has come to. */
export interface Outcome {
  readonly isOk: boolean;
  readonly text: string;
}

export type Step = { readonly at?: string | undefined } & (
  | { readonly kind: 'turn' }
  | { readonly kind: 'said'; readonly text: string; readonly goesOn: boolean; readonly by: Speaker }
  | ({ readonly kind: 'called'; readonly isOfHelper: boolean } & Call)
  | ({ readonly kind: 'answered'; readonly id: string; readonly call?: Call } & Outcome)
  | { readonly kind: 'noted'; readonly isTrouble: boolean; readonly text: string }
  | ({ readonly kind: 'used'; readonly of: 'step' | 'session' | 'run' } & Used)
);

/** A helper is an agent that the agent has started within its run. */
export type Speaker = 'agent' | 'thought' | 'helper';

export interface Used extends ModelTokens {
  readonly costUsd?: number | undefined;
}

export const longText = (value: unknown): string => cutText(stringOf(value) ?? '', STEP_TEXT_MAX);

export const word = (value: unknown): string =>
  cutText(stringOf(value) ?? '', WORD_MAX)
    .replaceAll(/\s+/g, ' ')
    .trim();

/** A value as JSON that people read; empty where it is nothing, or nested too deeply to be written. */
export function jsonText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return longText(value);
  try {
    return longText(JSON.stringify(value, null, 2));
  } catch {
    return '';
  }
}

/** Names under which tools take what they are about, the most telling first. */
const ABOUT = [
  'command',
  'file_path',
  'filePath',
  'path',
  'absolute_path',
  'notebook_path',
  'pattern',
  'query',
  'url',
  'description',
  'name',
] as const;
const PATHS = ['file_path', 'filePath', 'absolute_path', 'notebook_path', 'path'] as const;
/** Tools of the programs that change files; a tool of the same name in another program does the same. */
const CHANGES = new Set([
  'edit',
  'multiedit',
  'write',
  'notebookedit',
  'write_file',
  'replace',
  'patch',
]);

export function callOf(id: unknown, tool: unknown, input: unknown): Call {
  const fields = fieldsOf(input);
  const first = (names: readonly string[]): string =>
    names.map((name) => word(fields[name])).find((each) => each !== '') ?? '';
  const name = word(tool) || 'tool';
  const path = CHANGES.has(name.toLowerCase()) ? first(PATHS) : '';
  const isEmpty = Object.keys(fields).length === 0;
  return {
    id: word(id),
    tool: name,
    about: first(ABOUT),
    input: isEmpty && typeof input !== 'string' ? '' : jsonText(input),
    files: path === '' ? [] : [path],
  };
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;
/** The last millisecond that a date can hold with room to spare. */
const MS_MAX = 1e14;

/** When the program says that it wrote the line, in ISO. */
export function momentOf({ timestamp }: Fields): string | undefined {
  if (typeof timestamp === 'number' && timestamp > 0 && timestamp < MS_MAX)
    return new Date(timestamp).toISOString();
  const text = stringOf(timestamp)?.slice(0, 40);
  return text !== undefined && MOMENT.test(text) && !Number.isNaN(Date.parse(text))
    ? text
    : undefined;
}
