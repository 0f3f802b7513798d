/** What an agent reads before it works: its stored instructions, and the skills that it was given. */
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import {
  agentSkillsQuery,
  instructionsQuery,
  instructionsRevisionsQuery,
} from '../../cache/agent-queries.ts';
import { useCompany, useNames, type Rights } from '../../cache/company.ts';
import { Ago } from '../../ui/ago.tsx';
import { Button } from '../../ui/controls.tsx';
import { Empty, Section, Waiting } from '../../ui/ledger.tsx';
import { Prose } from '../../ui/markdown/markdown.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Text } from '../../ui/text.tsx';
import type { AgentDetail } from './agent-detail.ts';
import css from './agent.module.css';
import { ChooseSkills, EditInstructions, InstructionsVersion } from './guidance-dialogs.tsx';
import { counted } from '../../domain/count.ts';

interface Props {
  readonly agent: AgentDetail;
  readonly rights: Rights;
}

export function Guidance({ agent, rights }: Props): ReactElement {
  const mayEdit = rights.mayManageAgents && agent.status !== 'terminated';
  return (
    <>
      <Instructions agent={agent} mayEdit={mayEdit} />
      <Skills agent={agent} mayEdit={mayEdit} />
    </>
  );
}

interface Part {
  readonly agent: AgentDetail;
  readonly mayEdit: boolean;
}

function Instructions({ agent, mayEdit }: Part): ReactElement {
  const { id } = useCompany();
  const instructions = useQuery(instructionsQuery(id, agent.id));
  const [edits, setEdits] = useState(false);
  const { data } = instructions;
  return (
    <Section title="Instructions">
      <ProblemNote error={instructions.error} onRetry={() => void instructions.refetch()} />
      {instructions.isPending && <Waiting rows={3} />}
      <div className={css.body}>
        {data && (data.body === null ? <NoInstructions /> : <Prose text={data.body} />)}
        {data && mayEdit && (
          <p>
            <Button onClick={() => setEdits(true)}>
              {data.body === null ? 'Write instructions' : 'Change'}
            </Button>
          </p>
        )}
        {data && data.version > 0 && <Versions agent={agent} current={data.version} />}
      </div>
      {edits && data && (
        <EditInstructions agent={agent} instructions={data} onClose={() => setEdits(false)} />
      )}
    </Section>
  );
}

const NoInstructions = (): ReactElement => (
  <Empty>
    <p>
      No instructions yet. Coding agents find them in their home folder before a run; other programs
      read them from the API.
    </p>
  </Empty>
);

function Versions({
  agent,
  current,
}: {
  readonly agent: AgentDetail;
  readonly current: number;
}): ReactElement {
  const { id, timeZone } = useCompany();
  const names = useNames(id);
  const versions = useQuery(instructionsRevisionsQuery(id, agent.id)).data ?? [];
  const [shown, setShown] = useState<number | undefined>();
  return (
    <details>
      <summary className="dim">Versions ({versions.length})</summary>
      <ol className={css.revisions}>
        {versions.map(({ version, bytes, createdAt, createdByAgentId, createdByUserId }) => (
          <li key={version}>
            <span>
              <span className="mono">{version}</span>{' '}
              <Text of={names.of(createdByAgentId, createdByUserId) ?? 'Muster'} />,{' '}
              {createdAt !== null && <Ago time={createdAt} zone={timeZone} />},{' '}
              {counted(bytes, 'byte')}
            </span>
            {version !== current && (
              <Button look="quiet" onClick={() => setShown(version)}>
                Compare
              </Button>
            )}
          </li>
        ))}
      </ol>
      {shown !== undefined && (
        <InstructionsVersion agent={agent} version={shown} onClose={() => setShown(undefined)} />
      )}
    </details>
  );
}

function Skills({ agent, mayEdit }: Part): ReactElement {
  const { id } = useCompany();
  const skills = useQuery(agentSkillsQuery(id, agent.id));
  const [edits, setEdits] = useState(false);
  return (
    <Section title="Skills" count={skills.data?.length}>
      <ProblemNote error={skills.error} onRetry={() => void skills.refetch()} />
      {skills.data?.length === 0 && (
        <Empty>
          <p>It has only Muster’s own skill.</p>
        </Empty>
      )}
      <ul className={css.skills}>
        {(skills.data ?? []).map(({ slug, description, version }) => (
          <li key={slug}>
            <span className="mono">{slug}</span> <Text of={description} />{' '}
            <span className="dim">version {version}</span>
          </li>
        ))}
      </ul>
      {mayEdit && (
        <p className={css.more}>
          <Button onClick={() => setEdits(true)}>Choose skills</Button>
        </p>
      )}
      {edits && skills.data && (
        <ChooseSkills
          agent={agent}
          given={skills.data.map(({ slug }) => slug)}
          onClose={() => setEdits(false)}
        />
      )}
    </Section>
  );
}
