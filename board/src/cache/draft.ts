/**
 * What somebody has begun to write survives a reload, together with the key of its request: a retry after
 * a crash posts once. Drafts of everybody are gone with the sign-out.
 */
import { useState } from 'react';

const PREFIX = 'muster.draft.';

export interface Draft {
  readonly text: string;
  readonly key: string;
}

const fresh = (): Draft => ({ text: '', key: crypto.randomUUID() });

export function useDraft(name: string): [Draft, (text: string) => void, () => void] {
  const [draft, setDraft] = useState(() => read(name));
  const write = (text: string): void => {
    // A key belongs to one text: another text is another request.
    const next = text === draft.text ? draft : { text, key: crypto.randomUUID() };
    localStorage.setItem(PREFIX + name, JSON.stringify(next));
    setDraft(next);
  };
  const clear = (): void => {
    localStorage.removeItem(PREFIX + name);
    setDraft(fresh());
  };
  return [draft, write, clear];
}

export function forgetDrafts(): void {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(PREFIX)) localStorage.removeItem(key);
  }
}

function read(name: string): Draft {
  try {
    const kept = JSON.parse(localStorage.getItem(PREFIX + name) ?? 'null') as Draft | null;
    return kept !== null && typeof kept.text === 'string' ? kept : fresh();
  } catch {
    return fresh();
  }
}
