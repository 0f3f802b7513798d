/** A hook may name a routine, which only the issues service can look up. */
import { gateway, issues, Refusal, scopeOf } from '@muster/contracts';
import type { Rpc } from '@muster/service-kit';
import type { BodyCheck } from '../upstream/body-check.ts';
import { readAs } from '../upstream/read-as.ts';

const { createHook, updateHook } = gateway.operations;

export const requireRoutineOfHook =
  (rpc: Rpc): BodyCheck =>
  async (input, call) => {
    const hook = createHook.input.safeParse(input).data ?? updateHook.input.safeParse(input).data;
    if (hook?.effect?.kind !== 'routine') return;
    // A company outside the caller's scope is refused as absent by whoever owns hooks.
    const scope = scopeOf(call.actor);
    if (scope !== 'all' && !scope.includes(hook.companyId)) return;
    const { routineId } = hook.effect;
    const absent = new Refusal('routine_not_found', { field: 'effect.routineId' });
    const found = await readAs(rpc, call)(issues, 'getRoutine', { routineId }).catch(
      (error: unknown) => {
        throw error instanceof Refusal && error.code === 'routine_not_found' ? absent : error;
      },
    );
    if (found.companyId !== hook.companyId) throw absent;
  };
