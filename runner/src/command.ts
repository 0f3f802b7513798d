/** What the command of a wrapped program and the supervisor that starts it have to agree on. */

/**
 * Where a program waits until its runner says that it may begin: a line from descriptor 3. Without
 * one the shell exits, so that a runner and a supervisor that die leave nothing running.
 */
export const PASS_GATE = 'read -r go <&3 || exit 125; exec 3<&-';

/**
 * The first process makes a sandbox, in which the program has a session; or it enters one, and the
 * program is in its process group. It waits for the program in both cases.
 */
export type SandboxUse = 'made' | 'entered';
