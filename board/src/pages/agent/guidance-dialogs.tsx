import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { call } from '../../api/call.ts';
import type { Output } from '../../api/operations.ts';
import { instructionsQuery, skillsQuery } from '../../cache/agent-queries.ts';
import { useWrite } from '../../cache/write.ts';
import { useCompany } from '../../cache/company.ts';
import { useEdit } from '../../cache/edit.ts';
import { oneLine } from '../../domain/visible.ts';
import { Area } from '../../ui/controls.tsx';
import { Check, FormDialog } from '../../ui/form.tsx';
import { Waiting } from '../../ui/ledger.tsx';
import { Text } from '../../ui/text.tsx';
import type { AgentDetail } from './agent-detail.ts';
import css from './agent.module.css';
import { TextDifference } from './difference-list.tsx';

interface InstructionsProps {
  readonly agent: AgentDetail;
  readonly instructions: Output<'getInstructions'>;
  readonly onClose: () => void;
}

/** A text of the agent; an empty one takes the stored text away. */
export function EditInstructions({
  agent,
  instructions,
  onClose,
}: InstructionsProps): ReactElement {
  const { fields, theirs, isTouched, set, over } = useEdit(instructions, {
    fieldsOf: (row = instructions) => ({ text: row.body ?? '' }),
    read: () => call('getInstructions', { agentId: agent.id }),
  });
  const { text } = fields;
  const save = useWrite('setInstructions', onClose, over);
  return (
    <FormDialog
      title={`Instructions of ${oneLine(agent.name)}`}
      verb="Save"
      error={save.error}
      isPending={save.isPending}
      ready={isTouched}
      theirs={[['Text', theirs.text]]}
      onSubmit={() => save.mutate({ agentId: agent.id, body: text.trim() === '' ? null : text })}
      onClose={onClose}
    >
      <Area
        label="Text"
        hint="Markdown, read by its next run. Do not include secrets."
        rows={16}
        value={text}
        onChange={(event) => set({ text: event.target.value })}
      />
    </FormDialog>
  );
}

interface VersionProps {
  readonly agent: AgentDetail;
  readonly version: number;
  readonly onClose: () => void;
}

/** An earlier text beside the one of now, and the way back to it. */
export function InstructionsVersion({ agent, version, onClose }: VersionProps): ReactElement {
  const { id } = useCompany();
  const then = useQuery(instructionsQuery(id, agent.id, version));
  const now = useQuery(instructionsQuery(id, agent.id));
  const save = useWrite('setInstructions', onClose);
  const back = (): void => {
    if (!then.data || !now.data) return;
    save.mutate({ agentId: agent.id, body: then.data.body, ifVersion: now.data.version });
  };
  return (
    <FormDialog
      title={`From version ${version} to now`}
      verb={`Go back to version ${version}`}
      error={then.error ?? save.error}
      isPending={save.isPending}
      ready={then.isSuccess && now.isSuccess}
      onSubmit={back}
      onClose={onClose}
    >
      {then.data && now.data ? (
        <TextDifference before={then.data.body ?? ''} after={now.data.body ?? ''} />
      ) : (
        <Waiting />
      )}
    </FormDialog>
  );
}

interface SkillsProps {
  readonly agent: AgentDetail;
  readonly given: readonly string[];
  readonly onClose: () => void;
}

const without = (slugs: readonly string[], taken: readonly string[]): string[] =>
  slugs.filter((slug) => !taken.includes(slug));

export function ChooseSkills({ agent, given, onClose }: SkillsProps): ReactElement {
  const { id } = useCompany();
  const all = useQuery(skillsQuery(id));
  // What was ticked or unticked, so that what others give or take meanwhile stays as it is then.
  const [toggled, setToggled] = useState<readonly string[]>([]);
  const chosen = without(
    [...given, ...toggled],
    given.filter((slug) => toggled.includes(slug)),
  );
  const save = useWrite('setAgentSkills', onClose);
  const toggle = (slug: string): void =>
    setToggled((now) => (now.includes(slug) ? without(now, [slug]) : [...now, slug]));
  return (
    <FormDialog
      title={`Skills of ${oneLine(agent.name)}`}
      verb="Save"
      error={all.error ?? save.error}
      isPending={save.isPending}
      ready={all.isSuccess && toggled.length > 0}
      onSubmit={() => save.mutate({ agentId: agent.id, skills: chosen })}
      onClose={onClose}
    >
      {all.isPending && <Waiting rows={3} />}
      {all.data?.length === 0 && <p className="dim">The company has no skills yet.</p>}
      <ul className={css.skills}>
        {(all.data ?? []).map(({ slug, description }) => (
          <li key={slug}>
            <Check
              word={
                <>
                  <span className="mono">{slug}</span> <Text of={description} />
                </>
              }
              on={chosen.includes(slug)}
              onSwitch={() => toggle(slug)}
            />
          </li>
        ))}
      </ul>
    </FormDialog>
  );
}
