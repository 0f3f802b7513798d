import { readFileSync } from 'node:fs';
import { describeEach } from '@muster/test-kit/needs';
import { expect, it } from 'vitest';
import { attempts, type AttemptName, type Holds } from './attempts/table.ts';
import { allKinds, hasKind, inProcessFor } from './kinds.ts';

const ATTEMPTS = new URL('attempts/make-attempts.ts', import.meta.url);
const names = Object.keys(attempts) as AttemptName[];

/** Of 1 or more, only a parent traces its children. */
function hasYama(): boolean {
  try {
    return Number(readFileSync('/proc/sys/kernel/yama/ptrace_scope', 'utf8')) > 0;
  } catch {
    return false;
  }
}

const isHeld = (holds: Holds): boolean => (holds === 'held by Yama' ? hasYama() : holds === 'held');

describeEach(allKinds, hasKind)('isolation: %s', (kind) => {
  it('holds of the attempts of a hostile program what its page says', async () => {
    const got = (await inProcessFor(kind, ATTEMPTS)) as Record<AttemptName, string>;
    const held = (name: AttemptName): boolean => !/secret-of-|done/.test(got[name]);
    expect(
      Object.fromEntries(names.map((name) => [name, held(name) ? 'held' : got[name]])),
    ).toEqual(
      Object.fromEntries(
        names.map((name) => [
          name,
          isHeld(attempts[name].holds[kind]) ? 'held' : expect.stringMatching(/secret-of-|done/),
        ]),
      ),
    );
  });
});
