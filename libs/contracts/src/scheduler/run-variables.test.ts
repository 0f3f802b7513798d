import { describe, expect, it } from 'vitest';
import { lacksValue, renderPlaceholders, unknownPlaceholders } from './run-variables.ts';

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
