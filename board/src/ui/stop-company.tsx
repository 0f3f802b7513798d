import { useState, type ReactElement } from 'react';
import { useCompany, useRights } from '../cache/company.ts';
import { useWrite } from '../cache/write.ts';
import { oneLine } from '../domain/visible.ts';
import { Button } from './controls.tsx';
import { FormDialog } from './form.tsx';

/** The emergency stop of a company that works; the bar of one that is stopped lets it work again. */
export function StopCompany(): ReactElement | null {
  const { id, status } = useCompany();
  const { mayManageAgents } = useRights(id);
  const [asks, setAsks] = useState(false);
  if (status !== 'active' || !mayManageAgents) return null;
  return (
    <>
      <Button look="danger" onClick={() => setAsks(true)}>
        Stop all
      </Button>
      {asks && <StopDialog onClose={() => setAsks(false)} />}
    </>
  );
}

/** Only an owner lets a company work again that was stopped. */
export function ResumeCompany(): ReactElement {
  const { isOwner } = useRights(useCompany().id);
  const [asks, setAsks] = useState(false);
  return (
    <>
      <Button
        look="main"
        cannot={isOwner ? undefined : 'Only an owner can resume it.'}
        onClick={() => setAsks(true)}
      >
        Resume all agents
      </Button>
      {asks && <StopDialog onClose={() => setAsks(false)} />}
    </>
  );
}

/** One question, and every live run of the company ends; or, of one that is stopped, what waits starts. */
export function StopDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const { id, name, status, version } = useCompany();
  // What it asks stays while the answer changes the company.
  const [isStopped] = useState(status !== 'active');
  const stop = useWrite('stopCompany', onClose);
  const resume = useWrite('updateCompany', onClose);
  const write = isStopped ? resume : stop;
  const words = isStopped ? resumeWords : stopWords;
  return (
    <FormDialog
      title={`${words.ask} in ${oneLine(name)}`}
      verb={words.ask}
      danger={!isStopped}
      error={write.error}
      isPending={write.isPending}
      onSubmit={() =>
        isStopped
          ? resume.mutate({ companyId: id, status: 'active', ifVersion: version })
          : stop.mutate({ companyId: id })
      }
      onClose={onClose}
    >
      <p>{words.effect}</p>
    </FormDialog>
  );
}

const stopWords = {
  ask: 'Stop all agents',
  effect: 'Every run ends now, and nothing starts until you resume. Wake-ups are kept.',
};
const resumeWords = {
  ask: 'Resume all agents',
  effect: 'Waiting work starts now.',
};
