import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type { AgentCheck } from '@muster/contracts';
import { call } from '../../api/call.ts';
import { useCompany } from '../../cache/company.ts';
import type { Mark } from '../../domain/marks.ts';
import { oneLine } from '../../domain/visible.ts';
import { Button } from '../../ui/controls.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Waiting } from '../../ui/ledger.tsx';
import { StateMark } from '../../ui/mark.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Text } from '../../ui/text.tsx';
import type { AgentDetail } from './agent-detail.ts';
import css from './agent.module.css';

interface Props {
  readonly agent: AgentDetail;
  readonly onClose: () => void;
}

const marks: Readonly<Record<AgentCheck['level'], Mark>> = {
  ok: { word: 'OK', tone: 'done', shape: 'full' },
  warn: { word: 'Look at it', tone: 'stuck', shape: 'bar' },
  fail: { word: 'Fails', tone: 'error', shape: 'cross' },
  unknown: { word: 'Unknown', tone: 'quiet', shape: 'dotted' },
};
const loudness: readonly AgentCheck['level'][] = ['fail', 'unknown', 'warn', 'ok'];

/** Looks where the agent would be started, and starts nothing. What is wrong comes first. */
export function Check({ agent, onClose }: Props): ReactElement {
  const { id } = useCompany();
  const check = useQuery({
    queryKey: ['check', id, agent.id],
    queryFn: async ({ signal }) => {
      const report = await call('checkAgent', { agentId: agent.id }, { signal });
      return 'checks' in report ? report : { ok: false, checks: [] };
    },
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const checks = (check.data?.checks ?? []).toSorted(
    (one, other) => loudness.indexOf(one.level) - loudness.indexOf(other.level),
  );
  const name = oneLine(agent.name);
  return (
    <Dialog label={`Check of ${name}`} onClose={onClose} wide>
      <h1>{headOf(name, check.data?.ok)}</h1>
      {check.isFetching && <p className="dim">Looking where it would be started…</p>}
      {check.isPending && <Waiting rows={5} />}
      <ProblemNote error={check.error} />
      <ul className={css.checks}>
        {checks.map(({ code, level, message, hint }) => (
          <li key={`${code}${message}`}>
            <StateMark kind="issue" mark={marks[level]} />
            <span>
              <Text of={message} />
              {hint !== null && (
                <span className="dim">
                  {' '}
                  <Text of={hint} />
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
      <Button disabled={check.isFetching} onClick={() => void check.refetch()}>
        Check again
      </Button>
    </Dialog>
  );
}

function headOf(name: string, ok: boolean | undefined): string {
  if (ok === undefined) return `Check of ${name}`;
  return ok ? `${name} can be started` : `${name} cannot be started as it is`;
}
