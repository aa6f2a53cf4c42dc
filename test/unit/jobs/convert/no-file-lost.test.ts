import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { freshCli } from '../../../helpers/cli.ts';
import { lostFiles, pagesMade } from '../../../helpers/convert-proof.ts';
import { untilEnd, writeFiles } from '../../../helpers/lasting.ts';

const A = '0123456789abcdef0123456789abcdef';
const B = 'fedcba9876543210fedcba9876543210';
const DEEP = `<div>${'<b>'.repeat(5000)}deep`;
const UNREADABLE = Buffer.from('\ufeff# Sixteen bits', 'utf16le');

/** Folders with a file of every kind that each tool has, and a few that none should have. */
const FOLDERS: Record<string, { files: Record<string, string | Buffer>; left: string[]; read: string[] }> = {
  mintlify: {
    files: {
      'docs.json': '{ "navigation": { "$ref": "nav/all.json" } }',
      'nav/all.json': '{ "groups": [{ "group": "Start", "pages": ["index", "SUMMARY"] }] }',
      'index.mdx':
        'import Part from "/snippets/part.mdx"\n\n# Start\n\n<Part />\n\n![logo](/logo/light.svg) [all](/.data/all.zip)\n',
      'SUMMARY.md': '# Summary\n\nWords that stay.\n',
      'sixteen.md': UNREADABLE,
      'snippets/part.mdx': 'Shared words.\n',
      'snippets/alone.mdx': 'Never used.\n',
      'logo/light.svg': '<svg/>',
      'logo/dark.svg': '<svg/>',
      'README.md': '# For those who write\n',
      'package.json': '{}',
      '.data/all.zip': 'zip',
      '.github/workflows/ci.yml': 'on: push',
      '.github/dependabot.yml': 'version: 2',
    },
    read: ['docs.json', 'nav/all.json', 'snippets/part.mdx'],
    left: [
      '.github/dependabot.yml',
      '.github/workflows/ci.yml',
      'README.md',
      'package.json',
      'sixteen.md',
      'snippets/alone.mdx',
    ],
  },
  docusaurus: {
    files: {
      'site/docusaurus.config.js': 'module.exports = { url: "https://depot.example" };\n',
      'site/sidebars.js': 'module.exports = { docs: ["intro", "more/first"] };\n',
      'site/docs/intro.md': '---\nid: intro\n---\n# Intro\n\n![plan](../plans/first.png)\n',
      'site/docs/more/_category_.json': '{ "label": "More" }',
      'site/docs/more/first.mdx': 'import Part from "../_part.mdx";\n\n# First\n\n<Part />\n',
      'site/docs/_part.mdx': 'Shared words.\n',
      'site/plans/first.png': 'png',
      'site/plans/second.png': 'png',
      'site/static/img/logo.svg': '<svg/>',
      'site/blog/2020-01-01-news.md': '# News\n',
      'site/src/pages/index.js': 'export default 1;',
    },
    read: [
      'site/docs/_part.mdx',
      'site/docs/more/_category_.json',
      'site/docusaurus.config.js',
      'site/sidebars.js',
    ],
    left: ['site/blog/2020-01-01-news.md', 'site/plans/second.png', 'site/src/pages/index.js'],
  },
  mkdocs: {
    files: {
      'mkdocs.yml': 'site_name: Depot\nnav:\n  - index.md\n  - Notes: summary.md\n',
      'docs/index.md': '# Start\n\n--8<-- "parts/shared.md"\n\n![x](img/x.png)\n',
      'docs/summary.md': '# Summary\n\nWords that stay.\n',
      'docs/img/x.png': 'png',
      'docs/css/extra.css': 'a {}',
      'docs/.pages': 'nav: []',
      'parts/shared.md': 'Shared words.\n',
      'src/program.py': 'print()',
    },
    read: ['mkdocs.yml', 'parts/shared.md'],
    left: ['docs/.pages', 'docs/css/extra.css', 'src/program.py'],
  },
  notion: {
    files: {
      [`Home ${A}.md`]: `# Home\n\n[Tasks](Tasks%20${B}.csv)\n\n![p](Home%20${A}/p.png)\n`,
      [`Home ${A}/p.png`]: 'png',
      [`Home ${A}/q.png`]: 'png',
      [`Tasks ${B}.csv`]: 'Name\nVisible\n',
      [`Tasks ${B}_all.csv`]: 'Name\nVisible\nHidden\n',
      [`Old ${B}.html`]: '<p>The other export</p>',
      'Many.csv': `Name\n${'row\n'.repeat(1001)}`,
      'notes.txt': 'text',
    },
    read: [`Tasks ${B}_all.csv`],
    left: [`Old ${B}.html`],
  },
  confluence: {
    files: {
      'index.html':
        '<h2 class="pageSectionTitle">Available Pages:</h2><ul><li><a href="Home_1.html">Home</a></li></ul>',
      'Home_1.html':
        '<html><body><h1 id="title-heading"><span id="title-text">Home</span></h1><div id="main-content"><p>Every word</p><img src="attachments/1/2.png"></div></body></html>',
      'Deep_3.html': DEEP,
      'attachments/1/2.png': 'png',
      'attachments/1/3.pdf': 'pdf',
      'styles/site.css': 'a {}',
      'images/icons/wait.gif': 'gif',
      'images/icons/bullet.gif': 'gif',
    },
    read: ['index.html'],
    left: ['Deep_3.html', 'images/icons/bullet.gif', 'images/icons/wait.gif', 'styles/site.css'],
  },
};

describe('of each file of the old folder', () => {
  async function converted(format: string) {
    const docs = untilEnd(freshCli());
    const [from, to] = [join(docs.cwd, 'old'), join(docs.cwd, 'new')];
    writeFiles(from, FOLDERS[format]?.files ?? {});
    symlinkSync('/etc/hostname', join(from, 'away.md'));
    const { exitCode, stdout, stderr } = await docs(
      `convert old --from ${format} --to new --report lost.csv --json`,
    );
    expect(exitCode, stderr).toBe(0);
    const lost: { file: string; what: string; why: string }[] = parse(
      readFileSync(join(docs.cwd, 'lost.csv'), 'utf8'),
      { columns: true },
    );
    return { from, to, said: { fates: JSON.parse(stdout), lost } };
  }

  it.each(Object.keys(FOLDERS))('it is said what became of it: %s', async (format) => {
    const { from, to, said } = await converted(format);
    expect(lostFiles(from, to, said)).toEqual([]);
    expect(pagesMade(to, said)).toEqual([]);
    const of = (wanted: string) =>
      said.fates.flatMap(({ file, became }: { file: string; became: string }) =>
        became === wanted ? [file] : [],
      );
    expect(of('read')).toEqual(FOLDERS[format]?.read);
    expect(of('left out')).toEqual([...(FOLDERS[format]?.left ?? []), 'away.md'].sort());
    expect(readFileSync(join(to, 'SUMMARY.md'), 'utf8')).toMatch(/^# Table of contents\n/);
  });

  it('is noticed when one is missing, another one, or unnamed', async () => {
    const { from, to, said } = await converted('mkdocs');
    writeFileSync(join(to, 'img/x.png'), 'other');
    rmSync(join(to, 'summary-2.md'));
    writeFileSync(join(from, 'late.md'), '# Late\n');
    expect(lostFiles(from, to, { ...said, lost: [] })).toEqual([
      'late.md: nothing is said of it',
      'away.md: no row of the report names it',
      'docs/.pages: no row of the report names it',
      'docs/css/extra.css: no row of the report names it',
      'docs/img/x.png: img/x.png has other bytes',
      'docs/summary.md: summary-2.md was not written',
      'src/program.py: no row of the report names it',
    ]);
  });
});
