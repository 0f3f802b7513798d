import { describe, expect, it } from 'vitest';
import { availableKinds, inProcessFor } from './kinds.ts';

const CHOICES = new URL('choices.ts', import.meta.url);
const kinds = availableKinds();

describe('the isolation of a runner', () => {
  it.each(kinds)(
    'is the strongest that works for its user, or the one that is asked for: %s',
    async (kind) => {
      const isRoot = kind.startsWith('user');
      const unprivileged = kinds.includes('sandbox') ? 'sandbox' : 'none';
      expect(await inProcessFor(kind, CHOICES)).toEqual({
        strongest: isRoot ? 'user' : unprivileged,
        user: isRoot ? 'user' : 'MUSTER_ISOLATION=user: the runner is not root',
        none: 'none',
      });
    },
  );
});
