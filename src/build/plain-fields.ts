// Class fields that a package was compiled to define one by one, as plain assignments: objects made by the million cost half.
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/** `_defineProperty(this, "name", value);`, with a comment before the name. The value ends with the statement. */
const FIELD =
  /_defineProperty\(\s*this,\s*(?:\/\*(?:(?!\*\/)[\s\S])*\*\/\s*)?"([A-Za-z_]\w*)",\s*([^;]*?)\s*\);/g;

export const plainFields = (source: string): string => source.replace(FIELD, 'this.$1 = $2;');

/** For packages of which the parser makes an object for every token. */
export const plainFieldsPlugin: Plugin = {
  name: 'plain-fields',
  setup({ onLoad }) {
    onLoad({ filter: /[/\\]markdown-it\.cjs\.js$/ }, async ({ path }) => ({
      contents: plainFields(await readFile(path, 'utf8')),
      loader: 'js',
    }));
  },
};
