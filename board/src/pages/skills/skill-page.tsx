/** One skill: its files, who has it, and how it came to be as it is. */
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import type { Output } from '../../api/operations.ts';
import { isProblem } from '../../api/problem.ts';
import { useWrite } from '../../cache/write.ts';
import { useCompany, useRights } from '../../cache/company.ts';
import { skillQuery } from './skill-queries.ts';
import { sizeOf } from '../../domain/documents/document-sizes.ts';
import { skillFieldsOf } from '../../domain/skills/skill-files.ts';
import { oneLine, visible } from '../../domain/visible.ts';
import { Ago } from '../../ui/ago.tsx';
import { Button } from '../../ui/controls.tsx';
import { Fact, FactList } from '../../ui/facts.tsx';
import { FormDialog } from '../../ui/form.tsx';
import { Section, Waiting } from '../../ui/ledger.tsx';
import { Prose } from '../../ui/markdown/markdown.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Text } from '../../ui/text.tsx';
import { NotFound } from '../frame/not-found.tsx';
import { GiveSkill } from './give-skill.tsx';
import { SkillForm } from './skill-form.tsx';
import { SkillVersions } from './skill-versions.tsx';
import css from './skills.module.css';

type Skill = Output<'getSkill'>;

export function SkillPage(): ReactElement {
  const { skill: slug } = useParams({ from: '/frame/$prefix/skills/$skill' });
  const { id, issuePrefix, timeZone } = useCompany();
  const { mayManageAgents } = useRights(id);
  const { data: skill, error, refetch } = useQuery(skillQuery(id, slug));
  if (isProblem(error, 'skill_not_found', 'invalid_input')) return <NotFound />;
  if (!skill) {
    return (
      <Page title="Skill">
        {error ? <ProblemNote error={error} onRetry={() => void refetch()} /> : <Waiting />}
      </Page>
    );
  }
  const { description, text, others } = skillFieldsOf(skill);
  return (
    <Page
      title={skill.slug}
      above={
        <Link to="/$prefix/skills" params={{ prefix: issuePrefix }}>
          Skills
        </Link>
      }
      actions={mayManageAgents && <SkillActions skill={skill} />}
    >
      <FactList>
        <Fact word="When to use it">
          <Text of={description} />
        </Fact>
        <Fact word="Version">{skill.version}</Fact>
        <Fact word="Size">{sizeOf(skill.bytes)}</Fact>
        <Fact word="Changed">
          <Ago time={skill.createdAt} zone={timeZone} />
        </Fact>
      </FactList>
      <Section title="Text">
        <div className={css.body}>
          <Prose text={text} />
        </div>
      </Section>
      {others.length > 0 && (
        <Section title="Other files" count={others.length}>
          {others.map((file) => (
            <details key={file.path} className={css.file}>
              <summary className="mono">{oneLine(file.path)}</summary>
              {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls is reached by keys */}
              <pre className="verbatim" tabIndex={0} role="group" aria-label={oneLine(file.path)}>
                {visible(file.text)}
              </pre>
            </details>
          ))}
        </Section>
      )}
      <SkillVersions skill={skill} mayEdit={mayManageAgents} />
    </Page>
  );
}

function SkillActions({ skill }: { readonly skill: Skill }): ReactElement {
  const { id, issuePrefix } = useCompany();
  const navigate = useNavigate();
  const [open, setOpen] = useState<'change' | 'give' | 'delete' | undefined>();
  const close = (): void => setOpen(undefined);
  const remove = useWrite('deleteSkill', () => {
    return navigate({ to: '/$prefix/skills', params: { prefix: issuePrefix } });
  });
  return (
    <>
      <Button onClick={() => setOpen('give')}>Give to agents</Button>
      <Button onClick={() => setOpen('change')}>Change</Button>
      <Button look="danger" onClick={() => setOpen('delete')}>
        Delete
      </Button>
      {open === 'change' && <SkillForm skill={skill} onDone={close} onClose={close} />}
      {open === 'give' && <GiveSkill slug={skill.slug} onClose={close} />}
      {open === 'delete' && (
        <FormDialog
          title={`Delete ${skill.slug}?`}
          verb="Delete the skill"
          danger
          error={remove.error}
          isPending={remove.isPending}
          onSubmit={() =>
            remove.mutate({ companyId: id, skill: skill.slug, ifVersion: skill.version })
          }
          onClose={close}
        >
          <p>All versions are deleted, and every agent loses it.</p>
        </FormDialog>
      )}
    </>
  );
}
