import { describe, expect, it } from 'vitest';
import { converted } from './converted.ts';

const NAVIGATION = JSON.stringify({
  navigation: {
    tabs: [
      {
        tab: 'Guides',
        groups: [{ group: 'Start', pages: ['index', { group: 'More', pages: ['more/one'] }] }],
      },
      { tab: 'API', pages: ['api/pets', 'GET /pets', 'gone'] },
    ],
    global: { anchors: [{ anchor: 'Blog', href: 'https://example.com/blog' }] },
  },
  redirects: [
    { source: '/old', destination: '/more/one' },
    { source: '/v1/:slug*', destination: '/:slug*' },
    { source: '/away', destination: 'https://example.com' },
  ],
});

const page = async (body: string, more: Readonly<Record<string, string>> = {}) => {
  const result = await converted('mintlify', { 'index.mdx': `---\ntitle: Home\n---\n\n${body}\n`, ...more });
  return { ...result, body: (result.text('README.md') ?? '').replace('# Home\n\n', '').trim() };
};

describe('docs of Mintlify', () => {
  it('keep their order, with redirects and what cannot be kept', async () => {
    const { text, lost, paths } = await converted('mintlify', {
      'docs.json': NAVIGATION,
      'index.mdx': '---\ntitle: Home\nsidebarTitle: Welcome\nmode: wide\n---\n',
      'more/one.mdx': '---\ntitle: "One: first"\ndescription: Says one\nicon: flag\n---\nText\n',
      'api/pets.mdx': '---\ntitle: Pets\nopenapi: openapi.yaml GET /pets\n---\n',
      'openapi.yaml': 'openapi: 3.0.0\npaths:\n  /pets:\n    get: {}\n',
      'hidden.mdx': 'No title\n',
      'README.md': 'Of the repository\n',
    });
    expect(text('SUMMARY.md')).toBe(`# Table of contents

* [Blog](https://example.com/blog)
* [Hidden](hidden.md)

## Guides: Start

* [Home](README.md "Welcome")
* [More](more/README.md)
  * [One: first](more/one.md)

## API

* [Pets](api/pets.md)
`);
    expect(text('.gitbook.yaml')).toBe(
      'root: ./\nstructure:\n  summary: SUMMARY.md\nredirects:\n  old: more/one.md\n',
    );
    expect(text('more/one.md')).toBe('---\ndescription: Says one\nicon: flag\n---\n\n# One: first\n\nText\n');
    expect(text('api/pets.md')).toContain(
      '{% openapi src="../openapi.yaml" path="/pets" method="get" %}\n[../openapi.yaml](../openapi.yaml)\n{% endopenapi %}',
    );
    expect(text('hidden.md')).toContain('hidden: true');
    expect(paths).toContain('more/README.md');
    expect(lost).toEqual([
      'README.md:1 file: not a page',
      'docs.json:1 GET /pets: generated from an OpenAPI file: add that on the platform',
      'docs.json:1 gone: page not found in the folder',
      'docs.json:1 redirect /v1/:slug* -> /:slug*: a pattern has no counterpart in .gitbook.yaml',
      'docs.json:1 redirect /away -> https://example.com: the target is on another site',
      'index.mdx:1 mode in front matter: has no counterpart',
    ]);
  });

  it('write no redirect from the address that another page gets', async () => {
    const from = (source: string) => ({ source, destination: '/more/one' });
    const { text, lost } = await converted('mintlify', {
      'docs.json': JSON.stringify({
        navigation: { groups: [{ group: 'Extensions', pages: ['index', 'more/one'] }] },
        redirects: [
          from('/extensions'),
          from('/Navigation'),
          from('/old'),
          from('/OLD'),
          from('/A b'),
          { source: '/a b', destination: '/' },
        ],
      }),
      'index.mdx': 'Home\n',
      'more/one.mdx': 'One\n',
      'skills/parts/navigation.mdx': 'Not in the menu\n',
    });
    expect(text('.gitbook.yaml')).toMatch(/\nredirects:\n {2}A b: more\/one.md\n {2}old: more\/one.md\n$/);
    expect(lost).toEqual([
      'docs.json:1 redirect /extensions -> /more/one: extensions is the address of Extensions',
      'docs.json:1 redirect /Navigation -> /more/one: Navigation is the address of skills/parts/navigation.md',
      'docs.json:1 redirect /a b -> /: an earlier redirect has this address',
    ]);
  });

  it.each([
    ['Note', 'info'],
    ['Info', 'info'],
    ['Tip', 'success'],
    ['Check', 'success'],
    ['Warning', 'warning'],
    ['Danger', 'danger'],
  ])('make <%s> a hint of style %s', async (name, style) => {
    const { body } = await page(`<${name}>\n  Text with **weight**\n</${name}>`);
    expect(body).toBe(`{% hint style="${style}" %}\nText with **weight**\n{% endhint %}`);
  });

  it('make tabs, steps, accordions and groups of code blocks', async () => {
    const { body, lost } = await page(`<Tabs>
  <Tab title="One">
    - a
      - b
  </Tab>
  <Tab title='Two "2"'>
    <Note>In it</Note>
  </Tab>
</Tabs>

<Steps>
  <Step title="First">Do it</Step>
  <Step title="Then" id="then">

  \`\`\`sh run.sh {1,2}
  npm ci
    indented <Note>
  \`\`\`

  </Step>
</Steps>

<AccordionGroup>
  <Accordion title="Why" icon="flag">Because</Accordion>
</AccordionGroup>

<CodeGroup>
\`\`\`js index.js
a
\`\`\`
\`\`\`py
b
\`\`\`
</CodeGroup>`);
    expect(body).toBe(`{% tabs %}
{% tab title="One" %}
- a
  - b
{% endtab %}

{% tab title="Two '2'" %}
{% hint style="info" %}
In it
{% endhint %}
{% endtab %}
{% endtabs %}

{% stepper %}
{% step %}
### First

Do it
{% endstep %}

{% step %}
### Then <a href="#then" id="then"></a>

{% code title="run.sh" %}
\`\`\`sh
npm ci
  indented <Note>
\`\`\`
{% endcode %}
{% endstep %}
{% endstepper %}

<details>

<summary>Why</summary>

Because

</details>

{% tabs %}
{% tab title="index.js" %}
\`\`\`js
a
\`\`\`
{% endtab %}

{% tab title="py" %}
\`\`\`py
b
\`\`\`
{% endtab %}
{% endtabs %}`);
    expect(lost).toEqual(['index.mdx:19 {1,2}: lines of code cannot be highlighted']);
  });

  it('make cards a table, with links to pages', async () => {
    const { body } = await page(
      '<CardGroup cols={2}>\n  <Card title="A & B" icon="flag" href="/more/one#second-part">\n    Some **text**\n  </Card>\n  <Card title="Out" href="https://example.com" />\n</CardGroup>',
      { 'more/one.mdx': '## Second part\n' },
    );
    expect(body).toBe(
      '<table data-view="cards"><thead><tr><th></th><th></th><th data-hidden data-card-target data-type="content-ref"></th></tr></thead><tbody>' +
        '<tr><td><i class="fa-flag">:flag:</i> <strong>A &amp; B</strong></td><td>Some <strong>text</strong></td><td><a href="more/one.md#second-part">more/one.md#second-part</a></td></tr>' +
        '<tr><td><strong>Out</strong></td><td></td><td><a href="https://example.com">https://example.com</a></td></tr></tbody></table>',
    );
  });

  it('put snippets and imported files in, and their words', async () => {
    const { body, lost } = await page(
      'import Shared, { other } from "/snippets/shared.mdx";\n\nBefore\n\n<Shared name="Ada" />\n\n<Snippet file="old.mdx" />\n\n<Snippet file="none.mdx" />',
      {
        'snippets/shared.mdx': 'Hello {name}, see <Shared />.\n',
        'snippets/old.mdx': '---\na: b\n---\nOld one\n',
      },
    );
    expect(body).toContain('Before\n\nHello Ada, see');
    expect(body).toContain('Old one');
    expect(body).toContain(
      '<!-- convert: <Snippet file="none.mdx" /> has no counterpart: "none.mdx" is not a Markdown file in the folder -->',
    );
    expect(lost).toContain('index.mdx:13 <Snippet>: "none.mdx" is not a Markdown file in the folder');
  });

  it('keep the text of what has no counterpart, with a mark and its line', async () => {
    const { body, lost } = await page(
      '{/* a comment */}\nSee <Tooltip tip="x">this **word**</Tooltip> and {value + 1}.\n\n<Own a="1">\n  ## Inner\n</Own>\n\nexport const x = 1;\n\n`<Own>` and\n\n```\n<Own>\n```',
    );
    expect(body).toBe(
      'See <!-- convert: <Tooltip tip="x"> has no counterpart -->this **word** and `{value + 1}`.\n\n<!-- convert: <Own a="1"> has no counterpart -->\n\n## Inner\n\n`<Own>` and\n\n```\n<Own>\n```',
    );
    expect(lost).toEqual([
      'index.mdx:6 <Tooltip>: has no counterpart',
      'index.mdx:6 {value + 1}: code is not run',
      'index.mdx:8 <Own>: has no counterpart',
      'index.mdx:12 export: code is not run',
    ]);
  });

  it('keep the words of a component that a snippet exports, and name it', async () => {
    const { body, lost, fates } = await page(
      'import { Term } from "/snippets/terms.mdx";\n\n> Two <Term anchor="a">Words</Term> of it.',
      { 'snippets/terms.mdx': 'export const Term = ({ children }) => <a>{children}</a>;\n' },
    );
    expect(body).toBe('> Two <!-- convert: <Term anchor="a"> has no counterpart -->Words of it.');
    expect(lost).toContain('index.mdx:7 <Term>: has no counterpart');
    expect(fates).toContain('snippets/terms.mdx: left out not a page');
  });

  it('read on behind a long table of code', async () => {
    const row = '| `depot.gate.width` | Of the gate, as `number` | `4` |\n'.repeat(600);
    const { body } = await page(`| a | b | c |\n|---|---|---|\n${row}\n<Note>Mind the step</Note>`);
    expect(body).toMatch(/\{% hint style="info" %\}\nMind the step\n\{% endhint %\}$/);
  });

  it('name links without a target, and operations that the OpenAPI file does not have', async () => {
    const { text, lost } = await converted('mintlify', {
      'index.mdx': 'One [here]()\n',
      'api/get.mdx': '---\ntitle: Get\nopenapi: get /pets/{id}\n---\n',
      'api/put.mdx': '---\ntitle: Put\nopenapi: put /pets\n---\n',
      'api/openapi.json': JSON.stringify({ openapi: '3.1.0', paths: { '/pets/{id}/': { get: {} } } }),
    });
    expect(text('api/get.md')).toContain('path="/pets/{id}/" method="get"');
    expect(text('api/put.md')).toContain('path="/pets" method="put"');
    expect(lost).toEqual([
      'api/put.mdx:1 PUT /pets: not in api/openapi.json',
      'index.mdx:1 [](): missing link target',
    ]);
  });

  it('name links that run a script, and leave them', async () => {
    const { body, lost } = await page(
      '[Back](javascript:history.back%28%29) and [forth](https://example.com)',
    );
    expect(body).toBe('[Back](javascript:history.back%28%29) and [forth](https://example.com)');
    expect(lost).toEqual(['index.mdx:5 javascript:history.back%28%29: a link that runs a script']);
  });

  it('keep the names that tags give to places', async () => {
    const { body, lost } = await page(
      '<div id="usage">\n  ## Nutzung\n</div>\n\n<div id="top" />\n\nSee [use](#usage), <span id="here">here</span> and [there](#here).\n\n<div id="all">\n  One\n\n  Two\n</div>',
    );
    expect(body).toBe(
      '## Nutzung <a href="#usage" id="usage"></a>\n\n<a id="top"></a>\n\nSee [use](#usage), <a id="here"></a>here and [there](#here).\n\n<a id="all"></a>\n\nOne\n\nTwo',
    );
    expect(lost).toEqual([]);
  });

  it('keep how a block of code is shown', async () => {
    const { body, lost } = await page(
      '```sh run.sh wrap lines\na\n```\n\n<CodeGroup>\n```js [expandable]\nb\n```\n```py\nc\n```\n</CodeGroup>',
    );
    expect(body).toBe(
      '{% code title="run.sh" lineNumbers="true" overflow="wrap" %}\n```sh\na\n```\n{% endcode %}\n\n' +
        '{% tabs %}\n{% tab title="js" %}\n{% code expandable="true" %}\n```js\nb\n```\n{% endcode %}\n{% endtab %}\n\n' +
        '{% tab title="py" %}\n```py\nc\n```\n{% endtab %}\n{% endtabs %}',
    );
    expect(lost).toEqual([]);
  });

  it('make frames figures, videos embedded media, and fields text', async () => {
    const { body, copied } = await page(
      '<Frame caption="A picture">\n  <img src="/images/a b.png" alt="A" className="x" style={{ a: 1 }} />\n</Frame>\n\n<iframe src="https://www.youtube.com/embed/abc123" />\n\n<ParamField path="id" type="string" required default="1">\n  The ID\n</ParamField>',
      { 'images/a b.png': 'png', 'images/unused.png': 'png' },
    );
    expect(body).toBe(
      '<figure><img src="images/a%20b.png" alt="A"><figcaption><p>A picture</p></figcaption></figure>\n\n{% embed url="https://www.youtube.com/watch?v=abc123" %}\n\n**`id`** · string · path · required · default `1`\n\nThe ID',
    );
    expect(copied).toEqual([
      ['images/a b.png', 'images/a b.png'],
      ['images/unused.png', 'images/unused.png'],
    ]);
  });

  it('lead links to files, and name those that lead nowhere', async () => {
    const { body, lost } = await page(
      '[One](/more/one#b-c) [gone](/nowhere) [no](/more/one#none) ![p](p.svg)',
      {
        'more/one.mdx': '## B & C\n',
        'p.svg': '<svg/>',
      },
    );
    expect(body).toBe('[One](more/one.md#b-and-c) [gone](/nowhere) [no](more/one.md) ![p](p.svg)');
    expect(lost).toEqual([
      'index.mdx:5 /nowhere: link target not found in the folder',
      'index.mdx:5 /more/one#none: no heading with an anchor of this name',
    ]);
  });

  it('lead links through redirects that are patterns', async () => {
    const { body, lost } = await page(
      '[a](/old/more/one#b-c) [b](/go/one/to/more) [c](/old) [d](/oldest/x) [e](go/one/to/more)',
      {
        'docs.json': JSON.stringify({
          navigation: { pages: ['index', 'more/one'] },
          redirects: [
            { source: '/old/:slug*', destination: '/:slug*' },
            { source: '/go/:page/to/:folder', destination: '/:folder/:page' },
          ],
        }),
        'more/one.mdx': '## B & C\n',
      },
    );
    expect(body).toBe(
      '[a](more/one.md#b-and-c) [b](more/one.md) [c](README.md) [d](/oldest/x) [e](more/one.md)',
    );
    expect(lost.filter((row) => row.startsWith('index'))).toEqual([
      'index.mdx:5 /oldest/x: link target not found in the folder',
    ]);
  });

  it('lead links through redirects, one after the other', async () => {
    const { body, text, lost } = await page('[a](/a#b-c) [b](/b) [out](/out) [round](/round)', {
      'docs.json': JSON.stringify({
        navigation: { pages: ['index', 'more/one'] },
        redirects: [
          { source: '/a', destination: '/b' },
          { source: '/b', destination: 'more/one' },
          { source: '/out', destination: 'https://example.com/x' },
          { source: '/round', destination: '/around' },
          { source: '/around', destination: '/round' },
        ],
      }),
      'more/one.mdx': '## B & C\n',
    });
    expect(body).toBe(
      '[a](more/one.md#b-and-c) [b](more/one.md) [out](https://example.com/x) [round](/round)',
    );
    expect(text('.gitbook.yaml')).toContain('redirects:\n  a: more/one.md\n  b: more/one.md\n');
    expect(lost).toEqual([
      'docs.json:1 redirect /out -> https://example.com/x: the target is on another site',
      'docs.json:1 redirect /round -> /around: target page not found',
      'docs.json:1 redirect /around -> /round: target page not found',
      'index.mdx:5 /round: link target not found in the folder',
    ]);
  });
});
