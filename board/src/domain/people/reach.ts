/** How far a board token reaches, from the least. */
export type Reach = 'read' | 'write' | 'decide';

export const reaches: readonly (readonly [Reach, string])[] = [
  ['read', 'Read'],
  ['write', 'Write issues and comments, without decisions'],
  ['decide', 'Everything that I may do'],
];

export const reachAsked = (asked: {
  readonly readOnly: boolean;
  readonly mayDecide: boolean;
}): Reach => {
  if (asked.readOnly) return 'read';
  return asked.mayDecide ? 'decide' : 'write';
};
