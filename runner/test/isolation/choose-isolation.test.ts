import { itEach } from '@muster/test-kit/needs';
import { describe, expect } from 'vitest';
import { usedKinds, hasKind, inProcessFor } from './kinds.ts';

const CHOICES = new URL('choices.ts', import.meta.url);

describe('the isolation of a runner', () => {
  itEach(usedKinds, hasKind)(
    'is the strongest that works for its user, or the one that is asked for: %s',
    async (kind) => {
      const isRoot = kind.startsWith('user');
      const unprivileged = hasKind('sandbox') ? 'sandbox' : 'none';
      expect(await inProcessFor(kind, CHOICES)).toEqual({
        strongest: isRoot ? 'user' : unprivileged,
        user: isRoot ? 'user' : 'MUSTER_ISOLATION=user: the runner is not root',
        none: 'none',
      });
    },
  );
});
