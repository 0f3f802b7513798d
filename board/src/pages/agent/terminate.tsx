import type { ReactElement } from 'react';
import { useWrite } from '../../cache/write.ts';
import { oneLine } from '../../domain/visible.ts';
import { FormDialog } from '../../ui/form.tsx';
import type { AgentDetail } from './agent-detail.ts';

interface Props {
  readonly agent: AgentDetail;
  readonly onClose: () => void;
}

export function Terminate({ agent, onClose }: Props): ReactElement {
  const end = useWrite('terminateAgent', onClose);
  return (
    <FormDialog
      title={`Terminate ${oneLine(agent.name)}?`}
      verb="Terminate for good"
      danger
      error={end.error}
      isPending={end.isPending}
      onSubmit={() => end.mutate({ agentId: agent.id })}
      onClose={onClose}
    >
      <p>
        Its run ends, its keys are revoked, and its issues are released for others. What it has done
        and cost stays. To stop it for a while, pause it.
      </p>
    </FormDialog>
  );
}
