import { agents, type EventRecord } from '@muster/contracts';
import { many, maybeOne, one, sql } from '@muster/service-kit';
import { aCompany, openStage, type Stage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deadLetters } from '../src/process/dead-letters-command.ts';
import { insertDeadLetter } from '../src/reactions/failures/dead-letters.ts';
import { countFailures } from '../src/reactions/failures/failure-store.ts';
import { failing, ledger, ledgerService } from './ledger.ts';

let stage: Stage<typeof ledger>;
beforeAll(async () => {
  stage = await openStage(ledgerService);
});
afterAll(() => stage.close());

/** The printed text, and the exit code. */
const operate = (...args: string[]) => operateAs(ledgerService, ...args);

async function operateAs(
  definition: Parameters<typeof deadLetters>[0],
  ...args: string[]
): Promise<{ code: number; text: string }> {
  const texts: string[] = [];
  const write = (text: string) => void texts.push(text);
  const code = await deadLetters(definition, args, { env: stage.env, out: write, err: write });
  return { code, text: texts.join('') };
}

/** A later release, which does not react to new companies any more. */
const later = {
  contract: ledger,
  reactions: Object.fromEntries(
    Object.entries(ledgerService.reactions).map(([name, known]) => [
      name,
      { ...known, events: ['company.updated'] },
    ]),
  ),
};

const heardOf = async (companyId: string) =>
  (
    await many<{ name: string }>(
      stage.db,
      sql`
    select name from heard where company_id = ${companyId} order by seq limit 1000`,
    )
  ).map(({ name }) => name);

const letterOf = (companyId: string, seq: number) =>
  maybeOne<{ attempts: number; skipped: boolean }>(
    stage.db,
    sql`
    select attempts, skipped_at is not null as skipped from dead_letters
    where company_id = ${companyId} and seq = ${seq}`,
  );

const idOf = (companyId: string, seq: number) => `agents/${companyId}/${seq}`;

const renamed = (companyId: string, name: string) => ({
  companyId,
  entityId: companyId,
  payload: aCompany({ companyId, name }),
});

/** A company whose first event fails. */
async function poisoned(name: string): Promise<string> {
  failing.add(name);
  const { companyId } = aCompany();
  await stage.emitFrom(agents, 'company.created', renamed(companyId, name));
  await expect
    .poll(async () => (await operate('list', '--company', companyId)).text)
    .toContain(idOf(companyId, 1));
  return companyId;
}

/** The next attempt at the event is the last one, and due. */
async function giveUp(companyId: string, seq: number): Promise<void> {
  await expect
    .poll(() =>
      many(
        stage.db,
        sql`
        update failures set attempts = 14, retry_at = now()
        where company_id = ${companyId} and seq = ${seq} returning seq`,
      ),
    )
    .toHaveLength(1);
  await stage.service.sweep();
  await expect.poll(() => letterOf(companyId, seq)).toMatchObject({ attempts: 15 });
}

/** A company whose first event is a dead letter. */
async function deadLetterOf(name: string): Promise<string> {
  const companyId = await poisoned(name);
  await giveUp(companyId, 1);
  return companyId;
}

describe('dead-letters list and show', () => {
  it('tell which event waits, its error, its attempts and its effects', async () => {
    const companyId = await poisoned('listed');
    const { code, text } = await operate('list', '--company', companyId);
    expect(code).toBe(0);
    expect(text).toContain('company.created');
    expect(text).toContain('waiting, next attempt');
    expect(text).toMatch(/\d+ attempts since 20/);
    expect(text).toContain('told to fail on listed');
    expect(text).toContain('effects: listCompanies');
    const printed = JSON.parse((await operate('show', idOf(companyId, 1))).text) as object;
    expect(printed).toMatchObject({ standing: 'waiting', event: { payload: { name: 'listed' } } });
    failing.delete('listed');
  });

  it('refuse unknown arguments, print the usage, and print no password', async () => {
    const { password } = new URL(stage.env['DATABASE_URL'] ?? '');
    for (const args of [[], ['burn'], ['show'], ['show', 'x'], ['list', '--loud'], ['retry']]) {
      const { code, text } = await operate(...args);
      expect([args, code]).toEqual([args, 64]);
      expect(text).toContain('dead-letters retry EVENT');
    }
    const { code, text } = await operate('show', idOf(aCompany().companyId, 1));
    expect(code).toBe(1);
    expect(text).toContain('has not failed');
    const away = await deadLetters(ledgerService, ['list'], {
      env: { ...stage.env, DATABASE_URL: 'postgres://me:pa55word@127.0.0.1:1/x' },
      out: () => undefined,
      err: (printed) => expect(printed).not.toMatch(/pa55word/),
    });
    expect(away).toBe(1);
    expect(password === '' || !text.includes(password)).toBe(true);
  });
});

describe('dead-letters retry', () => {
  it('makes a waiting event due at once', async () => {
    const companyId = await poisoned('soon');
    await many(
      stage.db,
      sql`
      update failures set retry_at = now() + interval '1 hour' where company_id = ${companyId}`,
    );
    failing.delete('soon');
    expect(await operate('retry', idOf(companyId, 1))).toMatchObject({
      code: 0,
      text: expect.stringContaining('applied') as string,
    });
    expect(await heardOf(companyId)).toEqual(['soon']);
  });

  it('replays a dead letter and the events after it in order', async () => {
    const companyId = await deadLetterOf('once lost');
    await stage.receive(agents, 'company.updated', renamed(companyId, 'later'));
    // The ledger's reaction is not idempotent; reactions of services are.
    await many(stage.db, sql`delete from heard where company_id = ${companyId}`);
    failing.delete('once lost');
    const shown = JSON.parse((await operate('show', idOf(companyId, 1))).text) as object;
    expect(shown).toMatchObject({ retry: { later: 1, notes: ['old names are listed once more'] } });
    const { code, text } = await operate('retry', '--all', '--company', companyId);
    expect(text).toContain('retrying, and 1 after it; old names are listed once more … ');
    expect([code, await letterOf(companyId, 1)]).toEqual([0, undefined]);
    await expect.poll(() => heardOf(companyId)).toEqual(['once lost', 'later']);
    await stage.receive(agents, 'company.updated', renamed(companyId, 'last'));
    expect(await heardOf(companyId)).toEqual(['once lost', 'later', 'last']);
  });

  it('applies a dead letter of a release that named no reactions, and keeps it while it fails', async () => {
    const companyId = await deadLetterOf('of before');
    const namesOf = () =>
      one(stage.db, sql`select reactions from dead_letters where company_id = ${companyId}`);
    expect(await namesOf()).toEqual({ reactions: ['listCompanies'] });
    await many(
      stage.db,
      sql`update dead_letters set reactions = null where company_id = ${companyId}`,
    );
    expect(await operate('retry', idOf(companyId, 1))).toMatchObject({ code: 1 });
    expect(await namesOf()).toEqual({ reactions: ['listCompanies'] });
    failing.delete('of before');
    expect(await operate('retry', idOf(companyId, 1))).toMatchObject({ code: 0 });
    expect([await heardOf(companyId), await letterOf(companyId, 1)]).toEqual([
      ['of before'],
      undefined,
    ]);
  });

  it('makes an event that fails again a dead letter at once, without blocking its company', async () => {
    const companyId = await deadLetterOf('still lost');
    const { code, text } = await operate('retry', idOf(companyId, 1));
    expect([code, text]).toEqual([1, expect.stringContaining('told to fail on still lost')]);
    expect(await letterOf(companyId, 1)).toEqual({ attempts: 16, skipped: false });
    await stage.receive(agents, 'company.updated', renamed(companyId, 'goes on'));
    expect(await heardOf(companyId)).toEqual(['goes on']);
    await operate('skip', idOf(companyId, 1), '--reason', 'the end of this test');
  });
});

it('a dead letter that was skipped is open again when another reaction fails on it', async () => {
  const companyId = await deadLetterOf('skipped once');
  failing.delete('skipped once');
  await operate('skip', idOf(companyId, 1), '--reason', 'done by hand');
  const letter = await one<{ event: EventRecord }>(
    stage.db,
    sql`select event from dead_letters where company_id = ${companyId}`,
  );
  const failed = { attempts: 15, error: 'told to fail' };
  const add = (reaction: string) =>
    insertDeadLetter(stage.db, letter.event, { reaction, ...failed });
  await add('listCompanies');
  expect(await letterOf(companyId, 1)).toMatchObject({ skipped: true });
  await add('another');
  expect(await letterOf(companyId, 1)).toMatchObject({ skipped: false });
  expect((await operate('show', idOf(companyId, 1))).text).toContain('"another"');
});

describe('dead-letters retry of an event that the service no longer reacts to', () => {
  const cursorOf = (companyId: string) =>
    one(
      stage.db,
      sql`
      select last_seq, in_step, lagging from cursors where company_id = ${companyId}`,
    );

  it('is refused, and replays none of the events after it', async () => {
    const companyId = await deadLetterOf('dropped');
    await stage.receive(agents, 'company.updated', renamed(companyId, 'kept'));
    failing.delete('dropped');
    const before = await cursorOf(companyId);
    const { code, text } = await operateAs(later, 'retry', idOf(companyId, 1));
    expect([code, text]).toEqual([1, expect.stringContaining('no reaction in billing any more')]);
    expect(await cursorOf(companyId)).toEqual(before);
    expect(await heardOf(companyId)).toEqual(['kept']);
  });

  it('does not keep --all from retrying the others', async () => {
    const companyId = await deadLetterOf('dropped as well');
    failing.add('lost');
    await stage.emitFrom(agents, 'company.updated', renamed(companyId, 'lost'));
    await giveUp(companyId, 2);
    failing.delete('lost');
    const { code, text } = await operateAs(later, 'retry', '--all', '--company', companyId);
    expect([code, text]).toEqual([
      1,
      expect.stringMatching(/no reaction in billing any more.*applied/s),
    ]);
    expect(await heardOf(companyId)).toEqual(['lost']);
    failing.delete('dropped as well');
  });
});

describe('dead-letters skip', () => {
  it('needs a reason and records it, prints the lost effects, and unblocks the company', async () => {
    const companyId = await poisoned('hopeless');
    const id = idOf(companyId, 1);
    for (const reason of [[], ['--reason', ' ']]) {
      expect(await operate('skip', id, ...reason)).toMatchObject({ code: 64 });
    }
    const { code, text } = await operate('skip', id, '--reason', 'booked by hand, OPS-7');
    expect([code, text]).toEqual([
      0,
      expect.stringMatching(/company\.created .*effects lost in billing: .*listCompanies/s),
    ]);
    await stage.receive(agents, 'company.updated', renamed(companyId, 'goes on'));
    expect(await heardOf(companyId)).toEqual(['goes on']);
    expect((await operate('list', '--company', companyId)).text).toBe('billing: 0\n');
    expect((await operate('list', '--skipped')).text).toContain('booked by hand, OPS-7');
    expect((await operate('retry', id)).text).toContain('booked by hand, OPS-7');
    expect((await operate('skip', id, '--reason', 'again')).text).toContain(
      'booked by hand, OPS-7',
    );
  });

  it('ends the alert, and stays skipped when an earlier event is retried', async () => {
    const companyId = await deadLetterOf('first');
    failing.add('second');
    await stage.emitFrom(agents, 'company.updated', renamed(companyId, 'second'));
    const second = idOf(companyId, 2);
    await expect.poll(async () => (await operate('show', second)).code).toBe(0);
    expect(await operate('skip', second, '--reason', 'done by hand')).toMatchObject({ code: 0 });
    const before = await countFailures(stage.db);
    failing.delete('first');
    failing.delete('second');
    expect(await operate('retry', idOf(companyId, 1))).toMatchObject({ code: 0 });
    expect(await countFailures(stage.db)).toMatchObject({ deadLetters: before.deadLetters - 1 });
    await stage.receive(agents, 'company.updated', renamed(companyId, 'third'));
    expect(await heardOf(companyId)).toEqual(['first', 'third']);
    expect(await letterOf(companyId, 2)).toMatchObject({ skipped: true });
    expect(
      await one(
        stage.db,
        sql`select last_seq, lagging from cursors where company_id = ${companyId}`,
      ),
    ).toEqual({ lastSeq: 3, lagging: {} });
  });
});
