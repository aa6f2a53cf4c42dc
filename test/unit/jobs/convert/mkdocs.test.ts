import { describe, expect, it } from 'vitest';
import { converted } from './converted.ts';

const page = async (body: string, more: Readonly<Record<string, string>> = {}) => {
  const result = await converted('mkdocs', {
    'docs/index.md': `# Home\n\n${body}\n`,
    'mkdocs.yml': 'site_name: X\n',
    ...more,
  });
  return { ...result, body: (result.text('README.md') ?? '').replace('# Home\n\n', '').trim() };
};

describe('docs of MkDocs', () => {
  it('keep their nav and their redirects', async () => {
    const { text, lost } = await converted('mkdocs', {
      'mkdocs.yml': `site_name: X
markdown_extensions:
  - pymdownx.emoji:
      emoji_index: !!python/name:material.extensions.emoji.twemoji
nav:
  - Home: index.md
  - Guide:
    - guide/index.md
    - Set up: guide/setup.md
    - Deeper:
      - deep/index.md
      - deep/one.md
  - Source: https://example.com
  - gone.md
plugins:
  - search
  - redirects:
      redirect_maps:
        old.md: guide/setup.md#x
        away.md: https://example.com
`,
      'docs/index.md': '# Start\n\n[set up](guide/setup.md#in-short)\n',
      'docs/guide/index.md': '# Guide\n',
      'docs/guide/setup.md': '---\nhide: [toc]\n---\n# Setting up\n\n## In short\n',
      'docs/deep/index.md': '# Deep\n',
      'docs/deep/one.md': '# One\n',
      'docs/loose.md': '# Loose\n',
    });
    expect(text('SUMMARY.md')).toBe(`# Table of contents

* [Start](README.md "Home")
* [Source](https://example.com)
* [Loose](loose.md)

## Guide

* [Guide](guide/README.md)
* [Setting up](guide/setup.md "Set up")
* [Deep](deep/README.md "Deeper")
  * [One](deep/one.md)
`);
    expect(text('README.md')).toContain('[set up](guide/setup.md#in-short)');
    expect(text('.gitbook.yaml')).toContain('redirects:\n  old: guide/setup.md\n');
    expect(lost).toEqual([
      'docs/guide/setup.md:1 hide in front matter: has no counterpart',
      'mkdocs.yml:1 gone.md: page not found in the folder',
      'mkdocs.yml:1 redirect away -> https://example.com: the target is on another site',
    ]);
  });

  it('follow the folders without a nav', async () => {
    const { text } = await page('Text', { 'docs/b/z.md': '# Z\n', 'docs/a.md': '# A\n' });
    expect(text('SUMMARY.md')).toBe(
      '# Table of contents\n\n* [Home](README.md)\n* [A](a.md)\n\n## B\n\n* [Z](b/z.md)\n',
    );
  });

  it.each([
    ['note', 'info'],
    ['tip', 'success'],
    ['warning', 'warning'],
    ['danger', 'danger'],
    ['quote', 'info'],
  ])('make !!! %s a hint of style %s', async (type, style) => {
    const { body } = await page(`!!! ${type} "A title"\n\n    Text\n\n    - item\n\nBehind`);
    expect(body).toBe(`{% hint style="${style}" %}\n**A title**\n\nText\n\n- item\n{% endhint %}\n\nBehind`);
  });

  it('make tabs, details and code blocks with titles, nested and in lists', async () => {
    const { body, lost } = await page(`1. Item

    ??? tip "Open me"

        Inside

=== "One"

    \`\`\` py title="a.py" hl_lines="1"
    x = 1
    \`\`\`

=== "Two"

    Text

    !!! note ""
        Deep

    code

        as it is <Tabs>`);
    expect(body).toBe(`1. Item

   <details>

   <summary>Open me</summary>

   Inside

   </details>

{% tabs %}
{% tab title="One" %}
{% code title="a.py" %}
\`\`\`py
x = 1
\`\`\`
{% endcode %}
{% endtab %}

{% tab title="Two" %}
Text

{% hint style="info" %}
Deep
{% endhint %}

code

    as it is <Tabs>
{% endtab %}
{% endtabs %}`);
    expect(lost).toEqual(['docs/index.md:11 hl_lines="1": lines of code cannot be highlighted']);
  });

  it('put files in, and name what extensions read', async () => {
    const { body, lost } = await page(
      '--8<-- "docs/part.txt.md"\n\n[TOC]\n\n::: a.module\n\nPress ++ctrl+c++ :material-home: [button](b.md){ .md-button }\n\n[](){#place}here\n\n## Named { #own }\n\n*[HTML]: Hyper\n\n{% for a in b %}',
      { 'docs/part.txt.md': 'A part\n', 'docs/b.md': '# B\n' },
    );
    expect(body).toBe(
      'A part\n\n<!-- convert: ::: a.module has no counterpart -->\n\nPress `ctrl+c`  [button](b.md)\n\n<a id="place"></a>here\n\n## Named <a href="#own" id="own"></a>\n\n<!-- convert: for a in b has no counterpart -->',
    );
    expect(lost.map((row) => row.replace(/: .*/, ''))).toEqual([
      'docs/index.md:5 [TOC]',
      'docs/index.md:7 ::',
      'docs/index.md:9 :material-home:',
      'docs/index.md:9 { .md-button }',
      'docs/index.md:15 *[HTML]',
      'docs/index.md:17 {% for a in b %}',
    ]);
  });

  it('take a box for one without a space behind its mark, and no deeper fence for the end of code', async () => {
    const { body } = await page(
      '!!!Tip\n    Oil the hinge\n\n???+note "Why"\n    It squeaks\n\n```\n=== "Small"\n\n    ``` sh\n    ls\n    ```\n\n=== "Large"\n```\n\n    ```\n    bare\n    ```\n',
    );
    expect(body).toBe(
      '{% hint style="success" %}\nOil the hinge\n{% endhint %}\n\n<details>\n\n<summary>Why</summary>\n\nIt squeaks\n\n</details>\n\n````\n=== "Small"\n\n    ``` sh\n    ls\n    ```\n\n=== "Large"\n````\n\n    ```\n    bare\n    ```',
    );
  });

  it('name templates and attributes of icons, and lead links to definitions whose names are code', async () => {
    const { body, lost } = await page(
      'By {{ team.name }} and {{ list("all") }}, not {{.Values}} or `{{ code }}`\n\n[:fontawesome-solid-star:{ .big } Star][`x.y`] <svg viewBox="0 0 1 1"><title>A star</title><path d="M0 0"/></svg>\n\n## Files { data-search-exclude }\n\n[`x.y`]: b.md#named\n',
      { 'docs/b.md': '# B\n\n## N a-med\n' },
    );
    expect(body).toBe(
      'By {{ team.name }} and {{ list("all") }}, not {{.Values}} or `{{ code }}`\n\n[<i class="fa-star">:star:</i> Star][`x.y`] A star\n\n## Files\n\n[`x.y`]: b.md#n-a-med',
    );
    expect(lost).toEqual([
      'docs/index.md:3 {{ team.name }}: templates are not run',
      'docs/index.md:3 {{ list("all") }}: templates are not run',
      'docs/index.md:5 { .big }: attributes of text have no counterpart',
      'docs/index.md:5 <svg>: has no counterpart',
      'docs/index.md:7 { data-search-exclude }: attributes of text have no counterpart',
    ]);
  });

  it('give words to links that show an icon alone, and read boxes that are written as HTML', async () => {
    const { body } = await page(
      '[:octicons-eye-16:](https://depot.example/eye){ .card title="What we see" }\n[:material-key-outline:](b.md)\n\n<div class="admonition warning" markdown>\n<p class="admonition-title">Warning</p>\n\nMind the **step**\n\n</div>\n\n<div class="admonition advice" markdown>\n<p class="admonition-title">Why a lock?</p>\n\nAsk us\n\n</div>',
      { 'docs/b.md': '# B\n' },
    );
    expect(body).toBe(
      '[What we see](https://depot.example/eye)\n[key outline](b.md)\n\n{% hint style="warning" %}\nMind the **step**\n{% endhint %}\n\n{% hint style="info" %}\n**Why a lock?**\n\nAsk us\n{% endhint %}',
    );
  });

  it('show the pictures of figures that are written as Markdown', async () => {
    const { body } = await page(
      '<figure markdown="span">\n  ![A gate](gate.png){ width="400" }\n  <figcaption>The gate</figcaption>\n</figure>\n\n<figure>\n\n```\ncode\n```\n\n</figure>',
      { 'docs/gate.png': 'png' },
    );
    expect(body).toBe(
      '<figure><img src="gate.png" alt="A gate"><figcaption>The gate</figcaption></figure>\n\n<figure>\n\n```\ncode\n```\n\n</figure>',
    );
  });

  it('make items of definitions, and leave code that is only indented', async () => {
    const { body } = await page(
      `Depot
:   The *place*

    !!! note
        Deep

:   Another

Text

    !!! tip
        is code

!!! tip "Of it"
    Text

        === "No"
            tab

-   :material-x: __Card__

    ??? tip
        === "Yes"

            tab

    Behind

=== "One"

    \`\`\`
    never ends

=== "Two"

    Two`,
    );
    expect(body).toBe(`Depot
-   The *place*

    {% hint style="info" %}
    Deep
    {% endhint %}

-   Another

Text

    !!! tip
        is code

{% hint style="success" %}
**Of it**

Text

    === "No"
        tab
{% endhint %}

-   __Card__

    <details>

    <summary>Tip</summary>

    {% tabs %}
    {% tab title="Yes" %}
    tab
    {% endtab %}
    {% endtabs %}

    </details>

    Behind

{% tabs %}
{% tab title="One" %}
\`\`\`
never ends
\`\`\`
{% endtab %}

{% tab title="Two" %}
Two
{% endtab %}
{% endtabs %}`);
  });

  it('take the indent away inside tags that are not kept', async () => {
    const { body } = await page(
      '1.  One\n\n    <div class="a" markdown>\n      <img src="a.png" />\n      <div>\n        <ol class="b"></ol>\n      </div>\n    </div>\n\n<center>\n    <p>Two</p>\n\n    <div>\n        <p>Three</p>\n    </div>\n</center>',
      { 'docs/a.png': 'png' },
    );
    expect(body).toBe(
      '1.  One\n\n    <img src="a.png" alt="">\n\n    <ol class="b"></ol>\n\n<p>Two</p>\n\n<p>Three</p>',
    );
  });

  it('take what a variable usually is', async () => {
    const { text, lost } = await converted('mkdocs', {
      'mkdocs.yml':
        'site_name: !ENV SITE\ndocs_dir: !ENV [FROM, "pages"]\nnav:\n  - !ENV [AT_HOME, "At home"]: index.md\n  - !ENV [A, B, "Gates, doors"]:\n      - one.md\n',
      'pages/index.md': '# Home\n',
      'pages/one.md': '# One\n',
    });
    expect(text('SUMMARY.md')).toBe(
      '# Table of contents\n\n* [Home](README.md "At home")\n\n## Gates, doors\n\n* [One](one.md)\n',
    );
    expect(lost).toEqual([]);
  });

  it('find the pictures of a theme of their own', async () => {
    const { text, lost, copied } = await converted('mkdocs', {
      'mkdocs.yml': 'site_name: X\ntheme:\n  name: material\n  custom_dir: looks\n',
      'docs/more/one.md': '# One\n\n![Map](../art/map.png) <img src="../../art/key.png">\n',
      'looks/art/map.png': 'png',
      'looks/art/key.png': 'png',
      'looks/main.html': '<html></html>',
    });
    expect(text('more/one.md')).toBe(
      '# One\n\n![Map](../.gitbook/assets/art/map.png) <img src="../.gitbook/assets/art/key.png" alt="">\n',
    );
    expect(copied.map(([, from]) => from)).toEqual(['looks/art/key.png', 'looks/art/map.png']);
    expect(lost).toEqual(['looks:1 file: outside the documentation, and no page uses it']);
  });

  it('read metadata without marks around it, up to the first line that is something else', async () => {
    const { text, lost } = await converted('mkdocs', {
      'mkdocs.yml': 'site_name: Depot\n',
      'docs/a.md': 'title: Meta\ndescription: Of two\n    lines\nAuthors: Mei\n\nText\n',
      'docs/b.md': 'Title: Meta\n\n# Heading\n\n[gone](gone.md)\n',
      'docs/c.md': '# Plain\n\ntitle: of the text\n',
    });
    expect(text('a.md')).toBe('---\ndescription: Of two lines\n---\n\n# Meta\n\nText\n');
    expect(text('b.md')).toMatch(/^# Heading\n\n(?!#)/);
    expect(text('c.md')).toBe('# Plain\n\ntitle: of the text\n');
    expect(text('SUMMARY.md')).toContain('* [Heading](b.md "Meta")\n');
    expect(lost).toContain('docs/a.md:1 authors in front matter: has no counterpart');
    expect(lost.filter((row) => row.startsWith('docs/b.md:5 '))).toHaveLength(1);
  });

  it('put code of other files into blocks, in whole or in part, and say what is not there', async () => {
    const { text, lost } = await converted('mkdocs', {
      'mkdocs.yml': 'markdown_extensions:\n  - pymdownx.snippets:\n      base_path: [examples]\n',
      'docs/index.md':
        '# Start\n\n```py\n--8<-- "src/app.py:main"\n--8<-- "part.py:2:3"\n--8<-- "gone.py"\n```\n\n--8<-- "src/app.py"\n',
      'src/app.py': 'import os\n# --8<-- [start:main]\nrun()\n# --8<-- [end:main]\n',
      'examples/part.py': 'one\ntwo\nthree\nfour\n',
    });
    expect(text('README.md')).toContain('```py\nrun()\ntwo\nthree\n--8<-- "gone.py"\n```');
    expect(lost).toContain('docs/index.md:6 gone.py: the file, or that part of it, is not in the folder');
    expect(lost).toContain('docs/index.md:9 <Snippet>: "src/app.py" is not a Markdown file in the folder');
  });
});
