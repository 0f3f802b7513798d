/** What a look has found, with the next step where there is one. */
export interface Finding {
  readonly level: 'ok' | 'warn' | 'fail' | 'unknown';
  /** What was looked at. */
  readonly about: string;
  readonly message: string;
  readonly hint: string | null;
}

export const isBad = ({ level }: Finding): boolean => level === 'fail' || level === 'unknown';
