import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { call } from '../../api/call.ts';
import { useCompany, useNames } from '../../cache/company.ts';
import { Ago } from '../../ui/ago.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Waiting } from '../../ui/ledger.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Text } from '../../ui/text.tsx';
import css from './issue.module.css';

interface Props {
  readonly issueId: string;
  readonly agentId: string;
  readonly commentId?: string | undefined;
  readonly onClose: () => void;
}

/** Why an agent was or was not woken, with the recorded steps. */
export function WhyWoken({ issueId, agentId, commentId, onClose }: Props): ReactElement {
  const { id, timeZone } = useCompany();
  const names = useNames(id);
  const why = useQuery({
    queryKey: ['runs', id, 'why', agentId, issueId, commentId],
    queryFn: ({ signal }) =>
      call(
        'explainWake',
        { agentId, ...(commentId === undefined ? { issueId } : { commentId }) },
        { signal },
      ),
  });
  const name = names.of(agentId, null) ?? '';
  const verb = why.data?.woken === false ? 'was not woken' : 'was woken';
  return (
    <Dialog label={`Why ${name} ${verb}`} onClose={onClose} wide>
      <h1>
        Why <Text of={name} /> {verb}
      </h1>
      <ProblemNote error={why.error} />
      {why.isPending && <Waiting rows={3} />}
      {why.data && (
        <>
          <p>{why.data.explanation}</p>
          <ol className={css.trail}>
            {why.data.trail.map(({ at, says, what }) => (
              <li key={`${at}${what}${says}`}>
                <Ago time={at} zone={timeZone} />
                <span className="text">{says}</span>
              </li>
            ))}
          </ol>
        </>
      )}
    </Dialog>
  );
}
