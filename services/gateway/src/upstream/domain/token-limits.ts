/** What the limits of a board token leave of the rights of its user. */
import { Permission, type Membership, type TokenLimits, type UserActor } from '@muster/contracts';

type Companies = UserActor['companies'];

/** Whether the token may do less than its user. */
export const narrows = ({ companies, readOnly, mayDecide }: TokenLimits): boolean =>
  companies !== null || readOnly || mayDecide === false;

/**
 * Never more than the user has now. A token of an instance admin with limits has no right on the
 * instance, and is an owner's in the companies that it names.
 */
export function companiesWithin(own: Companies, limits: TokenLimits): Companies {
  if (!narrows(limits)) return own;
  const named = limits.companies;
  const held = own === 'all' ? (named ?? []).map(ownerOf) : own;
  return held
    .filter(({ companyId }) => named?.includes(companyId) ?? true)
    .map((membership) => narrowed(membership, limits));
}

const ownerOf = (companyId: string): Membership => ({
  companyId,
  role: 'owner',
  permissions: [...Permission.options],
});

function narrowed(membership: Membership, { readOnly, mayDecide }: TokenLimits): Membership {
  const { companyId, role } = membership;
  if (readOnly || role === 'viewer') return { companyId, role: 'viewer', permissions: [] };
  return mayDecide === false ? { companyId, role: 'operator', permissions: [] } : membership;
}
