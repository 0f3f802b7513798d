/**
 * Stands in for the program of a coding agent, which its first argument names: takes the flags of that
 * program and no others, wants its prompt on standard input and no secret in its arguments or settings,
 * and prints what the prompt asks for: a recorded transcript, or a session whose counts it keeps in its
 * home as the real program does. The prompt is an `Act` in JSON.
 */
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { MessageChannel } from 'node:worker_threads';
import { claudeCodeFake } from './fakes/claude-code.ts';
import { codexFake } from './fakes/codex.ts';
import { geminiCliFake } from './fakes/gemini-cli.ts';
import { opencodeFake } from './fakes/opencode.ts';
import { variable, type Fake, type Given, type Paths } from './fakes/fake.ts';

export interface Act {
  /** Takes what to do from this file of its working folder instead. */
  readonly from?: string;
  /** Works first, by this program of Node; the transcript has nothing of it. */
  readonly works?: string;
  /** Prints a transcript of its folder. */
  readonly replay?: string;
  /** Prints so many bytes at a time. */
  readonly pieceBytes?: number;
  /** Prints a line of so many bytes first. */
  readonly longLineBytes?: number;
  /** Uses so many tokens of each kind of count in a session of its own, or in the one it resumes. */
  readonly uses?: number;
  /** A session's run stops before its end until it is signalled. */
  readonly waits?: boolean;
  /** Warns that the quota of its login is nearly used up, where the program can. */
  readonly warns?: boolean;
  /** A session's run stops before its end until it has got so many messages. */
  readonly hears?: number;
  /** Tells on standard error what it was given. */
  readonly tells?: boolean;
  readonly exit?: number;
  /** Prints these lines on standard error first. */
  readonly errors?: readonly string[];
  /** Stays after everything is printed, until it is signalled. */
  readonly stays?: boolean;
  /** With a session to resume: exits with nothing printed, prints a sentence, or stays silent. */
  readonly refuses?: 'silently' | 'plainly' | 'never';
}

const fakes: Readonly<Record<string, Fake>> = {
  claude_code: claudeCodeFake,
  codex: codexFake,
  opencode: opencodeFake,
  gemini_cli: geminiCliFake,
};

const [, , type = '', ...args] = process.argv;
const fake = fakes[type];
if (!fake) throw new Error(`there is no ${type}`);

function requireStart(given: Fake, { settings }: Paths): void {
  const token = variable('SERVICE_API_KEY');
  if (token === '') throw new Error('there is no token in the environment');
  const shown = readFileSync(settings, 'utf8');
  if (!shown.includes('SERVICE_API_KEY')) throw new Error('the settings name no token');
  if (!shown.includes(`${variable('SERVICE_API_URL')}/mcp`)) throw new Error('nor its server');
  for (const secret of [token, ...given.secrets.map(variable)]) {
    if (secret === '') continue;
    if (args.some((part) => part.includes(secret))) throw new Error('a secret in the arguments');
    if (shown.includes(secret)) throw new Error('a secret in the settings');
  }
}

function tell({ values, session }: Given, { instructions, skills }: Paths): void {
  const found = existsSync(skills)
    ? readdirSync(skills, { recursive: true, withFileTypes: true })
    : [];
  const files = found
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const given = {
    values,
    session,
    instructions: readFileSync(instructions, 'utf8'),
    skills: Object.fromEntries(
      files.map((file) => [relative(skills, file), readFileSync(file, 'utf8')]),
    ),
    env: Object.keys(process.env).toSorted(),
  };
  process.stderr.write(`${JSON.stringify(given)}\n`);
}

/** No message ever comes: a signal ends it. */
const waitForever = async (): Promise<void> => {
  await once(new MessageChannel().port1, 'message');
};

/** Counts in the session, prints as the program does, and returns its exit code. */
async function use(
  program: Fake,
  { session }: Given,
  { sessions }: Paths,
  { uses: added = 0, waits = false, warns = false, hears = 0, exit = 0 }: Act,
): Promise<number> {
  const id = session ?? randomUUID();
  mkdirSync(sessions, { recursive: true });
  const file = join(sessions, `${id}.json`);
  let before = 0;
  if (session !== undefined) {
    try {
      before = Number(readFileSync(file, 'utf8'));
    } catch {
      return program.refuseSession(session);
    }
  }
  const total = before + added;
  writeFileSync(file, String(total));
  program.begin(id, added);
  if (warns) program.warn?.(id);
  if (waits) await waitForever();
  for (let n = 0; n < hears; n += 1) await inbox?.next();
  program.end(id, { added, total });
  return exit;
}

async function print(bytes: Buffer, pieceBytes = bytes.length): Promise<void> {
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    if (!process.stdout.write(bytes.subarray(at, at + pieceBytes))) {
      await once(process.stdout, 'drain');
    }
  }
}

/** Returns its exit code. */
async function refuse(how: NonNullable<Act['refuses']>): Promise<number> {
  if (how === 'never') await waitForever();
  if (how === 'plainly') process.stdout.write('Error: that session does not exist any more\n');
  return how === 'plainly' ? 1 : 0;
}

/** Messages of a streamed input, each of which is printed again as the program reads it. */
function openInbox(): { next(): Promise<string> } {
  const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  return {
    async next() {
      for (;;) {
        const { value, done } = await lines.next();
        if (done) throw new Error('its input was closed too early');
        const line = JSON.parse(value) as InputLine;
        if (line.type === 'control_request') {
          const response = { subtype: 'success', request_id: line.request_id };
          process.stdout.write(`${JSON.stringify({ type: 'control_response', response })}\n`);
          continue;
        }
        process.stdout.write(`${JSON.stringify({ ...line, isReplay: true })}\n`);
        return line.message.content[0].text;
      }
    },
  };
}

type InputLine =
  | { readonly type: 'control_request'; readonly request_id: string }
  | { readonly type: 'user'; readonly message: { readonly content: readonly [{ text: string }] } };

process.once('SIGTERM', () => process.exit(143));
const given = fake.parse(args);
const paths = fake.paths(given);
requireStart(fake, paths);
const inbox = given.values['input-format'] === 'stream-json' ? openInbox() : undefined;
const asked = JSON.parse(await (inbox ? inbox.next() : text(process.stdin))) as Act;
const act =
  asked.from === undefined ? asked : (JSON.parse(readFileSync(asked.from, 'utf8')) as Act);
if (act.tells) tell(given, paths);
if (act.works !== undefined) {
  const ended = spawnSync(process.execPath, [act.works], { stdio: ['ignore', 2, 2] });
  if (ended.status !== 0) process.exit(1);
}
for (const line of act.errors ?? []) process.stderr.write(`${line}\n`);
if (act.refuses !== undefined && given.session !== undefined) {
  process.exit(await refuse(act.refuses));
}
if (act.longLineBytes !== undefined) await print(Buffer.from(`${'x'.repeat(act.longLineBytes)}\n`));
if (act.replay !== undefined) {
  const transcript = join(import.meta.dirname, '../transcripts', fake.transcripts, act.replay);
  await print(readFileSync(`${transcript}.jsonl`), act.pieceBytes);
}
process.exitCode = act.uses === undefined ? (act.exit ?? 0) : await use(fake, given, paths, act);
if (act.stays) await waitForever();
// One that has a session stays for more until its input is closed.
if (inbox && act.uses === undefined) {
  const { promise: isPrinted, resolve } = Promise.withResolvers<void>();
  process.stdout.write('', () => resolve());
  await isPrinted;
  process.exit();
}
