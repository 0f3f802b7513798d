/** Operations on imports of packages. */
import type { RoomOperations } from '../parts.ts';
import { getPackageImport } from './operations/get-package-import.ts';
import { startPackageImport } from './operations/start-package-import.ts';

export const packageOperations = {
  startPackageImport,
  getPackageImport,
} satisfies RoomOperations;
