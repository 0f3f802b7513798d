/** Events as sentences: an action is an entity and what happened to it. */
import type { Activity } from '@muster/contracts';

/** `issue.checked_out` → `checked out issue`. */
export function sentenceOf(action: string): string {
  const [entity = '', verb = ''] = action.split('.', 2);
  if (verb === 'commented') return `commented on ${entity}`;
  return [verb, entity].map((word) => word.replaceAll('_', ' ')).join(' ');
}

export function subjectOf({ details }: Pick<Activity, 'details'>): string {
  const { identifier, title, name } = details as Readonly<Record<string, unknown>>;
  const parts = typeof name === 'string' ? [name] : [identifier, title];
  return parts.filter((each) => typeof each === 'string').join(' ');
}
