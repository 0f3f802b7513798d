import type { OpenDialog } from './dialog.ts';

/** The dialog on top; without one, the main part has the focus, so that keys reach the page. */
export function openDialog(): OpenDialog | undefined {
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
  if (dialog === undefined) {
    document.querySelector('main')?.focus();
    return undefined;
  }
  const form = [dialog, ...dialog.querySelectorAll('*')].map((element) => {
    const attributes = element.getAttributeNames().toSorted().join(' ');
    // A name that is empty is a fault, which another name in its place is not.
    const text = element.textContent.trim() === '' ? '' : 'text';
    return `${element.tagName} ${element.getAttribute('class') ?? ''} ${attributes} ${text}`;
  });
  return {
    name: dialog.getAttribute('aria-label') ?? 'a dialog without a name',
    form: form.join('\n'),
  };
}
