import { describe, expect, it } from 'vitest';
import { agents } from './agents/contract.ts';
import { approvals } from './approvals/contract.ts';
import { composed } from './composed/contract.ts';
import { gateway } from './gateway/contract.ts';
import { contracts } from './index.ts';
import { issues } from './issues/contract.ts';
import { selectableOf, selectFrom, type Selectable, type Selection } from './selection.ts';
import type { Operation } from './define.ts';

const operations: [string, Operation][] = [
  ...contracts.flatMap((contract) => Object.entries<Operation>(contract.operations)),
  ...Object.entries<Operation>(composed),
].filter(([, { http }]) => http !== undefined);

const of = (operation: Operation): Selectable => {
  const selectable = selectableOf(operation);
  if (!selectable) throw new Error('nothing to select from');
  return selectable;
};

describe('what can be selected of an answer', () => {
  it.each(
    operations.filter(([, { paged, produces, who }]) => {
      return paged && !produces && !who.includes('public');
    }),
  )('%s, a list, takes a view and fields', (_, { input, ...operation }) => {
    const names = Object.keys({ ...of({ input, ...operation }).parameters.shape, ...input.shape });
    expect(names).toEqual(expect.arrayContaining(['view', 'fields', 'nulls', 'maxText']));
  });

  it.each(operations)('%s: views have fields of the answer only', (_, operation) => {
    const { fields = [], compact = [], minimal = [] } = selectableOf(operation) ?? {};
    expect(fields).toEqual(expect.arrayContaining([...compact, ...minimal]));
  });

  it('the compact context of a heartbeat leaves out only what its issue says', () => {
    const { fields, compact = [] } = of(composed.getHeartbeatContext);
    const { shape } = composed.getHeartbeatContext.output;
    const leftOut = fields.filter((field) => !compact.includes(field));
    expect(leftOut).toEqual(leftOut.filter((field) => field in shape.issue.shape));
  });

  it('is nothing of a text, a stream, a secret, or an answer without a credential', () => {
    expect(selectableOf(composed.getOnboardingText)).toBeUndefined();
    expect(selectableOf(composed.followCompany)).toBeUndefined();
    expect(selectableOf(gateway.operations.createAgentKey)).toBeUndefined();
    expect(selectableOf(composed.signIn)).toBeUndefined();
  });

  it('does not replace parameters of the operation itself', () => {
    expect(Object.keys(of(issues.operations.listIssues).parameters.shape)).toEqual([
      'nulls',
      'maxText',
    ]);
  });
});

describe('selectFrom', () => {
  const goal = {
    id: 'g',
    companyId: 'c',
    title: 'Sell',
    description: 'x'.repeat(300),
    level: 'company',
    status: 'active',
    parentId: null,
    ownerAgentId: null,
    version: 3,
  };
  const select = (operation: Operation, selection: Selection, answer: unknown) =>
    selectFrom(of(operation), selection, answer);

  it('shows exactly the fields, nulls too', () => {
    expect(
      select(issues.operations.listGoals, { fields: ['title', 'parentId'] }, [goal, goal]),
    ).toEqual([
      { title: 'Sell', parentId: null },
      { title: 'Sell', parentId: null },
    ]);
  });

  it('shows the fields of a list that a choice needs, and no nulls', () => {
    expect(select(issues.operations.listGoals, { view: 'compact' }, [goal])).toEqual([
      { id: 'g', title: 'Sell', level: 'company', status: 'active' },
    ]);
  });

  it('shows one record whole but for its nulls', () => {
    const { parentId: _, ownerAgentId: __, ...rest } = goal;
    expect(select(issues.operations.getGoal, { view: 'compact' }, goal)).toEqual(rest);
  });

  it('leaves out nulls of records in records, and none of free JSON', () => {
    const approval = {
      id: 'a',
      decisionNote: null,
      payload: { patch: { title: null } },
      changes: null,
    };
    expect(select(approvals.operations.getApproval, { nulls: 'omit' }, approval)).toEqual({
      id: 'a',
      payload: { patch: { title: null } },
    });
    const org = [{ id: 'ceo', title: null, reports: [{ id: 'r', title: null, reports: [] }] }];
    expect(select(agents.operations.getOrg, { nulls: 'omit' }, org)).toEqual([
      { id: 'ceo', reports: [{ id: 'r', reports: [] }] },
    ]);
  });

  it('cuts long texts, tells their lengths, and splits no character', () => {
    expect(select(issues.operations.getGoal, { maxText: 100 }, goal)).toMatchObject({
      description: 'x'.repeat(100),
      more: { description: 300 },
    });
    const title = `${'x'.repeat(99)}😀`;
    expect(select(issues.operations.getGoal, { maxText: 100 }, { ...goal, title })).toMatchObject({
      title: 'x'.repeat(99),
    });
  });

  it('keeps of a write what it is about and how that stands now', () => {
    expect(of(issues.operations.updateIssue).minimal).toEqual([
      'id',
      'identifier',
      'status',
      'version',
      'note',
    ]);
    expect(of(issues.operations.getIssue).minimal).toBeUndefined();
  });
});
