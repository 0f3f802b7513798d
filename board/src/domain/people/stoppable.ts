import type { Company, MemberRole, Permission } from '@muster/contracts';

/** Of the session of the reader, what decides whether they may stop a company. */
interface Rights {
  readonly may: { readonly permissions: readonly Permission[] };
  readonly memberships: readonly {
    readonly companyId: string;
    readonly role: MemberRole;
    readonly permissions: readonly Permission[];
  }[];
}

/** The companies that work and that the reader may stop. */
export const stoppable = <C extends Pick<Company, 'id' | 'status'>>(
  companies: readonly C[],
  { may, memberships }: Rights,
): readonly C[] =>
  companies.filter(({ id, status }) => {
    const own = memberships.find(({ companyId }) => companyId === id);
    const has = own?.role === 'owner' || own?.permissions.includes('manage_agents') === true;
    return status === 'active' && (has || may.permissions.includes('manage_agents'));
  });
