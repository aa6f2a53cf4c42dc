import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { diskSource } from '../../../src/folder/source.ts';
import { checkFolder } from '../../../src/jobs/check/check.ts';
import { fixFolder } from '../../../src/jobs/check/fix-run.ts';
import { RULES } from '../../../src/jobs/check/rules.ts';
import { temporaryFolder } from '../../helpers/lasting.ts';

const check = async (files: Record<string, string | Uint8Array>, options = {}) =>
  checkFolder(diskSource(temporaryFolder(files)), options);

/** `«link/file»` stands right before each planted fault, and is taken out of what is checked. */
function planted(files: Record<string, string>): { files: Record<string, string>; faults: string[] } {
  const faults: string[] = [];
  const clean = Object.entries(files).map(([path, text]) => {
    const lines = text.split('\n').map((line, at) => {
      let rest = line;
      for (let mark = /«([a-z-]+\/[a-z-]+)»/.exec(rest); mark; mark = /«([a-z-]+\/[a-z-]+)»/.exec(rest)) {
        faults.push(`${path}:${at + 1}:${mark.index + 1} ${mark[1]}`);
        rest = rest.slice(0, mark.index) + rest.slice(mark.index + mark[0].length);
      }
      return rest;
    });
    return [path, lines.join('\n')] as const;
  });
  return { files: Object.fromEntries(clean), faults: faults.sort() };
}

const found = ({ findings }: Awaited<ReturnType<typeof check>>): string[] =>
  findings.map(({ file, line, column, rule }) => `${file}:${line}:${column} ${rule}`).sort();

const LONG = 'A title that goes on '.repeat(6).trim();

const TREE: Record<string, string> = {
  '.docscheck.yaml': 'spaces:\n  apispace: api\n  docspace: docs\n',
  'docs/.gitbook.yaml': `root: ./
«meta/unknown-key»rot: x
structure:
  readme: README.md
  «meta/unknown-key»summry: SUMMARY.md
redirects:
  old/good: guides/install.md
  «redirect/target»old/gone: guides/gone.md
  «redirect/target»old/orphan: orphan.md
  «redirect/target»old/empty:
  «redirect/loop»guides/install: guides/install.md
  «redirect/loop»loop/a: loop/b
  «redirect/loop»loop/b: loop/a
  «redirect/chain»chain/a: old/good
  «redirect/shadowed»reference: guides/install.md
  «redirect/duplicate»/old/good/: README.md
`,
  'docs/SUMMARY.md': `# Table of contents

* [Home](README.md)
* [Guides](guides/README.md)
  * [Install](guides/install.md)
  * [Upgrade](guides/upgrade.md)
  * [Blocks](guides/blocks.md)
  * [Spaces](guides/spaces.md)
  * [Twice](guides/twice-a.md)
  * [Twice](guides/twice-b.md)
* [Reference](reference.md)
* [Empty](empty.md)
* [Long](long.md)
* [Front](front.md)
* [Conflict](conflict.md)
* [Yaml](yaml.md)
* [Doubled](doubled.md)
* [Assets](assets.md)
* [OpenAPI](openapi.md)
* [Again](«nav/twice»guides/install.md)
* [Gone](«nav/missing»guides/gone.md)
* [Case](«nav/missing»Reference.md)
* «nav/syntax»[Broken](guides/install.md
«nav/syntax»just some words
«nav/syntax»1. [Numbered](reference.md)

## More

* [Site](https://tarnpost.example)
`,
  'docs/README.md': `# Home

See [install](guides/install.md), [a heading](guides/install.md#tls-ssl-setup), [here](#next-steps) and
[the file](reference.md#id-6.-my.cnf).

A [page](«link/file»guides/gone.md), [another](«link/file»nowhere/) and [that](«link/file»orphan.md).
\`[code](guides/none.md)\` and <!-- [comment](guides/none.md) -->.

## Next steps

[Bad](«link/anchor»#next-step), [Git rule](«link/anchor»guides/install.md#tlsssl-setup) and
[level one](«link/anchor»guides/install.md#install), then
[level five](«link/anchor»guides/install.md#too-deep).
[Reference link][ref], [absolute](«link/absolute»/guides/install.md) and [top](«link/absolute»/reference#id-6.-my.cnf).
[Mine](«link/local»http://localhost:3000/admin), <http://localhost:3000> and [http://localhost:3000](http://localhost:3000).
[Deleted](«link/broken-marker»broken-reference), [also](«link/broken-marker»/broken/pages/x1) and
[one more](«link/broken-marker»broken-reference/#a).
[Runs](«link/script»javascript:alert(1)), <a href="«link/script»vbscript:x">also</a>, [data](«link/script»data:text/html,x),
[reference][code] and ![picture](data:image/svg+xml;base64,PHN2Zz4=). Code is \`[x](javascript:1)\`.
[Case](«link/case»guides/Install.md) and <a href="«link/file»guides/lost.md">raw</a>.
{% content-ref url="«link/file»guides/none.md" %}
[none.md](«link/file»guides/none.md)
{% endcontent-ref %}

{% include "«link/file».gitbook/includes/gone.md" %}

{% include ".gitbook/includes/note.md" %}

Anchored in the note: [note](#from-the-note). Outside of the space: [api](../api/README.md).

[ref]: «link/file»guides/undefined.md
[code]: «link/script»javascript:run()
`,
  'docs/.gitbook/includes/note.md': '## From the note\n\nA [link](«link/file»../../gone-too.md).\n',
  'docs/guides/README.md': '# Guides\n\nAll of them.\n',
  'docs/guides/install.md':
    '# Install\n\n## TLS/SSL setup\n\n## Twice\n\n## Twice\n\n[second](#twice-1) and [third](«link/anchor»#twice-2)\n\n##### Too deep\n',
  'docs/guides/upgrade.md': '# Upgrade\n\n![Logo](../.gitbook/assets/logo.png)\n',
  'docs/guides/twice-a.md': '# Twice\n\nOne.\n',
  'docs/guides/twice-b.md': '«page/title-twice»# Twice\n\nTwo.\n',
  'docs/guides/blocks.md': `# Blocks

{% hint style="info" %}
Fine
{% endhint %}

{% tabs %}
{% tab title="One" %}
{% code title="a.js" %}
\`\`\`js
{% hint %}
\`\`\`
{% endcode %}
{% endtab %}
{% endtabs %}

\`{% hint %}\` in code, and <code>{% tab %}</code>.

«block/unknown»{% hnt style="info" %}

«block/misnested»{% endhint %}

«block/misnested»{% tab title="Lost" %}
{% endtab %}

«block/misnested»{% step %}
{% endstep %}

«block/escaped»\\{% hint style="info" %}

«block/escaped»{% hint style="info" %\\}

{% hint style="info" %}
Text
{% endhint %}
«block/after-end»## Glued

{% embed url="https://tarnpost.example" %}

{% stepper %}
{% step %}
«block/unclosed»{% hint style="warning" %}
Never closed
{% endstep %}
{% endstepper %}

«block/unclosed»{% tabs %}
`,
  'docs/guides/spaces.md': `# Spaces

[Good](https://app.gitbook.com/s/apispace/orders#create-an-order), [top](https://app.gitbook.com/s/apispace/).
[Page](«space/page»https://app.gitbook.com/s/apispace/gone) and
[heading](«space/anchor»https://app.gitbook.com/s/apispace/orders#gone).
[Unknown](«space/unknown»https://app.gitbook.com/s/otherspace/orders) and
[form](«space/form»https://app.gitbook.com/o/org1/s/apispace/orders) or [short](«space/form»/s/apispace/orders).
[Made by the platform](https://app.gitbook.com/s/apispace/orders/list-orders#get), a
[group](https://app.gitbook.com/s/apispace/build-and-run), [another](https://app.gitbook.com/s/apispace/integrations) and
[none](«space/page»https://app.gitbook.com/s/apispace/extend-it).
An [old address](«space/form»https://app.gitbook.com/@org1/s/api-space/orders), and [mine](https://app.gitbook.com/account).
`,
  'docs/reference.md': '# Reference\n\n## 6. my.cnf\n\nText\n',
  'docs/empty.md': '# Empty\n\n«page/empty»',
  'docs/long.md': `«page/long-title»# ${LONG}\n\nText\n`,
  'docs/front.md':
    '---\ndescription: x\n«meta/unknown-key»descripton: y\nicon: book\n---\n\n# Front\n\nText\n',
  'docs/conflict.md': `# Conflict

\`\`\`\`
\`\`\`
<<<<<<< code
\`\`\`\`

«page/conflict»<<<<<<< HEAD
Mine
=======
Theirs
>>>>>>> main
`,
  'docs/yaml.md': '---\ntitle: "open«meta/yaml»\n---\n\n# Yaml\n\nText\n',
  'docs/doubled.md': '---\nicon: a\n«meta/twice»icon: b\n---\n\n# Doubled\n\nText\n',
  'docs/assets.md': `# Assets

![Gone](«asset/missing».gitbook/assets/gone.png) and ![](«asset/unnamed».gitbook/assets/logo.png)

<figure><img src="«asset/unnamed».gitbook/assets/logo.png" alt=""><figcaption></figcaption></figure>

{% file src="«asset/missing».gitbook/assets/gone.pdf" %}

<img src="«asset/missing».gitbook/assets/lost.svg" alt="Lost">

<picture><source srcset=".gitbook/assets/dark.png"><img src=".gitbook/assets/logo.png" alt="Logo"></picture>
<picture><source srcset=".gitbook/assets/a logo (1).png"><img src="«asset/unnamed».gitbook/assets/a logo.png" alt=""></picture>

[![](«asset/unnamed».gitbook/assets/a%20logo.png)](.gitbook/assets/a%20logo.png) ![](«asset/unnamed»https://tarnpost.example/a\\_b.png)
![](<«asset/unnamed».gitbook/assets/a logo (1).png>) and [no target](«link/file»).

![Large](.gitbook/assets/large.png)
`,
  'docs/openapi.md': `# OpenAPI

{% openapi src="api.yaml" path="/orders" method="get" %}
[api.yaml](api.yaml)
{% endopenapi %}

«openapi/operation»{% openapi src="api.yaml" path="/orders" method="delete" %}
[api.yaml](api.yaml)
{% endopenapi %}

«openapi/operation»{% openapi src="api.yaml" path="/gone" method="get" %}
[api.yaml](api.yaml)
{% endopenapi %}

«openapi/missing»{% openapi src="gone.yaml" path="/orders" method="get" %}
[none](https://tarnpost.example)
{% endopenapi %}
`,
  'docs/api.yaml': 'openapi: 3.0.0\npaths:\n  /orders:\n    get: {}\n',
  'docs/lost/README.md': '«nav/orphan»# Lost\n',
  'docs/CONTRIBUTING.md': '# For writers\n',
  'docs/orphan.md': '«nav/orphan»# Orphan\n',
  'docs/.gitbook/assets/logo.png': 'x',
  'docs/.gitbook/assets/dark.png': 'x',
  'docs/.gitbook/assets/a logo.png': 'x',
  'docs/.gitbook/assets/a logo (1).png': 'x',
  'docs/.gitbook/assets/unused.png': '«asset/unused»x',
  'docs/.gitbook/vars.yaml': 'a: [«meta/yaml»',
  'api/SUMMARY.md': `* [API](README.md)
* [Orders](orders.md)
  * \`\`\`yaml
    type: builtin:openapi
    \`\`\`
* [Bytes](bytes.md)

## Build & run

* [Build](build.md)

## Extend it <a href="#integrations" id="integrations"></a>

* [Extend](extend.md)
`,
  'api/build.md': '# Build\n\nText\n',
  'api/extend.md': '# Extend\n\nText\n',
  'api/.gitbook.yaml': '',
  'api/README.md': '# API\n\nText, and [docs](../docs/guides/install.md).\n',
  'api/orders.md': '# Orders\n\n## Create an order\n\nText\n',
};

describe('docs check', () => {
  it('finds every planted fault with its file, line and column, and nothing else', async () => {
    const { files, faults } = planted(TREE);
    const folder = temporaryFolder(files);
    writeFileSync(join(folder, 'docs/.gitbook/assets/large.png'), Buffer.alloc(6 * 1024 * 1024));
    writeFileSync(join(folder, 'api/bytes.md'), Buffer.from('# Bytes\n\nx\xff', 'latin1'));
    const all = [
      ...faults,
      'docs/.gitbook/assets/large.png:1:1 asset/large',
      'api/bytes.md:3:2 page/unreadable',
    ];
    const checked = await checkFolder(diskSource(folder));
    expect(found(checked)).toEqual(all.sort());
    expect(all.length).toBeGreaterThanOrEqual(60);
    const rules = new Set(checked.findings.map(({ rule }) => rule));
    // What other hosts say is tried with a host.
    expect(RULES.map(({ id }) => id).filter((id) => !rules.has(id))).toEqual(['link/external']);
  });

  it('corrects only what it shows, makes nothing else wrong, and finds nothing more to correct', async () => {
    const { files } = planted(TREE);
    const folder = temporaryFolder(files);
    const before = await checkFolder(diskSource(folder));
    const fixed = await fixFolder(diskSource(folder), before.findings, {});
    expect(fixed.length).toBeGreaterThanOrEqual(3);
    for (const { file, after } of fixed) writeFileSync(join(folder, file), after);
    const after = await checkFolder(diskSource(folder));
    const names = new Set(before.findings.map(({ rule, file, key }) => `${rule} ${file} ${key}`));
    expect(after.findings.filter(({ rule, file, key }) => !names.has(`${rule} ${file} ${key}`))).toEqual([]);
    expect(after.findings.length).toBeLessThan(before.findings.length);
    expect(await fixFolder(diskSource(folder), after.findings, {})).toEqual([]);
    const changed = before.findings.filter(({ fix }) => fix).map(({ file, line }) => `${file}:${line}`);
    for (const { file, before: old, after: text } of fixed) {
      const [lines, others] = [old.split('\n'), text.split('\n')];
      if (lines.length !== others.length) continue;
      for (const [at, line] of lines.entries())
        if (line !== others[at]) expect(changed).toContain(`${file}:${at + 1}`);
    }
  });
});

describe('what docs check writes and is told', () => {
  it('corrects a link that more than one thing is wrong with', async () => {
    const files = {
      'README.md': '# Home\n\n![](img/Flow.svg)\n\n[How](/guides/a#firstpart)\n',
      'guides/a.md': '# A\n\n## First.part\n',
      'img/flow.svg': '<svg/>',
    };
    const source = diskSource(temporaryFolder(files));
    const { findings } = await checkFolder(source, {});
    expect(findings.filter(({ fix }) => fix).map(({ rule }) => rule)).toEqual(['link/case', 'link/anchor']);
    const [fixed] = await fixFolder(source, findings, {});
    expect(fixed?.after).toBe('# Home\n\n![](img/flow.svg)\n\n[How](guides/a.md#first.part)\n');
    expect(fixed?.count).toBe(3);
    const left = await check({ ...files, 'README.md': fixed?.after ?? '' });
    expect(left.findings.map(({ rule }) => rule)).toEqual(['asset/unnamed']);
  });

  it('keeps byte order marks and line ends of files that it corrects', async () => {
    const folder = temporaryFolder({
      'SUMMARY.md': '* [A](a.md)\n* [B](b.md)\n',
      'a.md':
        '\uFEFF# A\r\n\r\n[b](/b.md)\r\n\r\n{% hint style="info" %}\r\nx\r\n{% endhint %}\r\n## Glued\r\n',
      'b.md': '# B\n\nText\n',
    });
    const { findings } = await checkFolder(diskSource(folder));
    const [fixed] = await fixFolder(diskSource(folder), findings, {});
    expect(fixed?.after).toBe(
      '\uFEFF# A\r\n\r\n[b](b.md)\r\n\r\n{% hint style="info" %}\r\nx\r\n{% endhint %}\r\n\r\n## Glued\r\n',
    );
  });

  it('leaves out rules that are off, changes levels, and refuses what it does not know', async () => {
    const files = { 'SUMMARY.md': '* [A](a.md)\n', 'a.md': '# A\n\n[b](b.md) ![](c.png)\n', 'o.md': '# O\n' };
    const config = (text: string) => check({ ...files, '.docscheck.yaml': text });
    const { findings } = await config('rules:\n  asset: off\n  nav/orphan: error\n  link: note\n');
    expect(findings.map(({ rule, level }) => `${rule} ${level}`)).toEqual([
      'link/file note',
      'nav/orphan error',
    ]);
    await expect(config('rules:\n  link/fil: off\n')).rejects.toThrow(
      '.docscheck.yaml:2: "link/fil" is not a rule; did you mean "link/file"?',
    );
    await expect(config('rules:\n  link: loud\n')).rejects.toThrow(
      'link must be off, error, warning or note, not "loud"',
    );
    await expect(config('\nspace: {}\n')).rejects.toThrow('.docscheck.yaml:2: "space" is not a setting');
    await expect(config('spaces:\n  x: none\n')).rejects.toThrow('"none" is not the folder of a space');
    await expect(config('folders: [../x]\n')).rejects.toThrow('must be inside the folder');
    await expect(config('a: [\n')).rejects.toThrow('.docscheck.yaml:');
  });

  it('takes a Markdown file that an export holds as a file for a file, never for a page', async () => {
    const entry = (path: string, kind: string) => ({ path, kind, size: 1, sha256: '0'.repeat(64) });
    const files = [entry('a.md', 'page'), entry('_files/skill.md', 'file'), entry('SUMMARY.md', 'summary')];
    const manifest = {
      ...{ version: 1, host: 'https://api.example', scope: { kind: 'space', id: 's' }, files: [] },
      options: { files: true, comments: false, settings: false },
      spaces: [{ id: 's', title: 'Guides', folder: 'guides', revision: 'r', links: 'files', files }],
    };
    const tree = {
      'guides/SUMMARY.md': '# Guides\n\n* [A](a.md)\n',
      'guides/a.md': '# A\n\n[skill](_files/skill.md)\n',
      'guides/_files/skill.md': '---\nname: x\n---\n\n[gone](gone.md)\n',
    };
    const exported = { ...tree, '.docs-export.json': JSON.stringify(manifest) };
    expect(found(await check(exported))).toEqual([]);
    expect(found(await check(tree))).not.toEqual([]);
  });
});

describe('links that docs check follows', () => {
  it('says of a link out of a whole repository that it leads nowhere, as an import does', async () => {
    const files = { 'a.md': '# A\n\n[up](../b.md) ![A picture](../../c.png) [in](./a.md)\n' };
    expect(found(await check(files))).toEqual([]);
    const top = { ...files, '.git/HEAD': 'ref: refs/heads/main\n' };
    expect(found(await check(top))).toEqual(['a.md:3:28 asset/missing', 'a.md:3:6 link/file']);
  });

  it('says nothing of what it cannot see: other repositories, links out of the folder, what is behind a link', async () => {
    const folder = temporaryFolder({
      'SUMMARY.md': '* [A](a.md)\n',
      'a.md':
        '# A\n\n[up](../../README.md) [space](https://app.gitbook.com/s/x/y) [linked](shared/b.md) [mail](mailto:a@b.example)\n',
    });
    symlinkSync(dirname(folder), join(folder, 'shared'));
    const { findings, unjudged } = await checkFolder(diskSource(folder));
    expect(findings).toEqual([]);
    expect(unjudged).toBe(1);
  });

  it('asks for pages of other spaces and for addresses where it is told to', async () => {
    const files = {
      'SUMMARY.md': '* [A](a.md)\n',
      'a.md':
        '# A\n\n[p](https://app.gitbook.com/s/x/gone) [u](https://app.gitbook.com/s/none/a) [e](https://dead.example/a)\n',
    };
    const page = { anchors: [] };
    const online = async () =>
      new Map([['x', { title: 'X', page: (path: string) => (path === 'a' ? page : undefined) }]]);
    const external = async (addresses: readonly string[]) =>
      new Map(addresses.map((one) => [one, '404 Not Found']));
    expect(found(await check(files, { online, external }))).toEqual([
      'a.md:3:43 space/unknown',
      'a.md:3:5 space/page',
      'a.md:3:81 link/external',
    ]);
  });
});

describe('hostile text in docs check', () => {
  it('reads hostile text in turns that grow with it', async () => {
    const many = 5000;
    const { findings } = await check({
      'SUMMARY.md': '* [A](a.md)\n* [B](b.md)\n* [C](c.md)\n',
      'a.md': `# A\n\n${'{% hint """'.repeat(many)}`,
      'b.md': `# B\n\n${'<pre><!-- `` \\{% hint '.repeat(many)}`,
      'c.md': `# C\n\n${'[a](#x) '.repeat(many)}\n\n${'## H\n'.repeat(many)}`,
    });
    expect(findings.filter(({ rule }) => rule === 'link/anchor')).toHaveLength(many);
  });

  it('writes nothing and leaves files as they are where nobody asked for more', async () => {
    const { files } = planted(TREE);
    const folder = temporaryFolder(files);
    await checkFolder(diskSource(folder));
    for (const [path, text] of Object.entries(files))
      expect(readFileSync(join(folder, path), 'utf8')).toBe(text);
  });
});
