/** A key that was just made, how each program uses it, and whether it has been used. It is shown only here. */
import { useId, useState, type ReactElement, type ReactNode } from 'react';
import { keyVariable, waysOf, type KeyOf, type Part } from '../../domain/connect/programs.ts';
import { Ago } from '../../ui/ago.tsx';
import { Button } from '../../ui/controls.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Copied } from '../../ui/shown-once.tsx';
import css from './connect.module.css';

/** How often a list of keys is read while its new one is shown: no event says that a key was used. */
export const ASK_EVERY_MS = 2_000;

interface Props {
  readonly label: string;
  readonly token: string;
  readonly of: KeyOf;
  /** When it was used last, as its list says; undefined while that is not known. */
  readonly lastUsedAt: string | null | undefined;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function NewKeyDialog({
  label,
  token,
  of,
  lastUsedAt,
  onClose,
  children,
}: Props): ReactElement {
  return (
    <Dialog label={label} onClose={onClose} wide>
      <h1>{label}</h1>
      <p>{children}</p>
      <Copied value={token} />
      <p className="dim">It is shown only now.</p>
      <Programs of={of} />
      <FirstCall at={lastUsedAt} />
      <div className={css.ends}>
        <Button onClick={onClose}>I have kept it</Button>
      </div>
    </Dialog>
  );
}

function Programs({ of }: { readonly of: KeyOf }): ReactElement {
  const ways = waysOf(location.origin, of);
  const [chosen, setChosen] = useState(ways[0]?.id);
  const name = useId();
  const way = ways.find(({ id }) => id === chosen);
  return (
    <section aria-label="Use it in" className={css.programs}>
      <h2>Use it in</h2>
      <div role="radiogroup" aria-label="Program" className={css.choice}>
        {ways.map(({ id, word }) => (
          <label key={id} className={css.program}>
            <input
              type="radio"
              name={name}
              checked={id === chosen}
              onChange={() => setChosen(id)}
            />
            {word}
          </label>
        ))}
      </div>
      {[keyVariable, ...(way?.parts ?? [])].map((part) => (
        <Snippet key={part.text} part={part} />
      ))}
    </section>
  );
}

function Snippet({ part: { where, text } }: { readonly part: Part }): ReactElement {
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <div>
      <p>{where}</p>
      <div className={css.snippet}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls is reached by keys */}
        <pre className="verbatim" tabIndex={0} role="group" aria-label={where} dir="ltr">
          {text}
        </pre>
        {'clipboard' in navigator && (
          <Button look="quiet" onClick={() => void copy()}>
            {copied ? 'Copied' : 'Copy'}
          </Button>
        )}
      </div>
    </div>
  );
}

function FirstCall({ at }: { readonly at: Props['lastUsedAt'] }): ReactElement {
  return (
    <p role="status" className={typeof at === 'string' ? css.heard : 'dim'}>
      {typeof at === 'string' ? (
        <>
          ✓ Heard from it <Ago time={at} />
        </>
      ) : (
        'Waiting for its first call…'
      )}
    </p>
  );
}
