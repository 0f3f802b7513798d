/** Ids of things that were made some time ago. */
import { newId } from '@muster/service-kit';

/** As `newId` made it so many days ago. */
export function idOfPast(days: number): string {
  const made = Math.round(Date.now() - days * 86_400_000);
  const time = made.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}${newId().slice(13)}`;
}
