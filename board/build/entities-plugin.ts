/**
 * Character references such as `&amp;` are looked up in a table. For browsers, the parser of Markdown has a
 * module that asks an element by `innerHTML`, which the policy of the pages refuses: a text with one would
 * end its page.
 */
import type { Plugin } from 'vite';

const PACKAGE = 'decode-named-character-reference';
const BY_ELEMENT = /index\.dom\.js$/;

export function entitiesPlugin(): Plugin {
  return {
    name: 'entities',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (source !== PACKAGE) return undefined;
      const found = await this.resolve(source, importer, { skipSelf: true });
      return found && { ...found, id: found.id.replace(BY_ELEMENT, 'index.js') };
    },
  };
}
