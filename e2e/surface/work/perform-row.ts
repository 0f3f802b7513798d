/** Performs a row: fills in its names, and sends its requests. */
import { randomUUID } from 'node:crypto';
import { UnexpectedAnswer, type Caller, type Reply } from '../../world/http-client.ts';
import type { Method } from '@muster/contracts';
import type { Send, WorkRow } from './row.ts';
import type { Known, WorkFixture } from './fixture.ts';

const NAME = /\$(\w+)((?:\.\w+|\[\d+\])*)/g;

/** Characters of the beginning of a word, which is unique as well. */
const START = 20;
const forms: Readonly<Record<string, (text: string) => string>> = {
  upper: (text) => text.toUpperCase(),
  lower: (text) => text.toLowerCase(),
  start: (text) => text.slice(0, START),
};

/** `$issue` is an id, `$issue.title.lower` a field in lower case, `$list[0]` the first element. */
function textOf(known: Known, whole: string, name: string, path: string): string {
  let value = known[name];
  for (const step of path.match(/\w+/g) ?? []) {
    const form = forms[step];
    value = form ? form(idOf(value)) : Object(value)[step];
  }
  if (value === undefined) throw new Error(`no answer is named ${whole}`);
  return idOf(value);
}

const idOf = (value: unknown): string =>
  String(typeof value === 'object' && value !== null ? Object(value).id : value);

/** Fills in the names in texts, objects, lists and the samples of matchers. */
export function fillNames(value: unknown, known: Known): unknown {
  if (typeof value === 'string') {
    return value.replaceAll(NAME, (whole, name: string, path: string) =>
      textOf(known, whole, name, path),
    );
  }
  if (Array.isArray(value)) return value.map((each) => fillNames(each, known));
  if (typeof value !== 'object' || value === null) return value;
  if ('asymmetricMatch' in value) return filledMatcher(value, known);
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, fillNames(inner, known)]),
  );
}

function filledMatcher(matcher: object, known: Known): object {
  const { sample } = matcher as { sample?: unknown };
  if (typeof sample !== 'object' || sample === null || sample instanceof RegExp) return matcher;
  const own = Object.getOwnPropertyDescriptors(matcher);
  const copy = Object.create(Object.getPrototypeOf(matcher) as object, own) as { sample: unknown };
  copy.sample = fillNames(sample, known);
  return copy;
}

export interface PerformedRow {
  readonly reply: Reply;
  readonly known: Known;
}

export async function performRow(
  setting: WorkFixture,
  { first = {}, send }: WorkRow,
): Promise<PerformedRow> {
  const known: Record<string, unknown> = {
    ...setting.known,
    word: `w${randomUUID().replaceAll('-', '')}`,
  };
  for (const [name, before] of Object.entries(first)) {
    const reply = await request(setting, before, known);
    if (reply.status >= 300) {
      const [method = 'GET', path = ''] = before[0].split(' ');
      throw new UnexpectedAnswer({ method: method as Method, path }, reply);
    }
    known[name] = reply.body;
  }
  return { reply: await request(setting, send, known), known };
}

function request({ callers }: WorkFixture, send: Send, known: Known): Promise<Reply> {
  const [line, body, by = 'board', headers = {}] = fillNames(send, known) as Send;
  const space = line.indexOf(' ');
  const [method, path] = [line.slice(0, space), line.slice(space + 1)];
  const caller: Caller = callers[by];
  switch (method) {
    case 'GET':
      return caller.get(path, headers);
    case 'POST':
      return caller.post(path, body, headers);
    case 'PUT':
      return caller.put(path, body, headers);
    case 'PATCH':
      return caller.patch(path, body, headers);
    case 'DELETE':
      return caller.delete(path, headers);
    default:
      throw new Error(`${method} is not a supported method`);
  }
}
