import type { PackageImportRow } from '@muster/contracts';
import type { Address } from '../../ui/links/address.ts';

/** Where the thing is shown that an import has made. */
export function addressOf(
  { kind, slug, thingId }: PackageImportRow,
  prefix: string,
  routineIds: ReadonlySet<string>,
): Address | undefined {
  if (thingId === null) return undefined;
  switch (kind) {
    case 'agent':
      return { to: '/$prefix/agents/$agentRef', params: { prefix, agentRef: thingId } };
    case 'skill':
      return { to: '/$prefix/skills/$skill', params: { prefix, skill: slug } };
    case 'goal':
      return { to: '/$prefix/goals', params: { prefix } };
    case 'project':
      return { to: '/$prefix/projects/$projectId', params: { prefix, projectId: thingId } };
    case 'task':
      return routineIds.has(thingId)
        ? { to: '/$prefix/routines/$routineId', params: { prefix, routineId: thingId } }
        : { to: '/$prefix/issues/$ref', params: { prefix, ref: thingId } };
    default:
      return undefined;
  }
}
