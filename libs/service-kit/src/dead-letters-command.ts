/**
 * For operators: `node services/<service>/src/main.ts dead-letters …` lists the events that a
 * service could not apply, shows one, has it tried again, or skips it for a reason that is kept. It
 * signs in as the service and needs nothing else that the service needs. What it changes are rows;
 * the service's processes act on them.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Pool } from 'pg';
import { baseConfig, readConfig } from './config.ts';
import { effectsOf, keyOf, lineOf, listing, parseKey, usage } from './dead-letters-text.ts';
import type { ServiceDefinition } from './define-service.ts';
import {
  findFailedEvent, listFailedEvents, lockFailedEvent, retryWaiting, skipEvent, windBack,
  type FailedEvent,
} from './failed-events.ts';
import type { LetterKey } from './dead-letters.ts';
import { openLog } from './log.ts';
import { roleOf, schemaOf } from './open-runtime.ts';
import { connectionConfig, openPool } from './pool.ts';
import type { Db } from './sql.ts';
import { transaction } from './transaction.ts';

export const DEAD_LETTERS = 'dead-letters';

/** A process of the service looks for what is due every few seconds; one may be starting. */
const TRIED_WITHIN_MS = 30_000;
/** Nobody tells a bystander that a cursor has moved. */
const LOOK_AGAIN_MS = 250;

/** As `sysexits.h` has them. */
const exits = { fine: 0, failed: 1, usage: 64, notYet: 75 } as const;

/** The part of a service that the command needs. */
type Definition = Pick<ServiceDefinition, 'contract' | 'reactions'>;

export interface Terminal {
  readonly env: NodeJS.ProcessEnv;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

interface Desk extends Terminal {
  readonly definition: Definition;
  within<T>(work: (db: Db) => Promise<T>): Promise<T>;
}

const options = {
  company: { type: 'string' },
  skipped: { type: 'boolean', default: false },
  all: { type: 'boolean', default: false },
  reason: { type: 'string' },
} as const;
type Values = ReturnType<typeof parse>['values'];

const parse = (args: readonly string[]) =>
  parseArgs({ args: [...args], options, allowPositionals: true });

/** Returns the exit code. */
export async function deadLetters(
  definition: Definition,
  args: readonly string[],
  terminal: Terminal,
): Promise<number> {
  try {
    const { positionals: [verb = '', ...ids], values } = parse(args);
    const keys = ids.map(parseKey);
    const run = verbs[verb];
    if (!run) throw new Misuse(`there is no ${verb || 'command without a word'}`);
    const pool = openDesk(definition, terminal.env);
    try {
      const within: Desk['within'] = async (work) =>
        (await transaction(pool, async (db) => ({ result: await work(db) }), 'all')).result;
      return await run({ ...terminal, definition, within }, keys, values);
    } finally {
      await pool.end();
    }
  } catch (error) {
    const misuse = error instanceof Misuse || error instanceof TypeError;
    terminal.err(`${(error as Error).message}\n${misuse ? usage(definition.contract.name) : ''}`);
    return misuse ? exits.usage : exits.failed;
  }
}

class Misuse extends Error {
  override readonly name = 'Misuse';
}

const config = baseConfig.pick({ DATABASE_URL: true, DB_SCHEMA: true, DB_ROLE: true });

function openDesk({ contract }: Definition, env: NodeJS.ProcessEnv): Pool {
  const { DATABASE_URL: databaseUrl, ...names } = readConfig(config, env);
  return openPool({
    ...connectionConfig({
      databaseUrl,
      schema: schemaOf(contract, names),
      role: roleOf(contract, names),
      applicationName: `${contract.name} ${DEAD_LETTERS}`,
    }),
    max: 1,
  }, openLog(contract.name, 'silent'));
}

type Verb = (desk: Desk, keys: readonly LetterKey[], values: Values) => Promise<number>;

const verbs: Readonly<Record<string, Verb>> = {
  async list({ definition, within, out }, keys, { company: companyId, skipped }) {
    if (keys.length > 0) throw new Misuse('`list` takes no event; `show` does');
    const found = await within((db) => listFailedEvents(db, {
      companyId, standings: skipped ? ['skipped'] : ['waiting', 'given_up'],
    }));
    out(listing(definition, found));
    return exits.fine;
  },

  async show({ definition, within, out }, keys) {
    const failed = await within((db) => findFailedEvent(db, onlyOne(keys)));
    if (!failed) return nothingThere(onlyOne(keys));
    const effects = effectsOf(definition, failed.event);
    out(`${JSON.stringify({ id: keyOf(failed), effects, ...failed }, null, 2)}\n`);
    return exits.fine;
  },

  async retry(desk, keys, { all, company: companyId }) {
    if (all === keys.length > 0) throw new Misuse('`retry` takes events or --all');
    const chosen = all
      ? await desk.within((db) =>
        listFailedEvents(db, { companyId, standings: ['waiting', 'given_up'] }))
      : keys;
    let worst: number = exits.fine;
    for (const key of chosen) worst = Math.max(worst, await retryOne(desk, key));
    return worst;
  },

  async skip({ definition, within, out }, keys, { reason = '' }) {
    if (reason.trim() === '') throw new Misuse('`skip` needs a --reason, which is kept');
    const key = onlyOne(keys);
    const failed = await within(async (db) => {
      const found = await lockFailedEvent(db, key);
      if (found && found.standing !== 'skipped') await skipEvent(db, found, reason.trim());
      return found;
    });
    if (!failed) return nothingThere(key);
    const effects = effectsOf(definition, failed.event).join(', ') || 'nothing';
    out(failed.standing === 'skipped'
      ? `${keyOf(key)} was skipped at ${failed.skippedAt}: ${failed.skipReason}\n`
      : `${lineOf(failed)}\nskipped; what ${definition.contract.name} will never do because of ` +
        `it: ${effects}\n`);
    return exits.fine;
  },
};

function onlyOne([key, ...others]: readonly LetterKey[]): LetterKey {
  if (!key || others.length > 0) throw new Misuse('name one event, as `list` names it');
  return key;
}

function nothingThere(key: LetterKey): never {
  throw new Error(`${keyOf(key)} is neither waiting nor given up; \`list\` names what is`);
}

async function retryOne(desk: Desk, key: LetterKey): Promise<number> {
  const { within, out, definition } = desk;
  const [failed, after] = await within(async (db) => {
    const found = await lockFailedEvent(db, key);
    if (found?.standing === 'waiting') await retryWaiting(db, key);
    return [found, found?.standing === 'given_up' ? await windBack(db, key) : 0] as const;
  });
  // One before it was offered again, and it with that.
  if (!failed) {
    out(`${keyOf(key)} no longer fails\n`);
    return exits.fine;
  }
  if (failed.standing === 'skipped') {
    throw new Error(`${keyOf(key)} was skipped: ${failed.skipReason}`);
  }
  if (effectsOf(definition, failed.event).length === 0) {
    throw new Error(`nobody in ${definition.contract.name} reacts to it any more: skip it`);
  }
  out(`${lineOf(failed)}\noffered again${after > 0 ? `, and ${after} after it` : ''} … `);
  const now = await outcomeOf(desk, failed);
  if (now === 'not yet') {
    out(`not tried within ${TRIED_WITHIN_MS / 1_000} s: is a process of the service ready?\n`);
    return exits.notYet;
  }
  out(now ? `failed again: ${now.error}\n` : 'applied\n');
  return now ? exits.failed : exits.fine;
}

/** What stands there once it has been tried: nothing if it was applied. */
async function outcomeOf(
  { within }: Desk,
  before: FailedEvent,
): Promise<FailedEvent | 'not yet' | undefined> {
  const deadline = performance.now() + TRIED_WITHIN_MS;
  for (;;) {
    const now = await within((db) => findFailedEvent(db, before));
    if (!now || now.attempts > before.attempts || now.standing !== before.standing) return now;
    if (performance.now() > deadline) return 'not yet';
    await delay(LOOK_AGAIN_MS);
  }
}
