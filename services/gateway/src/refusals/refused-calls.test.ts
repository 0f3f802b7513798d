import type { Actor } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { openRefusedCalls } from './refused-calls.ts';

const idOf = (n: number): string => `01980000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const agent = (runId?: string): Actor => ({
  type: 'agent',
  id: idOf(1),
  name: 'Ann',
  companyId: idOf(2),
  ...(runId !== undefined && { runId }),
});
const at = (second: number): Date => new Date(1_780_000_000_000 + second * 1_000);
const call = (runId: string, code = 'issue_not_found') => ({
  actor: agent(runId),
  operation: 'getIssue',
  code,
});

describe('refused calls of runs', () => {
  it('are added up by run, operation and code, with the time of the last one', () => {
    const refused = openRefusedCalls();
    refused.add(call(idOf(3)), at(2));
    refused.add(call(idOf(3)), at(1));
    refused.add(call(idOf(3), 'board_only'), at(3));
    refused.add(call(idOf(4)), at(4));
    const of = { companyId: idOf(2), operation: 'getIssue' };
    const found = { ...of, runId: idOf(3), code: 'issue_not_found' };
    expect(refused.take()).toEqual([
      { ...found, count: 2, lastAt: at(2).toISOString() },
      { ...found, code: 'board_only', count: 1, lastAt: at(3).toISOString() },
      { ...found, runId: idOf(4), count: 1, lastAt: at(4).toISOString() },
    ]);
    expect(refused.take()).toEqual([]);
  });

  it('are those of runs alone', () => {
    const refused = openRefusedCalls();
    refused.add({ ...call(idOf(3)), actor: agent() }, at(1));
    refused.add({ ...call(idOf(3)), actor: undefined }, at(1));
    expect(refused.take()).toEqual([]);
  });

  it('are counted with later ones where they could not be written', () => {
    const refused = openRefusedCalls();
    refused.add(call(idOf(3)), at(1));
    const taken = refused.take();
    refused.add(call(idOf(3)), at(5));
    refused.putBack(taken);
    expect(refused.take()).toMatchObject([{ count: 2, lastAt: at(5).toISOString() }]);
  });

  it('are no more than memory has a place for', () => {
    const refused = openRefusedCalls();
    for (let n = 0; n < 3_000; n += 1) refused.add(call(idOf(n)), at(1));
    expect(refused.take()).toHaveLength(2_000);
  });
});
