import type { Member } from '@muster/contracts';
import type { ReactElement } from 'react';
import { call } from '../../api/call.ts';
import { useCompany } from '../../cache/company.ts';
import { useEdit } from '../../cache/edit.ts';
import { useWrite } from '../../cache/write.ts';
import { permissionWords, roleWords } from '../../domain/people/people.ts';
import { FormDialog } from '../../ui/form.tsx';
import { RoleFields, sentRights, type Rights } from './role-fields.tsx';

interface Props {
  readonly member: Member;
  readonly onClose: () => void;
}

/** A role and its permissions are one decision. */
const rightsOf = ({ role, permissions }: Member) => ({ rights: { role, permissions } });

export function ChangeMember({ member, onClose }: Props): ReactElement {
  const { id } = useCompany();
  const { userId } = member;
  const { fields, theirs, isTouched, set, over } = useEdit(member, {
    fieldsOf: (row = member) => rightsOf(row),
    read: async () => {
      const members = await call('listMembers', { companyId: id });
      return members.find((each) => each.userId === userId) ?? member;
    },
  });
  const save = useWrite('changeMember', onClose, over);
  return (
    <FormDialog
      title={`Role of ${member.name}`}
      verb="Save"
      error={save.error}
      isPending={save.isPending}
      ready={isTouched}
      theirs={[['Role', theirs.rights && inWords(theirs.rights)]]}
      onSubmit={() => save.mutate({ companyId: id, userId, ...sentRights(fields.rights) })}
      onClose={onClose}
    >
      <RoleFields
        rights={fields.rights}
        onChange={({ role, permissions }) =>
          set({ rights: { role, permissions: [...permissions] } })
        }
      />
    </FormDialog>
  );
}

const inWords = ({ role, permissions }: Rights): string =>
  [roleWords[role], ...permissions.map((each) => permissionWords[each])].join(', ');
