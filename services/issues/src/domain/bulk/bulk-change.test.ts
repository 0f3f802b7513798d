import { describe, expect, it } from 'vitest';
import { countOutcomes, patchFor } from './bulk-change.ts';

const [kept, old, added] = ['a', 'b', 'c'] as const;

describe('the patch of one of many issues', () => {
  it('has the fields of the change', () => {
    expect(patchFor({ labelIds: [kept] }, { priority: 'high' })).toEqual({ priority: 'high' });
  });

  it('adds labels to those of the issue, and takes others from them', () => {
    const change = { addLabelIds: [added, kept], removeLabelIds: [old] };
    expect(patchFor({ labelIds: [kept, old] }, change)).toEqual({ labelIds: [kept, added] });
  });
});

describe('the counts of a receipt', () => {
  const refused = (issueId: string, code: string) => ({
    issueId,
    identifier: issueId,
    code,
    error: 'No.',
  });

  it('are by outcome, of refusals by code, and name the first', () => {
    const outcomes = ['changed', refused('x', 'held'), 'unchanged', refused('y', 'held')] as const;
    expect(countOutcomes(outcomes, 1)).toEqual({
      changed: 1,
      unchanged: 1,
      refused: { held: 2 },
      firstRefused: [refused('x', 'held')],
    });
  });
});
