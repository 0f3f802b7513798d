/** Where agents work: folders of the runner's machine, repositories, or both. */
import type { Project, Workspace } from '@muster/contracts';
import { useState, type ReactElement } from 'react';
import { call } from '../../api/call.ts';
import { detailOf } from '../../api/problem.ts';
import { useEdit } from '../../cache/edit.ts';
import { useWrite } from '../../cache/write.ts';
import { emptyAsNull, trimmed } from '../../domain/changed.ts';
import { Act, ActRow } from '../../ui/acts.tsx';
import { Button, Field } from '../../ui/controls.tsx';
import { Check, FormDialog, Pair } from '../../ui/form.tsx';
import { Empty, Ledger, Section } from '../../ui/ledger.tsx';
import { Text } from '../../ui/text.tsx';
import { onOrOff } from '../../ui/theirs.tsx';
import settings from '../settings/settings.module.css';

interface Props {
  readonly project: Project;
  readonly mayWrite: boolean;
}

export function Workspaces({ project, mayWrite }: Props): ReactElement {
  const [adds, setAdds] = useState(false);
  return (
    <Section title="Workspaces" count={project.workspaces.length}>
      {project.workspaces.length === 0 && (
        <Empty>
          <p>No folder or repository yet. Agents work where their own settings say.</p>
        </Empty>
      )}
      <Ledger label="Workspaces">
        {project.workspaces.map((workspace) => (
          <WorkspaceRow key={workspace.id} workspace={workspace} mayWrite={mayWrite} />
        ))}
      </Ledger>
      {mayWrite && (
        <div className={settings.bar}>
          <Button onClick={() => setAdds(true)}>Add a workspace</Button>
        </div>
      )}
      {adds && <WorkspaceForm projectId={project.id} onClose={() => setAdds(false)} />}
    </Section>
  );
}

function WorkspaceRow({
  workspace,
  mayWrite,
}: {
  readonly workspace: Workspace;
  readonly mayWrite: boolean;
}): ReactElement {
  const [open, setOpen] = useState<'change' | 'delete' | undefined>();
  const close = (): void => setOpen(undefined);
  const remove = useWrite('deleteWorkspace', close);
  const { name, cwd, repoUrl, repoRef, isPrimary } = workspace;
  return (
    <>
      <ActRow
        name={
          <>
            <Text of={name} />
            {isPrimary && <span className="dim">primary</span>}
          </>
        }
        facts={
          <span className="mono">
            <Text of={[cwd, repoUrl, repoRef].filter((each) => each !== null).join('  ')} />
          </span>
        }
        acts={
          mayWrite && (
            <>
              <Act word="Change" of={name} onAct={() => setOpen('change')} />
              <Act word="Delete" of={name} danger onAct={() => setOpen('delete')} />
            </>
          )
        }
      />
      {open === 'change' && (
        <WorkspaceForm projectId={workspace.projectId} workspace={workspace} onClose={close} />
      )}
      {open === 'delete' && (
        <FormDialog
          title={`Delete the workspace ${name}?`}
          verb="Delete"
          danger
          error={remove.error}
          isPending={remove.isPending}
          onSubmit={() =>
            remove.mutate({ projectId: workspace.projectId, workspaceId: workspace.id })
          }
          onClose={close}
        >
          <p>The folder and the repository themselves stay as they are.</p>
        </FormDialog>
      )}
    </>
  );
}

const fieldsOf = (workspace: Workspace | undefined) => ({
  name: workspace?.name ?? '',
  cwd: workspace?.cwd ?? '',
  repoUrl: workspace?.repoUrl ?? '',
  repoRef: workspace?.repoRef ?? '',
  isPrimary: workspace?.isPrimary ?? false,
});

const sentOf = <T extends Partial<ReturnType<typeof fieldsOf>>>(fields: T) =>
  emptyAsNull(trimmed(fields), ['cwd', 'repoUrl', 'repoRef']);

async function readWorkspace(workspace: Workspace): Promise<Workspace> {
  const all = await call('listWorkspaces', { projectId: workspace.projectId });
  return all.find(({ id }) => id === workspace.id) ?? workspace;
}

function WorkspaceForm({
  projectId,
  workspace,
  onClose,
}: {
  readonly projectId: string;
  readonly workspace?: Workspace;
  readonly onClose: () => void;
}): ReactElement {
  const { fields, touched, theirs, isTouched, set, over } = useEdit(workspace, {
    fieldsOf,
    read: workspace && (() => readWorkspace(workspace)),
  });
  const create = useWrite('createWorkspace', onClose);
  const update = useWrite('updateWorkspace', onClose, over);
  const write = workspace ? update : create;
  const field = (
    name: 'name' | 'cwd' | 'repoUrl' | 'repoRef',
    label: string,
    hint: string,
  ): ReactElement => (
    <Field
      label={label}
      hint={hint}
      value={fields[name]}
      wrong={detailOf(write.error, name)}
      onChange={(event) => set({ [name]: event.target.value })}
    />
  );
  const { name, cwd, repoUrl } = trimmed(fields);
  return (
    <FormDialog
      title={workspace ? `Change ${workspace.name}` : 'Add a workspace'}
      verb="Save"
      error={write.error}
      isPending={write.isPending}
      ready={name !== '' && (cwd !== '' || repoUrl !== '') && (isTouched || !workspace)}
      theirs={[
        ['Name', theirs.name],
        ['Folder', theirs.cwd],
        ['Repository', theirs.repoUrl],
        ['Branch', theirs.repoRef],
        ['Agents begin here', onOrOff(theirs.isPrimary)],
      ]}
      onSubmit={() =>
        workspace
          ? update.mutate({ projectId, workspaceId: workspace.id, ...sentOf(touched) })
          : create.mutate({ projectId, ...sentOf(fields) })
      }
      onClose={onClose}
    >
      {field('name', 'Name', 'For example the repository name.')}
      {field(
        'cwd',
        'Folder',
        'Full path on the machine where agents run. Give a folder, a repository, or both.',
      )}
      <Pair>
        {field('repoUrl', 'Repository', 'An address for git.')}
        {field('repoRef', 'Branch', 'Or a tag, or a commit.')}
      </Pair>
      <Check
        word="Agents start here (primary)"
        on={fields.isPrimary}
        onSwitch={(isPrimary) => set({ isPrimary })}
      />
    </FormDialog>
  );
}
