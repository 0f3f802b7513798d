/** What a person does with a routine: run it now, turn it on or off, change it, archive it. */
import type { Routine } from '@muster/contracts';
import type { ReactElement } from 'react';
import { useWrite } from '../../cache/write.ts';
import { Button } from '../../ui/controls.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { RunNow } from './run-now.tsx';

interface Props {
  readonly routine: Routine;
  readonly onEdit: () => void;
}

export function RoutineActions({ routine, onEdit }: Props): ReactElement | null {
  const turn = useWrite('updateRoutine');
  const archive = useWrite('archiveRoutine');
  const { id: routineId, version: ifVersion, status } = routine;
  const isOn = status === 'active';
  const next = isOn ? 'paused' : 'active';
  if (status === 'archived') return null;
  const error = turn.error ?? archive.error;
  return (
    <>
      <RunNow routine={routine} />
      <Button
        look={isOn ? 'plain' : 'main'}
        disabled={turn.isPending}
        onClick={() => turn.mutate({ routineId, status: next, ifVersion })}
      >
        {isOn ? 'Pause' : 'Turn on'}
      </Button>
      <Button onClick={onEdit}>Edit</Button>
      <Button
        look="danger"
        disabled={archive.isPending}
        onClick={() => archive.mutate({ routineId })}
      >
        Archive
      </Button>
      {error !== null && <ProblemNote error={error} />}
    </>
  );
}
