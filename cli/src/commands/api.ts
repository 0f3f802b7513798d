/** `muster api OPERATION`: any operation of the interface, with its fields as they are there. */
import { readFile } from 'node:fs/promises';
import type { OperationName } from '@muster/client';
import { callOperation } from '../calls/call-operation.ts';
import { fieldNameOf } from '../calls/field-name.ts';
import { Ended } from '../exit-code.ts';
import { findOperation, listOperations, type Field, type Operation } from '../fields/field.ts';
import { valueOf } from '../fields/value.ts';
import { companyOf } from '../profile/company.ts';
import { openConnection } from '../profile/connection.ts';
import type { Given } from '../table/command.ts';
import { print, printLine, showAnswer } from '../terminal/answer.ts';
import { readStandardInput } from '../terminal/ask.ts';
import { jsonOf, seen } from '../terminal/words.ts';

/** What is no argument: other users of the machine read the arguments of a program. */
const SECRETS = /^(?:token|claimSecret|code|currentPassword|newPassword|password|pageSecret)$/;
const SECRET_VALUES: ReadonlySet<string> = new Set(['createSecret', 'rotateSecret']);

export async function run({ args: [name, ...rest], flags, globals }: Given): Promise<void> {
  if (name === undefined || name === '--help' || name === '-h') return listAll();
  const operation = findOperation(name);
  if (!operation) {
    throw new Ended('usage', `There is no operation ${name}`, '`muster api` lists them all');
  }
  if (rest.includes('--help') || rest.includes('-h')) return explain(operation);
  const texts = textsOf(rest);
  for (const [field, [text]] of texts) requireNoSecret(operation, field, text);
  const connection = openConnection(globals);
  const given = await inputOf(operation, texts, flags['input']);
  const needsCompany = operation.fields.some(
    (field) => field.name === 'companyId' && field.isRequired,
  );
  const input =
    needsCompany && given['companyId'] === undefined
      ? { ...given, companyId: await companyOf(connection) }
      : given;
  const key = flags['idempotency-key'];
  const answer = await callOperation(connection.muster, name as OperationName, input, {
    ...(flags['all'] === true ? { limit: 0 } : {}),
    ...(typeof key === 'string' ? { idempotencyKey: key } : {}),
  });
  if (answer === undefined) return;
  if (typeof answer === 'string') return print(seen(answer));
  if (globals.quiet || globals.jsonl)
    return showAnswer(answer, { columns: [] }, globals, new Map());
  printLine(jsonOf(answer, 2));
}

/** `--field value`, `--field=value` and `field=value`; a flag that another follows is `true`. */
export function textsOf(args: readonly string[]): Map<string, string[]> {
  const texts = new Map<string, string[]>();
  const add = (name: string, text: string): void => {
    const field = fieldNameOf(name);
    texts.set(field, [...(texts.get(field) ?? []), text]);
  };
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? '';
    const [, flag, value] = /^--([\w-]+)(?:=(.*))?$/s.exec(arg) ?? [];
    if (flag !== undefined) {
      const next = args[at + 1];
      const isAlone = value === undefined && (next === undefined || next.startsWith('--'));
      if (value === undefined && !isAlone) at += 1;
      add(flag, value ?? (isAlone ? 'true' : (next ?? '')));
      continue;
    }
    const [, name, text] = /^([\w-]+)=(.*)$/s.exec(arg) ?? [];
    if (name === undefined) throw new Ended('usage', `"${arg}" is no field`, 'as in title=Write');
    add(name, text ?? '');
  }
  return texts;
}

function requireNoSecret({ name }: Operation, field: string, text: string | undefined): void {
  const isSecret = SECRETS.test(field) || (field === 'value' && SECRET_VALUES.has(name));
  if (!isSecret || text === '-') return;
  throw new Ended(
    'usage',
    `${field} is a secret, and no argument`,
    `${field}=- reads standard input`,
  );
}

async function inputOf(
  operation: Operation,
  texts: ReadonlyMap<string, readonly string[]>,
  file: Given['flags'][string],
): Promise<Record<string, unknown>> {
  const input = typeof file === 'string' ? await readInput(file) : {};
  for (const [name, values] of texts) {
    const field = operation.fields.find((each) => each.name === name);
    if (!field) {
      throw new Ended(
        'usage',
        `${operation.name} has no field ${name}`,
        `\`muster api ${operation.name} --help\` has its fields`,
      );
    }
    const isRead = values.length === 1 && values[0] === '-';
    input[name] = valueOf(field, isRead ? [(await readStandardInput()).trimEnd()] : values);
  }
  return input;
}

async function readInput(file: string): Promise<Record<string, unknown>> {
  const text = file === '-' ? await readStandardInput() : await readFile(file, 'utf8');
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // Told below.
  }
  throw new Ended('usage', `${file === '-' ? 'Standard input' : file} is no JSON object`);
}

function listAll(): void {
  const all = listOperations();
  const width = Math.max(...all.map(({ name }) => name.length));
  for (const { name, says } of all) printLine(`${name.padEnd(width)}  ${says}`);
}

function explain({ name, says, fields }: Operation): void {
  printLine(`${name}: ${says}\n`);
  for (const field of fields) printLine(`  ${field.name.padEnd(28)}  ${typeOf(field)}`);
}

const typeOf = ({ base, words, isList, isRequired, mayBeNull }: Field): string =>
  [
    base === 'word' ? words.join(' | ') : base,
    isList ? ', several' : '',
    mayBeNull ? ', or null' : '',
    isRequired ? ' (required)' : '',
  ].join('');
