/** The fields of operations, from the lines that `pnpm render` writes. */
import { reads } from './reads.ts';
import { writes } from './writes.ts';

export interface Field {
  readonly name: string;
  readonly base: 'text' | 'integer' | 'number' | 'boolean' | 'json' | 'word';
  /** Of `word`: one of these. */
  readonly words: readonly string[];
  readonly isList: boolean;
  readonly isRequired: boolean;
  readonly mayBeNull: boolean;
}

export interface Operation {
  readonly name: string;
  readonly fields: readonly Field[];
  readonly says: string;
}

/** A line: its name, `field:type` each, then `#` and what it does. */
function operationOf(line: string): Operation {
  const at = line.indexOf(' # ');
  const [name = '', ...fields] = line.slice(0, at).split(' ');
  return { name, fields: fields.map(fieldOf), says: line.slice(at + 3) };
}

function fieldOf(text: string): Field {
  const at = text.indexOf(':');
  const [, type = '', list, none, required] =
    /^(.*?)(\[\])?(\?)?(!)?$/.exec(text.slice(at + 1)) ?? [];
  const isWord = !/^(?:text|integer|number|boolean|json)$/.test(type);
  return {
    name: text.slice(0, at),
    base: isWord ? 'word' : (type as Exclude<Field['base'], 'word'>),
    words: isWord ? type.split('|') : [],
    isList: list !== undefined,
    isRequired: required !== undefined,
    mayBeNull: none !== undefined,
  };
}

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '');

export const operationLines = (): string[] => [...linesOf(reads), ...linesOf(writes)];

export const listOperations = (): Operation[] => operationLines().map(operationOf);

export function findOperation(name: string): Operation | undefined {
  const line = operationLines().find((each) => each.startsWith(`${name} `));
  return line === undefined ? undefined : operationOf(line);
}
