/** Gives a skill to agents and takes it from others, each of which keeps what else it has. */
import { useMutation, useQueries, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { call } from '../../api/call.ts';
import { useReadAgain } from '../../cache/write.ts';
import { agentSkillsQuery } from '../../cache/agent-queries.ts';
import { useCompany, useNames } from '../../cache/company.ts';
import { Check, FormDialog } from '../../ui/form.tsx';
import { Waiting } from '../../ui/ledger.tsx';
import { Text } from '../../ui/text.tsx';
import css from './skills.module.css';

/** More agents than are shown at once: each is asked for its skills. */
const AGENTS_MAX = 100;

interface Props {
  readonly slug: string;
  readonly onClose: () => void;
}

export function GiveSkill({ slug, onClose }: Props): ReactElement {
  const { id } = useCompany();
  const client = useQueryClient();
  const agents = [...useNames(id).agents.values()]
    .filter(({ status }) => status !== 'terminated')
    .slice(0, AGENTS_MAX);
  const skills = useQueries({ queries: agents.map((agent) => agentSkillsQuery(id, agent.id)) });
  // What was ticked or unticked, so that what others give or take meanwhile stays as it is then.
  const [toggled, setToggled] = useState<readonly string[]>([]);
  const toggle = (agentId: string): void =>
    setToggled((now) =>
      now.includes(agentId) ? now.filter((each) => each !== agentId) : [...now, agentId],
    );
  const has = (at: number): boolean =>
    skills[at]?.data?.some((each) => each.slug === slug) ?? false;
  const readAgain = useReadAgain();
  const save = useMutation({
    mutationFn: async () => {
      for (const [at, agent] of agents.entries()) {
        if (!toggled.includes(agent.id)) continue;
        const now = await client.fetchQuery({ ...agentSkillsQuery(id, agent.id), staleTime: 0 });
        const others = now.map((each) => each.slug).filter((each) => each !== slug);
        await call('setAgentSkills', {
          agentId: agent.id,
          skills: has(at) ? others : [...others, slug],
        });
      }
    },
    onSuccess: onClose,
    onSettled: () => readAgain('setAgentSkills'),
  });
  const isKnown = skills.every(({ isSuccess }) => isSuccess);
  return (
    <FormDialog
      title={`Give ${slug} to agents`}
      verb="Save"
      error={skills.find(({ error }) => error)?.error ?? save.error}
      isPending={save.isPending}
      ready={isKnown && toggled.length > 0}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      {!isKnown && <Waiting rows={3} />}
      {agents.length === 0 && <p className="dim">The company has no agent yet.</p>}
      <ul className={css.agents}>
        {isKnown &&
          agents.map((agent, at) => (
            <li key={agent.id}>
              <Check
                word={<Text of={agent.name} />}
                on={has(at) !== toggled.includes(agent.id)}
                onSwitch={() => toggle(agent.id)}
              />
            </li>
          ))}
      </ul>
    </FormDialog>
  );
}
