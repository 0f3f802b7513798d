/** Carries out a command that is one operation. */
import { Ended } from '../exit-code.ts';
import { findOperation, type Field, type Operation } from '../fields/field.ts';
import { valueOf } from '../fields/value.ts';
import { companyOf } from '../profile/company.ts';
import { openConnection, type Connection } from '../profile/connection.ts';
import type { Call, CommandSpec, Given, Kind } from '../table/command.ts';
import { isForPeople, showAnswer } from '../terminal/answer.ts';
import { askHidden, readStandardInput } from '../terminal/ask.ts';
import { callOperation, LIMIT, type CallSettings } from './call-operation.ts';
import { findId } from './find.ts';
import { namesFor } from './names.ts';
import { fieldNameOf } from './field-name.ts';

type Input = Record<string, unknown>;

/** A value of an argument or a flag, and the field that it is for. */
interface Entry {
  readonly field: string;
  readonly texts: readonly string[];
  readonly is: Kind | undefined;
}

export async function performCall(spec: CommandSpec, call: Call, given: Given): Promise<void> {
  const connection = openConnection(given.globals);
  const operation = findOperation(call.operation);
  if (!operation) throw new Error(`${call.operation} has no fields`);
  const company = once(() => companyOf(connection));
  const input = await inputOf({ spec, call, given, operation, connection, company });
  const answer = await callOperation(
    connection.muster,
    call.operation,
    input,
    settingsOf(given, operation),
  );
  const names = isForPeople(given.globals)
    ? await namesFor(connection.muster, call.form, answer, company)
    : new Map<string, string>();
  showAnswer(answer, call.form, given.globals, names);
}

function settingsOf({ flags }: Given, operation: Operation): CallSettings {
  const isPaged = operation.fields.some(({ name }) => name === 'cursor');
  const limit = flags['limit'] === undefined ? LIMIT : Number(flags['limit']);
  if (!Number.isInteger(limit) || limit < 0) throw new Ended('usage', '--limit is a number');
  const key = flags['idempotency-key'];
  return {
    ...(isPaged ? { limit } : {}),
    ...(typeof key === 'string' ? { idempotencyKey: key } : {}),
  };
}

interface Making {
  readonly spec: CommandSpec;
  readonly call: Call;
  readonly given: Given;
  readonly operation: Operation;
  readonly connection: Connection;
  readonly company: () => Promise<string>;
}

async function inputOf(making: Making): Promise<Input> {
  const { call, operation, connection, company } = making;
  const input: Input = { ...call.defaults, ...call.fixed };
  const read = once(readStandardInput);
  for (const { field: name, texts, is } of entriesOf(making)) {
    const field = operation.fields.find((each) => each.name === name);
    if (!field) throw new Error(`${operation.name} has no field ${name}`);
    const whole = texts.length === 1 && texts[0] === '-' ? [(await read()).trimEnd()] : texts;
    input[name] = await found(field, whole, is, connection, company);
  }
  if (call.hidden !== undefined) input[call.hidden] = await askHidden(`The ${call.hidden}`);
  if (input['agentId'] === 'me') {
    input['agentId'] = await findId(connection.muster, 'agent', 'me', company);
  }
  const needsCompany = operation.fields.some(
    ({ name, isRequired }) => name === 'companyId' && isRequired,
  );
  return needsCompany ? { ...input, companyId: await company() } : input;
}

async function found(
  field: Field,
  texts: readonly string[],
  is: Kind | undefined,
  { muster }: Connection,
  company: () => Promise<string>,
): Promise<unknown> {
  if (is === undefined || texts[0] === 'null') return valueOf(field, texts);
  const ids: string[] = [];
  for (const text of texts) ids.push(await findId(muster, is, text, company));
  return field.isList ? ids : ids.at(-1);
}

function entriesOf({ spec, given }: Making): Entry[] {
  const args = (spec.args ?? []).flatMap((argument, at): Entry[] => {
    const texts = argument.isRest ? given.args.slice(at) : given.args.slice(at, at + 1);
    if (texts.length === 0) return [];
    return [{ field: argument.field ?? fieldNameOf(argument.name), texts, is: argument.is }];
  });
  const flags = (spec.flags ?? []).flatMap((flag): Entry[] => {
    const value = given.flags[flag.name];
    if (value === undefined || OWN_FLAGS.has(flag.name)) return [];
    const texts = typeof value === 'object' ? value : [String(value)];
    return [{ field: flag.field ?? fieldNameOf(flag.name), texts, is: flag.is }];
  });
  return [...args, ...flags];
}

/** Flags that are about the call, and no fields of it. */
export const OWN_FLAGS: ReadonlySet<string> = new Set(['limit', 'idempotency-key']);

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
