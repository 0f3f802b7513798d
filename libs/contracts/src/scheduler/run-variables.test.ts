import { describe, expect, it } from 'vitest';
import { cliPrompt } from '../agents/cli-adapters.ts';
import {
  lacksValue,
  renderPlaceholders,
  renderPrompt,
  unknownPlaceholders,
} from './run-variables.ts';

describe('placeholders', () => {
  it('become empty text if they have no value; other braces stay', () => {
    const text = renderPlaceholders('{{ taskId }}|{{commentId}}|{{other}}|{{constructor}}|{x}', {
      SERVICE_TASK_ID: 'T',
      SERVICE_SECRET: 'S',
    });
    expect(text).toBe('T||{{other}}|{{constructor}}|{x}');
  });

  it('are classified as known, without a value, or unknown', () => {
    expect(unknownPlaceholders('{{taskId}} {{other}} {{secret:x}} {{__proto__}}')).toEqual([
      'other',
      '__proto__',
    ]);
    expect(lacksValue('{{taskId}}', {})).toBe(true);
    expect(lacksValue('{{taskId}}', { SERVICE_TASK_ID: 'T' })).toBe(false);
    expect(lacksValue('{{other}}', {})).toBe(false);
  });
});

describe('a prompt', () => {
  it.each([
    ['a[[ {{taskId}}]]b', { SERVICE_TASK_ID: 'T' }, 'a Tb'],
    ['a[[ {{taskId}}]]b', {}, 'ab'],
    [
      'a[[ {{taskId}} {{commentId}}]]b[[ {{ commentId }}]]',
      { SERVICE_WAKE_COMMENT_ID: 'C' },
      'ab C',
    ],
    [
      'if [[ -f x ]]; then {{taskId}}; [[ {{other}} ]]',
      {},
      'if [[ -f x ]]; then ; [[ {{other}} ]]',
    ],
    ['[[ [[x]] {{taskId}}', { SERVICE_TASK_ID: '[[{{runId}}]]' }, '[[ [[x]] [[{{runId}}]]'],
  ])('leaves out the parts of %j that have no value', (text, values, rendered) => {
    expect(renderPrompt(text, values)).toBe(rendered);
  });

  it('of a coding agent names what woke it, the skill and the first tool, in whole sentences', () => {
    const ways = 'Use the skill muster; begin with its tool get_work.';
    const start = 'You are an agent of a company that is run with Muster.';
    expect(renderPrompt(cliPrompt, {})).toBe(`${start} ${ways}`);
    expect(renderPrompt(cliPrompt, { SERVICE_WAKE_REASON: 'timer' })).toBe(
      `${start} You were woken: timer. ${ways}`,
    );
    const all = renderPrompt(cliPrompt, {
      SERVICE_WAKE_REASON: 'approval_approved',
      SERVICE_TASK_ID: 'I',
      SERVICE_WAKE_COMMENT_ID: 'C',
      SERVICE_APPROVAL_ID: 'A',
      SERVICE_APPROVAL_STATUS: 'approved',
    });
    expect(all).toContain(' The issue is I. Comment C woke you');
    expect(all).toContain(' Approval A is approved');
    expect(all).not.toMatch(/[{}[\]]|\/api|SERVICE_/);
  });
});
