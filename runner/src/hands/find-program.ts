/** Whether the agent's user can start a program, and what is in the way. */
import { FIND_WAY, look, type Eyes } from './look.ts';

/** Prints the state, and what keeps the user from the program, if anything does. */
const FIND_PROGRAM = `${FIND_WAY}
first=
try() {
  if [ ! -d "$1" ] && [ -x "$1" ]; then printf 'usable\\0\\0'; exit; fi
  find_way "$1"
  first=\${first:-$blocked}
}
case $1 in
*/*) try "$1" ;;
*) set -f; IFS=:; for folder in $PATH; do try "$folder/$1"; done ;;
esac
if [ -n "$first" ]; then printf 'program_not_usable\\0%s\\0' "$first"
else printf 'program_missing\\0\\0'; fi`;

export interface FoundProgram {
  readonly state: 'usable' | 'program_missing' | 'program_not_usable';
  /** A path; empty where nothing is. */
  readonly blocked: string;
}

/** @param path its PATH */
export async function findProgram(
  eyes: Eyes,
  { program, cwd, path }: { readonly program: string; readonly cwd: string; readonly path: string },
): Promise<FoundProgram> {
  const what = { script: FIND_PROGRAM, args: [program], cwd, path, shown: [cwd] };
  const [state, blocked = ''] = await look(eyes, what);
  if (state === 'usable' || state === 'program_not_usable') return { state, blocked };
  return { state: 'program_missing', blocked };
}
