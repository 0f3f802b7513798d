/** Members of a company with one permission each, and what the contracts give to none of them. */
import { isWrite, Permission } from '@muster/contracts';
import { idPositions } from '../requests/inputs/ids.ts';
import { thingsOfNoCompany } from '../requests/inputs/things.ts';
import { routes, type Route } from '../requests/routes.ts';

export const memberKinds = [...Permission.options, 'viewer'] as const;
export type MemberKind = (typeof memberKinds)[number];

export interface Denial {
  readonly name: string;
  readonly route: Route;
  readonly code: string;
}

/** Routes of a company that board users may call at all. */
const companyRoutes = routes.filter(
  (route) =>
    route.operation.who.includes('board') &&
    !route.operation.who.includes('public') &&
    !route.operation.aboutCaller &&
    idPositions(route).some(
      ({ where, thing }) => where === 'path' && !thingsOfNoCompany.includes(thing),
    ),
);

/** The calls that a member of this kind is refused, each with the code of its refusal. */
export function denialsOf(kind: MemberKind): Denial[] {
  return companyRoutes.flatMap((route) => {
    const code = refusalOf(route, kind);
    return code === undefined ? [] : [{ name: route.name, route, code }];
  });
}

function refusalOf({ operation }: Route, kind: MemberKind): string | undefined {
  const { needs } = operation;
  if (needs === 'instance_admin') return 'instance_admin_only';
  if (kind === 'viewer' && isWrite(operation)) return 'viewer_reads_only';
  if (needs === undefined || needs === kind) return undefined;
  return needs === 'owner' ? 'owner_only' : 'permission_missing';
}
