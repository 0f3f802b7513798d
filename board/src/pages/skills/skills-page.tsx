/** The skills of a company: how it does something, written once and given to agents. */
import type { Skill } from '@muster/contracts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { skillsQuery } from '../../cache/agent-queries.ts';
import { useCompany, useRights } from '../../cache/company.ts';
import { counted } from '../../domain/count.ts';
import { Ago } from '../../ui/ago.tsx';
import { Button } from '../../ui/controls.tsx';
import { Empty, Ledger, Row, useRowKeys, Waiting } from '../../ui/ledger.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Text } from '../../ui/text.tsx';
import { SkillForm } from './skill-form.tsx';

export function SkillsPage(): ReactElement {
  const { id, issuePrefix } = useCompany();
  const { mayManageAgents } = useRights(id);
  const navigate = useNavigate();
  const skills = useQuery(skillsQuery(id));
  const [adds, setAdds] = useState(false);
  useRowKeys();
  return (
    <Page
      title="Skills"
      actions={
        mayManageAgents && (
          <Button look="main" onClick={() => setAdds(true)}>
            New skill
          </Button>
        )
      }
    >
      {adds && (
        <SkillForm
          onDone={({ slug }) =>
            void navigate({
              to: '/$prefix/skills/$skill',
              params: { prefix: issuePrefix, skill: slug },
            })
          }
          onClose={() => setAdds(false)}
        />
      )}
      <ProblemNote error={skills.error} onRetry={() => void skills.refetch()} />
      {skills.isPending && <Waiting />}
      {skills.data?.length === 0 && (
        <Empty>
          <p>
            A skill says how the company does something, such as publishing or answering customers.
            Write it once, and give it to the agents that need it.
          </p>
        </Empty>
      )}
      <Ledger label="Skills">
        {skills.data?.map((skill) => (
          <SkillRow key={skill.id} skill={skill} />
        ))}
      </Ledger>
    </Page>
  );
}

function SkillRow({ skill }: { readonly skill: Skill }): ReactElement {
  const { issuePrefix, timeZone } = useCompany();
  return (
    <Row
      to={`/${issuePrefix}/skills/${skill.slug}`}
      margin={<Ago time={skill.createdAt} zone={timeZone} short />}
      side={
        <>
          <span>{counted(skill.fileCount, 'file')}</span>
          <span>version {skill.version}</span>
        </>
      }
    >
      <span className="mono">{skill.slug}</span>
      <Text of={skill.description} />
    </Row>
  );
}
