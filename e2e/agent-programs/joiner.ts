// An agent from outside that knows only the address of the onboarding text. It runs each curl command of
// the text in order, with the values of earlier answers.
import { randomUUID } from 'node:crypto';

const [textUrl = '', agentName = ''] = process.argv.slice(2);
const POLL_MS = 100;
/** Longer than a board needs on a busy machine. */
const PATIENCE_MS = 60_000;

type Json = Record<string, unknown>;
interface Command {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string;
}
interface Answer {
  status: number;
  body: unknown;
}

const values = new Map<string, string>();
const giveUpAt = performance.now() + PATIENCE_MS;

const filled = (text: string): string =>
  text.replace(/\$([A-Z_]+)/g, (whole, name: string) => values.get(name) ?? whole);

/** `curl -sS -X POST "<url>" \ -H "…" \ -d '…'`, as a shell would read it. */
function read(curl: string): Command {
  const [, method = '', url = ''] = /^curl -sS -X (\w+) "([^"]+)"/.exec(curl) ?? [];
  const headers = [...curl.matchAll(/-H "([^:]+): ([^"]+)"/g)].map(
    ([, name = '', value = '']) => [name, value] as const,
  );
  const single = /-d '(.+)'$/s.exec(curl)?.[1];
  const double = /-d "(.+)"$/s.exec(curl)?.[1]?.replaceAll('\\"', '"');
  return { method, url, headers: Object.fromEntries(headers), body: single ?? double ?? '' };
}

async function send({ method, url, headers, body }: Command): Promise<Answer> {
  const reply = await fetch(filled(url), {
    method,
    headers: {
      ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, filled(value)])),
      ...(method === 'GET' ? {} : { 'idempotency-key': randomUUID() }),
    },
    ...(body === '' ? {} : { body: filled(body) }),
  });
  return { status: reply.status, body: await reply.json() };
}

/** Repeats a command until its answer is good; a final error ends the program. */
async function insist(curl: string, isGood: (body: Json) => boolean): Promise<Json> {
  const command = read(curl);
  while (performance.now() < giveUpAt) {
    const { status, body } = await send(command);
    const answer = (Array.isArray(body) ? { list: body } : body) as Json;
    if (status < 300 && isGood(answer)) return answer;
    if (status >= 300 && answer['retryable'] !== true) {
      throw new Error(`${command.method} ${command.url}: ${status} ${JSON.stringify(body)}`);
    }
    await new Promise((after) => {
      setTimeout(after, POLL_MS);
    });
  }
  throw new Error(`${command.method} ${command.url}: not in time`);
}

const always = (): boolean => true;
const remember = (answer: Json, names: Readonly<Record<string, string>>): void => {
  for (const [field, name] of Object.entries(names)) values.set(name, String(answer[field]));
};
const report = (word: string): void => void process.stdout.write(`${word}\n`);

const text = await (await fetch(textUrl)).text();
const curls = [...text.matchAll(/^curl (?:.*\\\n)*.*$/gm)].map(([curl]) => curl);
const [
  accept = '',
  status = '',
  claim = '',
  me = '',
  wakes = '',
  ack = '',
  keepAlive = '',
  inbox = '',
  checkout = '',
  context = '',
  comments = '',
  comment = '',
  submit = '',
  finish = '',
  end = '',
] = curls;

const named = accept.replace('YOUR NAME', agentName);
remember(await insist(named, always), { id: 'JOIN_REQUEST_ID', claimSecret: 'CLAIM_SECRET' });
report('asked');
await insist(status, ({ status: is }) => is === 'approved');
const key = await insist(claim, always);
remember(key, { token: 'API_KEY', agentId: 'AGENT_ID', companyId: 'COMPANY_ID' });
const { name } = await insist(me, always);
report(`joined as ${String(name)}`);
const hasSome = (answer: Json): boolean => (answer['list'] as Json[]).length > 0;
const { list: waiting } = await insist(wakes, hasSome);
remember((waiting as Json[])[0] ?? {}, { id: 'WAKE_ID' });
remember((await insist(ack, always))['run'] as Json, { id: 'RUN_ID' });
await insist(keepAlive, ({ stop }) => stop === false);
const { list } = await insist(inbox, hasSome);
remember((list as Json[])[0] ?? {}, { id: 'ISSUE_ID' });
await insist(checkout, always);
await insist(context, always);
await insist(comments, always);
await insist(comment, always);
await insist(submit, always);
await insist(finish, always);
await insist(end, always);
report('finished');
