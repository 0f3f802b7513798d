/**
 * Moves styles and scripts behind the first frame, in this order. What stands before a style sheet is painted without it:
 * over a slow line a trip earlier. The scripts are twenty times as large as the styles, and would take the line from them.
 */
import type { Plugin } from 'vite';

const STYLES = /[ \t]*<link rel="stylesheet"[^>]*>\n/g;
const SCRIPTS = /[ \t]*<(?:script type="module"|link rel="modulepreload")[^>]*>(?:<\/script>)?\n/g;

export const frameFirstPlugin = (): Plugin => ({
  name: 'frame-first',
  transformIndexHtml: {
    order: 'post',
    handler(html) {
      const moved = [STYLES, SCRIPTS].flatMap((each) => html.match(each) ?? []);
      const rest = html.replaceAll(STYLES, '').replaceAll(SCRIPTS, '');
      return rest.replace('</body>', `${moved.join('')}  </body>`);
    },
  },
});
