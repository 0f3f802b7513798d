/**
 * The operators' command `node services/<service>/src/main.ts dead-letters …`: lists the events that
 * a service could not apply, shows one, retries it, or skips it for a recorded reason. It signs in
 * as the service and needs the database variables only. It changes rows; the service's processes
 * act on them.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Pool } from 'pg';
import { baseConfig, readConfig } from '../config.ts';
import type { ServiceDefinition } from '../define-service.ts';
import { connectionConfig, openPool } from '../postgres/pool.ts';
import type { Db } from '../postgres/sql.ts';
import { transaction } from '../postgres/transaction.ts';
import {
  againOf,
  againText,
  keyOf,
  lineOf,
  listing,
  parseKey,
  reactionsTo,
  usage,
} from './dead-letters-text.ts';
import type { DeadLetterKey } from '../reactions/failures/dead-letters.ts';
import type { OwnReactions } from '../reactions/positions.ts';
import { namedReactions, reactionsByProducer } from '../reactions/reaction.ts';
import {
  countLater,
  findFailedEvent,
  listFailedEvents,
  lockFailedEvent,
  retryWaiting,
  skipEvent,
  windBack,
  type FailedEvent,
} from '../reactions/failures/failed-events.ts';
import { openLogger } from '../telemetry/logger.ts';
import { roleOf, schemaOf } from './open-database.ts';

export const DEAD_LETTERS = 'dead-letters';

/** The service's processes look for due retries every few seconds; one may still be starting. */
const ATTEMPT_WITHIN_MS = 30_000;
/** Interval of the check for the outcome: this process gets no signal when a cursor moves. */
const POLL_MS = 250;

/** Exit codes of `sysexits.h`. */
const exits = { ok: 0, failed: 1, usage: 64, notYet: 75 } as const;

/** The part of a service that the command needs. */
type Definition = Pick<ServiceDefinition, 'contract' | 'reactions'>;

export interface Terminal {
  readonly env: NodeJS.ProcessEnv;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

interface Session extends Terminal {
  readonly definition: Definition;
  inTransaction<T>(work: (db: Db) => Promise<T>): Promise<T>;
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
    const {
      positionals: [verb = '', ...ids],
      values,
    } = parse(args);
    const keys = ids.map(parseKey);
    const run = verbs[verb];
    if (!run) throw new UsageError(verb ? `unknown command ${verb}` : 'a command is missing');
    const pool = openConnection(definition, terminal.env);
    try {
      const inTransaction: Session['inTransaction'] = async (work) =>
        (await transaction(pool, async (db) => ({ result: await work(db) }), 'all')).result;
      return await run({ ...terminal, definition, inTransaction }, keys, values);
    } finally {
      await pool.end();
    }
  } catch (error) {
    const misused = error instanceof UsageError || error instanceof TypeError;
    terminal.err(`${(error as Error).message}\n${misused ? usage(definition.contract.name) : ''}`);
    return misused ? exits.usage : exits.failed;
  }
}

class UsageError extends Error {
  override readonly name = 'UsageError';
}

const config = baseConfig.pick({ DATABASE_URL: true, DB_SCHEMA: true, DB_ROLE: true });

function openConnection({ contract }: Definition, env: NodeJS.ProcessEnv): Pool {
  const { DATABASE_URL: databaseUrl, ...names } = readConfig(config, env);
  return openPool(
    {
      ...connectionConfig({
        databaseUrl,
        schema: schemaOf(contract, names),
        role: roleOf(contract, names),
        applicationName: `${contract.name} ${DEAD_LETTERS}`,
      }),
      max: 1,
    },
    openLogger(contract.name, 'silent'),
  );
}

type Verb = (session: Session, keys: readonly DeadLetterKey[], values: Values) => Promise<number>;

const verbs: Readonly<Record<string, Verb>> = {
  async list({ definition, inTransaction, out }, keys, { company: companyId, skipped }) {
    if (keys.length > 0) throw new UsageError('`list` takes no event; use `show`');
    const failed = await inTransaction((db) =>
      listFailedEvents(db, { companyId, states: skipped ? ['skipped'] : ['waiting', 'given_up'] }),
    );
    out(listing(definition, failed));
    return exits.ok;
  },

  async show({ definition, inTransaction, out }, keys) {
    const key = onlyOne(keys);
    const own = ownReactions(definition, key);
    const { failed, retry } = await inTransaction(async (db) => {
      const found = await findFailedEvent(db, key);
      if (found?.state !== 'given_up') return { failed: found, retry: undefined };
      const reactions = reactionsOf(definition, found, own);
      const later = await countLater(db, key, { own, reactions });
      return { failed: found, retry: againOf(definition, reactions, later) };
    });
    if (!failed) return failNotFound(key);
    const { state: standing, ...fields } = failed;
    const effects = reactionsTo(definition, failed.event);
    const shown = { id: keyOf(failed), effects, standing, retry, ...fields };
    out(`${JSON.stringify(shown, null, 2)}\n`);
    return exits.ok;
  },

  async retry(session, keys, { all, company: companyId }) {
    if (all === keys.length > 0) throw new UsageError('`retry` takes events or --all');
    const chosen = all
      ? await session.inTransaction((db) =>
          listFailedEvents(db, { companyId, states: ['waiting', 'given_up'] }),
        )
      : keys;
    let worst: number = exits.ok;
    for (const key of chosen) worst = Math.max(worst, await retryOne(session, key));
    return worst;
  },

  async skip({ definition, inTransaction, out }, keys, { reason = '' }) {
    if (reason.trim() === '') throw new UsageError('`skip` needs a --reason, which is recorded');
    const key = onlyOne(keys);
    const failed = await inTransaction(async (db) => {
      const own = ownReactions(definition, key);
      const found = await lockFailedEvent(db, key, own);
      const why = { reason: reason.trim(), own };
      if (found && found.state !== 'skipped') await skipEvent(db, found, why);
      return found;
    });
    if (!failed) return failNotFound(key);
    const effects = reactionsTo(definition, failed.event).join(', ') || 'none';
    out(
      failed.state === 'skipped'
        ? `${keyOf(key)} was already skipped at ${failed.skippedAt}: ${failed.skipReason}\n`
        : `${lineOf(failed)}\nskipped; effects lost in ${definition.contract.name}: ${effects}\n`,
    );
    return exits.ok;
  },
};

const noReactions: OwnReactions = { names: [], withHistory: new Set() };

const ownReactions = ({ reactions }: Definition, { producer }: DeadLetterKey): OwnReactions =>
  reactionsByProducer(namedReactions(reactions)).get(producer) ?? noReactions;

function onlyOne([key, ...others]: readonly DeadLetterKey[]): DeadLetterKey {
  if (!key || others.length > 0) throw new UsageError('give exactly one event, as `list` names it');
  return key;
}

function failNotFound(key: DeadLetterKey): never {
  throw new Error(`${keyOf(key)} has not failed; \`list\` names the events that have`);
}

/** The reactions of this release that could not apply it. */
const reactionsOf = (
  definition: Definition,
  failed: FailedEvent,
  own: OwnReactions,
): readonly string[] =>
  (failed.reactions ?? reactionsTo(definition, failed.event)).filter((name) =>
    own.names.includes(name),
  );

async function retryOne(session: Session, key: DeadLetterKey): Promise<number> {
  const { inTransaction, out, err, definition } = session;
  const { failed, obstacle, again } = await inTransaction(async (db) => {
    const own = ownReactions(definition, key);
    const found = await lockFailedEvent(db, key, own);
    const refused = found && obstacleTo(definition, found);
    if (!found || refused !== undefined) return { failed: found, obstacle: refused };
    if (found.state === 'waiting') await retryWaiting(db, key);
    if (found.state !== 'given_up') return { failed: found };
    const reactions = reactionsOf(definition, found, own);
    const later = await windBack(db, found, { own, reactions });
    return { failed: found, again: againOf(definition, reactions, later) };
  });
  // The replay of an earlier event may have included it.
  if (!failed) {
    out(`${keyOf(key)} no longer fails\n`);
    return exits.ok;
  }
  if (obstacle !== undefined) {
    err(`${keyOf(key)} ${obstacle}\n`);
    return exits.failed;
  }
  out(`${lineOf(failed)}\nretrying${again ? againText(again) : ''} … `);
  const now = await outcomeOf(session, failed);
  if (now === 'not yet') {
    const seconds = ATTEMPT_WITHIN_MS / 1_000;
    out(`not attempted within ${seconds} s: is a process of the service running and ready?\n`);
    return exits.notYet;
  }
  out(now ? `failed again: ${now.error}\n` : 'applied\n');
  return now ? exits.failed : exits.ok;
}

/** Why the event cannot be retried: a replay of the events after it would be for nothing. */
function obstacleTo(definition: Definition, failed: FailedEvent): string | undefined {
  if (failed.state === 'skipped') return `was skipped: ${failed.skipReason}`;
  if (reactionsTo(definition, failed.event).length > 0) return undefined;
  return `has no reaction in ${definition.contract.name} any more: skip it`;
}

/** The event after its next attempt; undefined if it was applied. */
async function outcomeOf(
  { inTransaction }: Session,
  before: FailedEvent,
): Promise<FailedEvent | 'not yet' | undefined> {
  const deadline = performance.now() + ATTEMPT_WITHIN_MS;
  for (;;) {
    const now = await inTransaction((db) => findFailedEvent(db, before));
    if (!now || now.attempts > before.attempts || now.state !== before.state) return now;
    if (performance.now() > deadline) return 'not yet';
    await pause(POLL_MS);
  }
}
