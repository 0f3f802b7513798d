/** Imports a company package: files are chosen, what they would create is shown, and then agreed to. */
import type { Company } from '@muster/contracts';
import { useNavigate } from '@tanstack/react-router';
import { useRef, type ReactElement } from 'react';
import { isProblem } from '../../api/problem.ts';
import { readChosen } from '../../cache/packages/chosen-files.ts';
import { useImport, usePreview } from '../../cache/packages/package-queries.ts';
import { counted } from '../../domain/count.ts';
import { Button } from '../../ui/controls.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Text } from '../../ui/text.tsx';
import css from './packages.module.css';
import { Plan } from './plan.tsx';

interface Props {
  /** Undefined: a new company. */
  readonly company: Company | undefined;
}

export function ImportPackage({ company }: Props): ReactElement {
  const navigate = useNavigate();
  const preview = usePreview(company?.id);
  const begin = useImport(company, ({ issuePrefix }, packageImportId) =>
    navigate({
      to: '/$prefix/settings/$section',
      params: { prefix: issuePrefix, section: 'package' },
      search: { import: packageImportId },
    }),
  );
  const plan = preview.data;
  const agree = (): void =>
    plan &&
    begin.mutate(plan, {
      onError: (error) => {
        // What has changed meanwhile is shown before it is agreed to.
        if (isProblem(error, 'package_plan_changed')) preview.mutate(async () => plan.files);
      },
    });
  const choose = (files: readonly File[]): void => {
    begin.reset();
    preview.mutate(() => readChosen(files));
  };
  const isNameless = plan !== undefined && !company && plan.company === null;
  return (
    <>
      <div className={css.narrow}>
        <p className={css.lead}>
          A package is a folder of texts, or a zip archive with one. Nothing is created before you
          have seen the preview.
        </p>
        <Choice isPending={preview.isPending} onChosen={choose} />
        <ProblemNote error={preview.error ?? begin.error} />
        <p role="status">{preview.isPending && 'Reading the files'}</p>
      </div>
      {plan && (
        <>
          <div className={css.narrow}>
            <p>
              {plan.company && !company && (
                <>
                  New company:{' '}
                  <strong>
                    <Text of={plan.company.name} />
                  </strong>
                  .{' '}
                </>
              )}
              {isNameless && 'The package names no company: add a COMPANY.md with a name. '}
              Agents are created paused, without commands, timers, secrets and permissions. Routines
              are paused, and other tasks become issues in the backlog. Each starts when you resume
              it.
            </p>
            <Button
              look="main"
              disabled={begin.isPending || preview.isPending || isNameless}
              cannot={plan.counts.create === 0 ? 'there is nothing to create' : undefined}
              onClick={agree}
            >
              {begin.isPending
                ? 'Sending'
                : `Create ${counted(plan.counts.create, 'entry', 'entries')}`}
            </Button>
          </div>
          <Plan rows={plan.rows} />
        </>
      )}
    </>
  );
}

/** React passes it on, and its types lack it. */
const FOLDER = { webkitdirectory: '' };

interface ChoiceProps {
  readonly isPending: boolean;
  readonly onChosen: (files: readonly File[]) => void;
}

function Choice({ isPending, onChosen }: ChoiceProps): ReactElement {
  return (
    <div className={css.bar}>
      <FileButton word="Choose a zip archive" isPending={isPending} onChosen={onChosen} />
      <FileButton word="Choose a folder" isFolder isPending={isPending} onChosen={onChosen} />
    </div>
  );
}

function FileButton({
  word,
  isFolder = false,
  isPending,
  onChosen,
}: ChoiceProps & { readonly word: string; readonly isFolder?: boolean }): ReactElement {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={word}
        multiple={isFolder}
        {...(isFolder ? FOLDER : {})}
        accept={isFolder ? undefined : '.zip,.md'}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          target.value = '';
          if (files.length > 0) onChosen(files);
        }}
      />
      <Button disabled={isPending} onClick={() => input.current?.click()}>
        {word}
      </Button>
    </>
  );
}
