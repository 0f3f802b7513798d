import { useState, type ReactElement } from 'react';
import { useCompany, useRights } from '../cache/company.ts';
import { useWrite } from '../cache/write.ts';
import { oneLine } from '../domain/visible.ts';
import { Button } from './controls.tsx';
import { FormDialog } from './form.tsx';

/** The emergency stop: one question, and every live run of the company ends. Only an owner lifts it. */
export function StopCompany(): ReactElement | null {
  const { id, name, status, version } = useCompany();
  const { mayManageAgents, isOwner } = useRights(id);
  const [asks, setAsks] = useState(false);
  const changes = [['companies'], ['agents', id], ['runs', id]];
  const close = (): void => setAsks(false);
  const stop = useWrite('stopCompany', changes, close);
  const resume = useWrite('updateCompany', changes, close);
  const isStopped = status !== 'active';
  const write = isStopped ? resume : stop;
  const words = isStopped ? startWords : stopWords;
  if (!(isStopped ? isOwner : mayManageAgents)) return null;
  return (
    <>
      <Button look={isStopped ? 'main' : 'danger'} onClick={() => setAsks(true)}>
        {words.ask}
      </Button>
      {asks && (
        <FormDialog
          title={`${words.ask}: ${oneLine(name)}`}
          verb={words.verb}
          danger={!isStopped}
          error={write.error}
          isPending={write.isPending}
          onSubmit={() =>
            isStopped
              ? resume.mutate({ companyId: id, status: 'active', ifVersion: version })
              : stop.mutate({ companyId: id })
          }
          onClose={close}
        >
          <p>{words.effect}</p>
        </FormDialog>
      )}
    </>
  );
}

const stopWords = {
  ask: 'Stop all',
  verb: 'Stop all agents',
  effect:
    'All live runs end now, and no agent starts until you let them work again. What wakes them ' +
    'meanwhile waits.',
};
const startWords = {
  ask: 'Let all work again',
  verb: 'Start',
  effect: 'What has waited meanwhile starts now.',
};
