/** What a stand-in for a program has to know of it. */

export interface Given {
  /** The flags. */
  readonly values: Readonly<Record<string, unknown>>;
  /** The session to resume. */
  readonly session?: string | undefined;
}

export interface Fake {
  /** Folder of its transcripts. */
  readonly transcripts: string;
  /** Variables with secrets, of which none may stand in its arguments or settings. */
  readonly secrets: readonly string[];
  /** Throws at a flag that the program does not have, and where it is not what the program needs. */
  readonly parse: (args: readonly string[]) => Given;
  /** Files and folders that the program reads. */
  readonly paths: (given: Given) => Paths;
  /** Prints that it does not know the session; returns its exit code. */
  readonly refuseSession: (session: string) => number;
  /** Prints the beginning of a turn. Counts are of each kind of token. */
  readonly begin: (session: string, added: number) => void;
  /** Prints that the quota of its login is nearly used up. */
  readonly warn?: (session: string) => void;
  /** Prints the end of it. */
  readonly end: (
    session: string,
    counts: { readonly added: number; readonly total: number },
  ) => void;
}

export interface Paths {
  /** Where it keeps its sessions. */
  readonly sessions: string;
  readonly instructions: string;
  readonly skills: string;
  /** With the MCP server of the control plane. */
  readonly settings: string;
}

export const say = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);

export const variable = (name: string): string => process.env[name] ?? '';
