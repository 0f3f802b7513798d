import pg from 'pg';
import { expect, it } from 'vitest';
import { openRotation, type RotationOptions } from './rotation.ts';

interface Due {
  readonly companyId: string;
}

const LIMIT = 3;
const FAILING = 10;

/** It is about one company, although the same request may be retried. */
const lockFailure = (): Error => {
  const error = new pg.DatabaseError('canceling statement due to lock timeout', 1, 'error');
  error.code = '55P03';
  return error;
};

/** Companies with due work, in the order of their ids; work that succeeds is done. */
function aSweep(options: Partial<RotationOptions<Due>> = {}) {
  const due = Array.from({ length: FAILING + 5 }, (_, at) => String(at).padStart(2, '0'));
  const tried: string[] = [];
  const warnings: unknown[] = [];
  const rotation = openRotation<Due>({
    name: 'test',
    log: { warn: (fields: unknown) => void warnings.push(fields) } as never,
    limit: LIMIT,
    list: async (after, limit) =>
      due
        .filter((companyId) => companyId > (after?.companyId ?? ''))
        .slice(0, limit)
        .map((companyId) => ({ companyId })),
    work: (rows, eachCompany) =>
      eachCompany(rows, async (companyId) => {
        tried.push(companyId);
        if (Number(companyId) < FAILING) throw lockFailure();
        due.splice(due.indexOf(companyId), 1);
      }),
    ...options,
  });
  return { rotation, due, tried, warnings };
}

it('serves every company although more fail than a page holds', async () => {
  const { rotation, due, tried, warnings } = aSweep({ pagesMax: 1 });
  for (let pass = 0; pass < 5; pass += 1) await rotation.pass();
  expect(due).toHaveLength(FAILING);
  expect(tried.toSorted()).toEqual([...new Set(tried)].toSorted());
  expect(warnings).toHaveLength(FAILING);
  expect(warnings[0]).toMatchObject({ work: 'test', pauseMs: 1_000 });
});

it('leaves failing companies out until their pause is over', async () => {
  const { rotation, tried } = aSweep();
  await rotation.pass();
  expect(tried).toHaveLength(FAILING + 5);
  await rotation.pass();
  expect(tried).toHaveLength(FAILING + 5);
});

it('goes on after the last row, and begins again after the end', async () => {
  const seen: string[][] = [];
  const { rotation } = aSweep({
    pagesMax: 2,
    work: async (rows) => void seen.push(rows.map(({ companyId }) => companyId)),
  });
  for (let pass = 0; pass < 4; pass += 1) await rotation.pass();
  expect(seen.map(([first]) => first)).toEqual(['00', '03', '06', '09', '12', '00', '03']);
});

it('stops between two companies', async () => {
  const stopping = new AbortController();
  const tried: string[] = [];
  const { rotation } = aSweep({
    work: (rows, eachCompany) =>
      eachCompany(rows, async (companyId) => {
        tried.push(companyId);
        stopping.abort();
      }),
  });
  await rotation.pass(stopping.signal);
  expect(tried).toHaveLength(1);
});

it('fails where the database does not answer, and goes on after that page', async () => {
  const unavailable = Object.assign(new Error('the database is starting up'), { code: '57P03' });
  const seen: string[][] = [];
  let fails = true;
  const { rotation } = aSweep({
    pagesMax: 1,
    work: (rows, eachCompany) => {
      seen.push(rows.map(({ companyId }) => companyId));
      return eachCompany(rows, async () => {
        if (fails) throw unavailable;
      });
    },
  });
  await expect(rotation.pass()).rejects.toThrow('starting up');
  fails = false;
  await rotation.pass();
  expect(seen.map(([first]) => first)).toEqual(['00', '03']);
});
