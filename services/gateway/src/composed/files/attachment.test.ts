import { expect, it } from 'vitest';
import { attachmentOf } from './attachment.ts';

it.each([
  ['report.pdf', `filename="report.pdf"; filename*=UTF-8''report.pdf`],
  ['a b.txt', `filename="a b.txt"; filename*=UTF-8''a%20b.txt`],
  ['x".html', `filename="x_.html"; filename*=UTF-8''x%22.html`],
  ['Übersicht.svg', `filename="_bersicht.svg"; filename*=UTF-8''%C3%9Cbersicht.svg`],
  [`it's;a=(b).js`, `filename="it_s_a_(b).js"; filename*=UTF-8''it%27s%3Ba%3D%28b%29.js`],
  ['日本.zip', `filename="__.zip"; filename*=UTF-8''%E6%97%A5%E6%9C%AC.zip`],
])('names %s so that it stays one file', (name, header) => {
  expect(attachmentOf(name)).toBe(`attachment; ${header}`);
});
