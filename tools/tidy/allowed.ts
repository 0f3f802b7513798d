/** The exceptions, each with its reason. A rule that needs many of them is the wrong rule. */
export type Exception = { readonly path: string; readonly because: string };

/** Tests that must let real time pass, because time is what they are about. */
export const sleepers: readonly Exception[] = [
  { path: 'e2e/chaos/nemesis.ts', because: 'how long something is away is what it decides' },
];
