/**
 * A command of `muster` as data. The program, its help, the completion of shells and the reference page are made
 * from the same table, so none of them can have a command that another one lacks.
 */
import type { OperationName } from '@muster/client';

/** What a person may name in place of an id: a name, a url key, or the identifier of an issue. */
export type Kind = 'agent' | 'company' | 'goal' | 'issue' | 'label' | 'project' | 'secret';

export interface Argument {
  readonly name: string;
  readonly says: string;
  readonly isOptional?: true;
  /** All that follow are its values. */
  readonly isRest?: true;
  /** The field of the operation, where it is not called like the argument. */
  readonly field?: string;
  readonly is?: Kind;
}

export interface Flag {
  /** Without its dashes. */
  readonly name: string;
  readonly short?: string;
  /** The word for its value; without it the flag has none. */
  readonly value?: string;
  readonly says: string;
  readonly field?: string;
  readonly is?: Kind;
  /** May be given several times, or with values between commas. */
  readonly isList?: true;
}

/**
 * How an answer is shown to a person. A column or a line is `path`, `head=path` or `head=path:format`; a sentence
 * has `{path}` or `{path:format}` in it.
 */
export type Form =
  | { readonly columns: readonly string[] }
  | { readonly lines: readonly string[]; readonly texts?: readonly string[] }
  | { readonly sentence: string };

/** A command that is one operation. */
export interface Call {
  readonly operation: OperationName;
  readonly form: Form;
  /** What each call has. */
  readonly fixed?: Readonly<Record<string, unknown>>;
  /** What a call has where nothing else is given. */
  readonly defaults?: Readonly<Record<string, unknown>>;
  /** This field is asked for without showing it, or read from standard input: a secret is no argument. */
  readonly hidden?: string;
}

export interface CommandSpec {
  readonly path: string;
  readonly says: string;
  /** More of it, on the reference page and in its help. */
  readonly details?: string;
  readonly args?: readonly Argument[];
  readonly flags?: readonly Flag[];
  readonly call?: Call;
  /** The file in `commands` that carries it out, where it is more than one operation. */
  readonly does?: string;
  /** Flags that are not of the table are its own to read. */
  readonly takesAnyFlag?: true;
  /** An example for the help, without `muster`. */
  readonly example?: string;
}

/** What a command was called with. */
export interface Given {
  readonly args: readonly string[];
  readonly flags: Readonly<Record<string, FlagValue>>;
  readonly globals: Globals;
}
export type FlagValue = string | boolean | readonly string[] | undefined;

export interface Globals {
  readonly profile?: string;
  readonly company?: string;
  readonly json?: true;
  readonly jsonl?: true;
  readonly quiet?: true;
}

/** Flags that every command has. */
export const globalFlags: readonly Flag[] = [
  { name: 'profile', value: 'name', says: 'The profile to use instead of the current one' },
  { name: 'company', value: 'company', says: 'The company: its id, its name or its prefix' },
  { name: 'json', says: 'Print the answer of the interface as JSON' },
  { name: 'jsonl', says: 'Print one JSON object a line' },
  { name: 'quiet', short: 'q', says: 'Print ids only' },
];
