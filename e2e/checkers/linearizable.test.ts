import { describe, expect, it } from 'vitest';
import { claimRegister, type Act, type Answer } from './claim-register.ts';
import { judge, type Operation } from './linearizable.ts';

type Entry = Operation<Act, Answer>;

const act = (
  input: Act,
  output: Answer | undefined,
  calledAt: number,
  answeredAt: number,
): Entry => ({ input, output, calledAt, answeredAt });
const checkout = (agent: string): Act => ({ type: 'checkout', agent });
const release = (agent: string): Act => ({ type: 'release', agent });
const reassign = (to: string): Act => ({ type: 'reassign', to });
const read: Act = { type: 'read' };
const won = (owner: string): Answer => ({ type: 'done', status: 'in_progress', owner });
const owned = (owner: string): Answer => ({ type: 'owned', owner });
const free: Answer = { type: 'done', status: 'todo', owner: null };

const fits = (...history: Entry[]): boolean => judge(history, claimRegister).linearizable;

describe('the judge of histories', () => {
  it('accepts a race that one agent won', () => {
    expect(
      fits(
        act(checkout('ann'), owned('bob'), 0, 10),
        act(checkout('bob'), won('bob'), 1, 9),
        act(checkout('cem'), owned('bob'), 2, 11),
      ),
    ).toBe(true);
  });

  it('refuses a race with two winners', () => {
    expect(
      fits(act(checkout('ann'), won('ann'), 0, 10), act(checkout('bob'), won('bob'), 1, 9)),
    ).toBe(false);
  });

  it('refuses a conflict over an issue without an owner', () => {
    expect(
      fits(act(checkout('ann'), owned('bob'), 0, 1), act(checkout('bob'), won('bob'), 2, 3)),
    ).toBe(false);
  });

  it('refuses a conflict with an owner that had released the issue', () => {
    expect(
      fits(
        act(checkout('bob'), won('bob'), 0, 1),
        act(release('bob'), free, 2, 3),
        act(checkout('ann'), owned('bob'), 4, 5),
      ),
    ).toBe(false);
  });

  it('accepts two winners with a release between them', () => {
    expect(
      fits(
        act(checkout('bob'), won('bob'), 0, 1),
        act(release('bob'), free, 2, 8),
        act(checkout('ann'), won('ann'), 3, 5),
      ),
    ).toBe(true);
  });

  it('accepts a claim that would have changed nothing at first, and changed something later', () => {
    expect(
      fits(
        act(checkout('bob'), won('bob'), 0, 1),
        act(checkout('bob'), won('bob'), 2, 20),
        act(reassign('ann'), won('ann'), 2, 5),
        act(release('ann'), free, 6, 8),
        act(read, won('bob'), 21, 22),
      ),
    ).toBe(true);
  });

  it('accepts a reassignment that happened before or after another', () => {
    const both = [act(reassign('ann'), won('ann'), 1, 9), act(reassign('bob'), won('bob'), 1, 9)];
    const begun = act(checkout('ann'), won('ann'), 0, 0.5);
    expect(fits(begun, ...both, act(read, won('ann'), 10, 11))).toBe(true);
    expect(fits(begun, ...both, act(read, won('bob'), 10, 11))).toBe(true);
    expect(fits(begun, ...both, act(read, won('cem'), 10, 11))).toBe(false);
  });

  it('refuses a successful release by another agent', () => {
    expect(fits(act(checkout('bob'), won('bob'), 0, 1), act(release('ann'), free, 2, 3))).toBe(
      false,
    );
  });

  it('refuses an order that only a later write could explain', () => {
    expect(
      fits(
        act(checkout('ann'), owned('bob'), 0, 1),
        act(reassign('bob'), { type: 'done', status: 'todo', owner: 'bob' }, 2, 3),
      ),
    ).toBe(false);
  });

  it('refuses a read of the state before an answered write', () => {
    expect(fits(act(checkout('bob'), won('bob'), 0, 1), act({ type: 'read' }, free, 2, 3))).toBe(
      false,
    );
  });

  it('lets an operation without an answer have happened', () => {
    expect(
      fits(act(checkout('bob'), undefined, 0, 1), act(checkout('ann'), owned('bob'), 2, 3)),
    ).toBe(true);
  });

  it('lets an operation without an answer not have happened', () => {
    expect(
      fits(act(checkout('bob'), undefined, 0, 1), act(checkout('ann'), won('ann'), 2, 3)),
    ).toBe(true);
  });

  it('lets an operation without an answer happen late, but only once', () => {
    const late = act(checkout('bob'), undefined, 0, 1);
    const before = act({ type: 'read' }, free, 2, 3);
    expect(fits(late, before, act({ type: 'read' }, won('bob'), 4, 5))).toBe(true);
    expect(
      fits(
        late,
        before,
        act({ type: 'read' }, won('bob'), 4, 5),
        act(release('bob'), free, 6, 7),
        act({ type: 'read' }, won('bob'), 8, 9),
      ),
    ).toBe(false);
  });

  it('reports the longest order, and what did not fit', () => {
    const verdict = judge(
      [act(checkout('ann'), won('ann'), 0, 1), act(checkout('bob'), won('bob'), 2, 3)],
      claimRegister,
    );
    expect(verdict).toMatchObject({
      linearizable: false,
      order: [{ input: checkout('ann') }],
      stuck: [{ input: checkout('bob') }],
    });
  });

  it('judges a race of 300 agents at once without trying every order', () => {
    const agents = Array.from({ length: 300 }, (_, index) => `agent ${index}`);
    const race = agents.map((agent, index) =>
      act(checkout(agent), index === 217 ? won(agent) : owned('agent 217'), index, 1_000 + index),
    );
    expect(fits(...race)).toBe(true);
    expect(fits(...race, act(checkout('late'), won('late'), 5, 2_000))).toBe(false);
  });
});
