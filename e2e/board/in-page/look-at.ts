/** What is wrong with the page that is shown, in words; nothing if it is well. */
export function lookAt(): string[] {
  const objections: string[] = [];
  const say = (what: string, of: Element | string): void => {
    const where = typeof of === 'string' ? of : of.outerHTML;
    if (objections.length < 20) objections.push(`${what}: ${where.slice(0, 160)}`);
  };
  if ('taken' in globalThis) say('a text has run', '');
  const wider = document.documentElement.scrollWidth - innerWidth;
  if (wider > 0) say('wider than its window', `by ${wider} px`);
  // What reorders or hides text, but the joiners of emoji.
  const pretends =
    /[\u00AD\u061C\u115F\u1160\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164\uFEFF\uFFA0]/u;
  const controls = /(?![\t\n\r])\p{Cc}/u;
  for (const text of [document.title, document.body.innerText]) {
    const found = pretends.exec(text) ?? controls.exec(text);
    if (found)
      say('a character that cannot be seen', text.slice(found.index - 20, found.index + 20));
  }
  for (const element of document.querySelectorAll('[title],[aria-label],[alt],[placeholder]')) {
    for (const name of ['title', 'aria-label', 'alt', 'placeholder']) {
      if (pretends.test(element.getAttribute(name) ?? ''))
        say(`a hidden character in ${name}`, element);
    }
  }
  const foreign =
    'script, style, link, meta, base, iframe, object, embed, img, video, audio, form[action]';
  for (const element of document.body.querySelectorAll(foreign)) {
    // Styles and scripts of the document follow its frame.
    if (element.parentElement !== document.body) say('an element of a text', element);
  }
  for (const element of document.body.querySelectorAll('*')) {
    const handler = element.getAttributeNames().find((name) => name.startsWith('on'));
    if (handler !== undefined) say('a handler of a text', element);
  }
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href]')) lookAtLink(link, say);
  for (const element of document.querySelectorAll('main *, nav *, dialog *')) {
    if (leavesItsBox(element)) say('leaves its box', element);
  }
  return objections;
}

/** A link leads to the web and says where, or to a page of ours that signs no one in. */
function lookAtLink(link: HTMLAnchorElement, say: (what: string, of: Element) => void): void {
  // An address that is none leads nowhere.
  if (!URL.canParse(link.href)) return;
  const url = new URL(link.href);
  if (url.protocol === 'mailto:') return;
  if (!['http:', 'https:'].includes(url.protocol)) return say('a link that runs', link);
  if (url.origin === location.origin) {
    const signsIn = /^\/(?:enter|join|api|mcp)(?:\/|$)/.test(url.pathname) && !link.closest('nav');
    if (signsIn && !link.hasAttribute('download')) say('a link that signs in', link);
    return;
  }
  if (!link.relList.contains('noopener') || !link.relList.contains('noreferrer')) {
    say('a foreign link that tells where it was clicked', link);
  }
  const named = link.textContent.includes(url.host);
  if (!named) say('a foreign link that does not name its host', link);
}

/** Whether the element reaches over an edge of the window, and no box around it cuts it off or scrolls. */
function leavesItsBox(element: Element): boolean {
  const { left, right, width } = element.getBoundingClientRect();
  if (width === 0 || (left >= -1 && right <= innerWidth + 1)) return false;
  for (let box = element.parentElement; box; box = box.parentElement) {
    if (getComputedStyle(box).overflowX !== 'visible') return false;
  }
  return true;
}
