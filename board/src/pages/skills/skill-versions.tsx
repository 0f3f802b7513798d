import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import type { Output } from '../../api/operations.ts';
import { useWrite } from '../../cache/write.ts';
import { useCompany, useNames } from '../../cache/company.ts';
import { skillQuery, skillVersionsQuery } from './skill-queries.ts';
import { sizeOf } from '../../domain/documents/document-sizes.ts';
import { wholeText } from '../../domain/skills/skill-files.ts';
import { Ago } from '../../ui/ago.tsx';
import { Button } from '../../ui/controls.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormDialog } from '../../ui/form.tsx';
import { Section, Waiting } from '../../ui/ledger.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Text } from '../../ui/text.tsx';
import { TextDifference } from '../agent/difference-list.tsx';
import css from './skills.module.css';

interface Props {
  readonly skill: Output<'getSkill'>;
  readonly mayEdit: boolean;
}

export function SkillVersions({ skill, mayEdit }: Props): ReactElement {
  const { id, timeZone } = useCompany();
  const names = useNames(id);
  const versions = useQuery(skillVersionsQuery(id, skill.slug));
  const [shown, setShown] = useState<number | undefined>();
  const close = (): void => setShown(undefined);
  return (
    <Section title="Versions" count={versions.data?.length}>
      <ProblemNote error={versions.error} onRetry={() => void versions.refetch()} />
      <ol className={css.versions}>
        {versions.data?.map(({ version, bytes, createdAt, createdByUserId }) => (
          <li key={version}>
            <span>
              Version {version} by <Text of={names.of(null, createdByUserId) ?? 'Muster'} />,{' '}
              <Ago time={createdAt} zone={timeZone} />, {sizeOf(bytes)}
            </span>
            {version !== skill.version && (
              <Button look="quiet" onClick={() => setShown(version)}>
                Compare
              </Button>
            )}
          </li>
        ))}
      </ol>
      {shown !== undefined &&
        (mayEdit ? (
          <GoBack skill={skill} version={shown} onClose={close} />
        ) : (
          <Dialog label={`From version ${shown} to now`} onClose={close} wide>
            <h1>From version {shown} to now</h1>
            <Difference skill={skill} version={shown} />
            <Button onClick={close}>Close</Button>
          </Dialog>
        ))}
    </Section>
  );
}

interface EarlierProps {
  readonly skill: Output<'getSkill'>;
  readonly version: number;
}

function GoBack({
  skill,
  version,
  onClose,
}: EarlierProps & { readonly onClose: () => void }): ReactElement {
  const { id } = useCompany();
  const then = useQuery(skillQuery(id, skill.slug, version));
  const save = useWrite('setSkill', onClose);
  return (
    <FormDialog
      title={`From version ${version} to now`}
      verb={`Go back to version ${version}`}
      error={save.error}
      isPending={save.isPending}
      ready={then.isSuccess}
      onSubmit={() => {
        if (!then.data) return;
        const { files } = then.data;
        save.mutate({ companyId: id, skill: skill.slug, files, ifVersion: skill.version });
      }}
      onClose={onClose}
    >
      <Difference skill={skill} version={version} />
    </FormDialog>
  );
}

function Difference({ skill, version }: EarlierProps): ReactElement {
  const { id } = useCompany();
  const then = useQuery(skillQuery(id, skill.slug, version));
  return (
    <>
      <ProblemNote error={then.error} onRetry={() => void then.refetch()} />
      {then.data ? (
        <TextDifference before={wholeText(then.data.files)} after={wholeText(skill.files)} />
      ) : (
        <Waiting rows={3} />
      )}
    </>
  );
}
