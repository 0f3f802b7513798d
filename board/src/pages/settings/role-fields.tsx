import type { MemberRole, Permission } from '@muster/contracts';
import type { ReactElement } from 'react';
import { memberRoles, permissions } from 'virtual:contracts/people';
import { permissionWords, roleHints, roleWords } from '../../domain/people/people.ts';
import { Select } from '../../ui/controls.tsx';
import { Check, Choices } from '../../ui/form.tsx';

export interface Rights {
  readonly role: MemberRole;
  readonly permissions: readonly Permission[];
}

interface Props {
  readonly rights: Rights;
  readonly onChange: (rights: Rights) => void;
}

/** The role of a person, and for an operator what it may do besides. */
export function RoleFields({ rights, onChange }: Props): ReactElement {
  const { role } = rights;
  return (
    <>
      <Select
        label="Role"
        value={role}
        hint={roleHints[role]}
        options={memberRoles.map((each) => [each, roleWords[each]])}
        onPick={(picked) => onChange({ ...rights, role: picked })}
      />
      {role === 'operator' && (
        <Choices legend="May also">
          {permissions.map((each) => (
            <Check
              key={each}
              word={permissionWords[each]}
              on={rights.permissions.includes(each)}
              onSwitch={(on) =>
                onChange({
                  ...rights,
                  permissions: permissions.filter((one) =>
                    one === each ? on : rights.permissions.includes(one),
                  ),
                })
              }
            />
          ))}
        </Choices>
      )}
    </>
  );
}

/** Permissions belong to operators: an owner has all of them, and a viewer none. */
export const sentRights = ({ role, permissions: held }: Rights) => ({
  role,
  permissions: role === 'operator' ? [...held] : [],
});
