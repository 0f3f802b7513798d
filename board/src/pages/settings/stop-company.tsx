/** The emergency stop: the company pauses and all of its live runs end. */
import { useState, type ReactElement } from 'react';
import { useCompany } from '../../cache/company.ts';
import { useWrite } from '../../cache/write.ts';
import { Button } from '../../ui/controls.tsx';
import { FormDialog } from '../../ui/form.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import css from './settings.module.css';

interface Props {
  readonly mayStop: boolean;
  readonly mayResume: boolean;
}

export function StopCompany({ mayStop, mayResume }: Props): ReactElement {
  const { id, status, version } = useCompany();
  const [asks, setAsks] = useState(false);
  const changes = [['companies'], ['runs', id], ['agents', id]] as const;
  const stop = useWrite('stopCompany', changes, () => setAsks(false));
  const resume = useWrite('updateCompany', changes);
  return (
    <div className={css.narrow}>
      <p className={css.lead}>
        {status === 'active'
          ? 'Agents work. A stop ends every run now, and starts none until the company goes on.'
          : `The company is ${status}: no agent starts. What wakes them meanwhile is kept.`}
      </p>
      <ProblemNote error={resume.error} />
      {status === 'active' && mayStop && (
        <Button look="danger" onClick={() => setAsks(true)}>
          Stop all agents
        </Button>
      )}
      {status !== 'active' && mayResume && (
        <Button
          look="main"
          disabled={resume.isPending}
          onClick={() => resume.mutate({ companyId: id, status: 'active', ifVersion: version })}
        >
          Let the company go on
        </Button>
      )}
      {asks && (
        <FormDialog
          title="Stop all agents?"
          verb="Stop them"
          danger
          error={stop.error}
          isPending={stop.isPending}
          onSubmit={() => stop.mutate({ companyId: id })}
          onClose={() => setAsks(false)}
        >
          <p>Their programs are ended. What they have done so far stays.</p>
        </FormDialog>
      )}
    </div>
  );
}
