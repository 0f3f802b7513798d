import type { Member } from '@muster/contracts';
import { useState, type ReactElement } from 'react';
import { useCompany } from '../../cache/company.ts';
import { useWrite } from '../../cache/write.ts';
import { FormDialog } from '../../ui/form.tsx';
import { RoleFields, sentRights, type Rights } from './role-fields.tsx';

interface Props {
  readonly member: Member;
  readonly onClose: () => void;
}

export function ChangeMember({ member, onClose }: Props): ReactElement {
  const { id } = useCompany();
  const [rights, setRights] = useState<Rights>(member);
  const save = useWrite('changeMember', [['members', id], ['session']], onClose);
  return (
    <FormDialog
      title={`Role of ${member.name}`}
      verb="Save"
      error={save.error}
      isPending={save.isPending}
      onSubmit={() =>
        save.mutate({
          companyId: id,
          userId: member.userId,
          ...sentRights(rights),
          ifVersion: member.version,
        })
      }
      onClose={onClose}
    >
      <RoleFields rights={rights} onChange={setRights} />
    </FormDialog>
  );
}
