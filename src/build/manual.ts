// npm run manual: a static site from the table of commands, in manual/: a page a command, help topics and guides.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkLinks } from './manual/check-links.ts';
import { pagesOf } from './manual/pages.ts';
import { SCRIPT, STYLE, searchPages, shellOf } from './manual/theme.ts';

const OUT = 'manual';

const { pages, ran, refused, failed } = await pagesOf();
const files = new Map<string, string>(pages.map((page) => [page.path, shellOf(page, pages)]));
files.set('style.css', STYLE);
files.set('search.js', SCRIPT);
files.set('search-pages.js', searchPages(pages));
files.set(
  'llms.txt',
  `# docs\n\n${pages.map(({ path, title, summary }) => `- [${title}](${path}): ${summary}`).join('\n')}\n`,
);
files.set('llms-full.txt', pages.map(({ title, text }) => `# ${title}\n\n${text}\n`).join('\n'));
files.set('.nojekyll', '');

const dead = checkLinks(files);
rmSync(OUT, { recursive: true, force: true });
for (const [path, text] of files) {
  mkdirSync(dirname(join(OUT, path)), { recursive: true });
  writeFileSync(join(OUT, path), text);
}
for (const line of dead) console.error(`dead link: ${line}`);
for (const line of failed) console.error(`failed: ${line}`);
console.log(
  `manual/: ${pages.length} pages, ${dead.length} dead links, ${ran} examples run (${refused} of them only a host can do), ${failed.length} failed`,
);
process.exitCode = dead.length + failed.length > 0 ? 1 : 0;
