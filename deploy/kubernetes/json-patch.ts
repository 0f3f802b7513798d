/** JSON Patch (RFC 6902), without `move`, `copy` and `test`: the language of patches in overlays. */
export interface Operation {
  readonly op: 'add' | 'replace' | 'remove';
  readonly path: string;
  readonly value?: unknown;
}

/** Changes the document; a path that leads nowhere is an error. */
export function apply(document: unknown, { op, path, value }: Operation): void {
  const keys = path
    .slice(1)
    .split('/')
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  const last = keys.pop() ?? '';
  let at = document as Record<string, unknown>;
  for (const key of keys) {
    const next = at[key];
    if (next === null || typeof next !== 'object')
      throw new Error(`a patch has no target at ${path}`);
    at = next as Record<string, unknown>;
  }
  if (op !== 'add' && !(last in at)) throw new Error(`a patch has no target at ${path}`);
  if (op === 'remove') delete at[last];
  else if (Array.isArray(at) && op === 'add') {
    at.splice(last === '-' ? at.length : Number(last), 0, value);
  } else at[last] = value;
}
