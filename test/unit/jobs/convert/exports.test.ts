import { describe, expect, it } from 'vitest';
import { converted } from './converted.ts';

const A = '0123456789abcdef0123456789abcdef';
const B = 'fedcba9876543210fedcba9876543210';
const C = 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa';

describe('an export of Notion', () => {
  it('becomes pages with clean names in the order of their links', async () => {
    const { text, paths, copied, lost } = await converted('notion', {
      [`Team Home ${A}.md`]: `# Team Home

[Set up](Team%20Home%20${A}/Set%20up%20${B}.md)

[Tasks](Team%20Home%20${A}/Tasks%20${C}.csv)

<aside>
⚠️ Mind **this**

</aside>

![p](Team%20Home%20${A}/p%201.png)
`,
      [`Team Home ${A}/Set up ${B}.md`]: '# Set up\n\nText\n',
      [`Team Home ${A}/Tasks ${C}.csv`]: 'Name,State\nOne,Open\n"A|B",Done\n',
      [`Team Home ${A}/Tasks ${C}/One ${B}.md`]: '# One\n\nState: Open\n',
      [`Team Home ${A}/p 1.png`]: 'png',
    });
    expect(paths).toEqual([
      '.gitbook.yaml',
      'SUMMARY.md',
      'team-home.md',
      'team-home/set-up.md',
      'team-home/tasks.md',
      'team-home/tasks/one.md',
    ]);
    expect(text('SUMMARY.md')).toBe(`# Table of contents

* [Team Home](team-home.md)
* [Set up](team-home/set-up.md)
* [Tasks](team-home/tasks.md)
  * [One](team-home/tasks/one.md)
`);
    expect(text('team-home.md')).toBe(`# Team Home

[Set up](team-home/set-up.md)

[Tasks](team-home/tasks.md)

{% hint style="warning" %}
⚠️ Mind **this**
{% endhint %}

![p](.gitbook/assets/p%201.png)
`);
    expect(text('team-home/tasks.md')).toBe(
      '# Tasks\n\n| Name | State |\n| --- | --- |\n| [One](tasks/one.md) | Open |\n| A\\|B | Done |\n',
    );
    expect(copied).toEqual([['.gitbook/assets/p 1.png', `Team Home ${A}/p 1.png`]]);
    expect(lost).toEqual([]);
  });

  it('leads relations, properties and links of Notion itself to pages by their IDs', async () => {
    const { text, lost } = await converted('notion', {
      [`Home ${A}.md`]: `# Home\n\n[One](https://www.notion.so/team/One-${B}?pvs=21) [#1](#1%20${C}.md)\n`,
      [`#1 ${C}.md`]: '# First\n\nText\n',
      'Tasks.csv': `Done?,Name,Next\nYes,One,"Too (Old%20${A}/Home%20${A}.md), Gone (x%20${'b'.repeat(32)}.md)"\n`,
      [`Tasks/One ${B}.md`]: `# One\n\nDone?: Yes\nNext: Home (../Old/Home%20${A}.md)\n\nName: not a property\n`,
    });
    expect(text('home.md')).toBe('# Home\n\n[One](tasks/one.md) [#1](1.md)\n');
    expect(text('tasks/one.md')).toBe(
      '# One\n\n- **Done?:** Yes\n- **Next:** [Home](../home.md)\n\nName: not a property\n',
    );
    expect(text('tasks.md')).toBe(
      '# Tasks\n\n| Done? | Name | Next |\n| --- | --- | --- |\n| Yes | [One](tasks/one.md) | [Too](home.md), Gone |\n',
    );
    expect(lost).toEqual([`Tasks.csv:3 x%20${'b'.repeat(32)}.md: link target not found in the folder`]);
  });

  it('leads links of a database to the table with all of its rows, and names pictures by their files', async () => {
    const { text, copied } = await converted('notion', {
      [`Home ${A}.md`]: `# Home\n\n[Tasks](Tasks%20${B}.csv)\n\n![Home%20${A}/a%20b.png](Home%20${A}/a%20b.png)\n`,
      [`Home ${A}/a b.png`]: 'png',
      [`Tasks ${B}.csv`]: 'Name\nShown\n',
      [`Tasks ${B}_all.csv`]: 'Name\nShown\nHidden\n',
    });
    expect(text('home.md')).toBe('# Home\n\n[Tasks](tasks.md)\n\n![a b](.gitbook/assets/a%20b.png)\n');
    expect(text('tasks.md')).toBe('# Tasks\n\n| Name |\n| --- |\n| Shown |\n| Hidden |\n');
    expect(copied).toHaveLength(1);
  });

  it('keeps formulas as formulas, and amounts of money as text', async () => {
    const { text } = await converted('notion', {
      [`Sum ${A}.md`]: [
        '# Sum',
        'So $\\frac{a_1}{b} < x$, $x$ and ($e^{2}$).',
        'From $5 to $6, US$7 and US$8, $HOME:$PATH, `$a$` and $4.4 billion.',
        '$$\n\\sum_{i} i\n$$',
        '',
      ].join('\n\n'),
    });
    expect(text('sum.md')).toBe(
      [
        '# Sum',
        'So $$\\frac{a_1}{b} < x$$, $$x$$ and ($$e^{2}$$).',
        'From $5 to $6, US$7 and US$8, $HOME:$PATH, `$a$` and $4.4 billion.',
        '$$\n\\sum_{i} i\n$$\n',
      ].join('\n\n'),
    );
  });

  it('keeps tags that somebody wrote about as text', async () => {
    const { text, lost } = await converted('notion', {
      [`Tags ${A}.md`]:
        '# Tags\n\nA <script> in a <div class="a"> or `<i>`, </div> and <Name>.\n\n<aside>\nMind <b>this</b>.\n</aside>\n\nSee <https://example.com/a> when a < b.\n',
    });
    expect(text('tags.md')).toBe(
      '# Tags\n\nA \\<script> in a \\<div class="a"> or `<i>`, \\</div> and \\<Name>.\n\n{% hint style="info" %}\nMind <b>this</b>.\n{% endhint %}\n\nSee <https://example.com/a> when a < b.\n',
    );
    expect(lost).toEqual([]);
  });

  it('takes the blocks below an item for its own, though the text before them has no indent', async () => {
    const { text, copied } = await converted('notion', {
      [`Pension ${A}.md`]: `# Pension\n\n- **Plan:** \nwe pay\n    \n    [f](Pension%20${A}/f_(3).pdf)\n`,
      [`Pension ${A}/f_(3).pdf`]: 'x',
    });
    expect(text('pension.md')).toContain('    [f](.gitbook/assets/f_%283%29.pdf)\n');
    expect(copied).toHaveLength(1);
  });

  it('knows the short IDs of names that were cut, and says that HTML is the other export', async () => {
    const { paths, text } = await converted('notion', {
      'Class Note 7c639.csv': 'Name\nExam 1\n',
      'Class Note 7c639/Exam 1 55b01.md': '# Exam 1\n\nText\n',
    });
    expect(paths).toEqual(['.gitbook.yaml', 'SUMMARY.md', 'class-note.md', 'class-note/exam-1.md']);
    expect(text('class-note.md')).toBe(
      '# Class Note\n\n| Name |\n| --- |\n| [Exam 1](class-note/exam-1.md) |\n',
    );
    const html = await converted('notion', { [`Home ${A}.html`]: '<p>x</p>' });
    expect(html.lost).toEqual([`Home ${A}.html:1 page: is HTML: export it as Markdown & CSV`]);
  });
});

const PAGE = (title: string, body: string) => `<html><head><title>Depot : ${title}</title></head><body>
<div id="breadcrumb-section">x</div><h1 id="title-heading"><span id="title-text"> Depot : ${title} </span></h1>
<div id="content"><div class="page-metadata">Created by Ada</div><div id="main-content" class="wiki-content group">${body}</div>
<div class="pageSection group"><h2 id="attachments">Attachments:</h2></div></div><div id="footer">x</div></body></html>`;

describe('an export of Confluence', () => {
  it('becomes pages in their tree, with macros as blocks', async () => {
    const { text, copied, lost } = await converted('confluence', {
      'index.html':
        '<div class="pageSection"><h2>Available Pages:</h2><ul><li><a href="Home_1.html">Home</a><ul><li><a href="Set-up_2.html">Set up &amp; run</a></li></ul></li></ul></div>',
      'Home_1.html': PAGE(
        'Home',
        `<div class="confluence-information-macro confluence-information-macro-warning"><p class="title">Mind</p><span class="aui-icon"></span><div class="confluence-information-macro-body"><p>No <em>way</em> &lt;b&gt;</p></div></div>
<div class="code panel pdl"><div class="codeHeader panelHeader pdl"><b>run.sh</b></div><div class="codeContent panelContent pdl"><pre class="syntaxhighlighter-pre" data-syntaxhighlighter-params="brush: bash; gutter: false">a &lt; b
c</pre></div></div>
<div id="expander-1" class="expand-container"><div id="expander-control-1" class="expand-control"><span class="expand-control-text">More</span></div><div id="expander-content-1" class="expand-content"><p>Inside</p></div></div>
<p><a href="Set-up_2.html">to</a> <a href="/pages/viewpage.action?pageId=2">too</a> <span class="status-macro aui-lozenge">DONE</span></p>
<ul class="inline-task-list"><li class="checked">did</li><li>do</li></ul>
<p><img class="confluence-embedded-image" src="attachments/1/5.png?version=1" alt="A"></p>
<div class="toc-macro"><ul><li>x</li></ul></div>
<div class="conf-macro output-block" data-macro-name="jira"><p>Ticket</p></div>
<table class="confluenceTable"><tbody><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></tbody></table>`,
      ),
      'Set-up_2.html': PAGE('Set up &amp; run', '<h2 id="x">First</h2><p>Text</p>'),
      'attachments/1/5.png': 'png',
      'styles/site.css': 'x',
    });
    expect(text('SUMMARY.md')).toBe(
      '# Table of contents\n\n* [Home](home.md)\n* [Set up & run](home/set-up-and-run.md)\n',
    );
    expect(text('home.md')).toBe(`# Home

{% hint style="danger" %}
**Mind**

No _way_ &lt;b>
{% endhint %}

{% code title="run.sh" %}
\`\`\`bash
a < b
c
\`\`\`
{% endcode %}

<details>

<summary>More</summary>

Inside

</details>

[to](home/set-up-and-run.md) [too](home/set-up-and-run.md) **DONE**

- [x] did
- [ ] do

![A](attachments/1/5.png)

<!-- convert: <Macro.toc> has no counterpart -->

<!-- convert: <Macro.jira> has no counterpart -->

Ticket

| A   | B   |
| --- | --- |
| 1   | 2   |
`);
    expect(text('home/set-up-and-run.md')).toBe('# Set up & run\n\n## First\n\nText\n');
    expect(copied).toEqual([['attachments/1/5.png', 'attachments/1/5.png']]);
    expect(lost).toEqual([
      'Home_1.html:1 <Macro.toc>: has no counterpart',
      'Home_1.html:1 <Macro.jira>: has no counterpart',
      'styles:1 file: how the other tool draws its pages',
    ]);
  });

  const lists = (entries: string) => `<h2 class='pageSectionTitle'>Available Pages:</h2>${entries}`;
  /** The only page of a space, and what belongs to it. */
  const one = async (body: string, more: Readonly<Record<string, string>> = {}) => {
    const result = await converted('confluence', {
      'index.html': lists('<ul><li><a href="Home_1.html">Home</a></li></ul>'),
      'Home_1.html': PAGE('Home', body),
      ...more,
    });
    return { ...result, home: result.text('home.md')?.replace(/^# Home\n\n/, '') };
  };

  it('is read whatever the quotes and line breaks of its HTML are', async () => {
    const { text } = await converted('confluence', {
      'index.html': lists(`<ul><li><a
        href='Home_1.html'
        >Home</a
      ><ul><li><a href='Next_2.html'>Next</a
      ></li></ul
      ></li></ul>`),
      'Home_1.html': PAGE('Home', '<p>x</p>'),
      'Next_2.html': `<html><body><h1><span id='title-text'> Depot : Next </span></h1><div class='page-metadata'>Created by Ada</div>
<div class='wiki-content group' id='main-content'><p>Text</p></div><div id='footer'>foot</div></body></html>`,
    });
    expect(text('SUMMARY.md')).toBe('# Table of contents\n\n* [Home](home.md)\n* [Next](home/next.md)\n');
    expect(text('home/next.md')).toBe('# Next\n\nText\n');
  });

  it('places pages that its index leaves out below the page that they name', async () => {
    const below = (title: string, above: string) =>
      PAGE(title, '<p>x</p>').replace(
        '<div id="breadcrumb-section">x',
        `<div id="breadcrumb-section"><ol id="breadcrumbs"><li><a href="index.html">Depot</a></li><li><a href="${above}">Up</a></li></ol>`,
      );
    const { text } = await one('<p>x</p>', {
      'Deep_3.html': below('Deep', 'Low_2.html'),
      'Low_2.html': below('Low', 'Home_1.html'),
      'Loose_4.html': below('Loose', 'index.html'),
    });
    expect(text('SUMMARY.md')).toBe(`# Table of contents

* [Home](home.md)
  * [Low](home/low.md)
    * [Deep](home/low/deep.md)
* [Loose](loose.md)
`);
  });

  it('reads the boxes that early versions drew as tables', async () => {
    const { home, lost } =
      await one(`<div class='panelMacro'><table class='infoMacro'><colgroup><col width='24'><col></colgroup><tr>
<td valign='top'><img src="images/icons/emoticons/information.gif" alt=""></td><td><b>Before you start</b><br />Read <b>this</b>.<ul><li>one</li></ul></td></tr></table></div>
<table class="warningMacro"><tr><td><img src="images/icons/emoticons/forbidden.gif"></td><td><b>Never</b> do that</td></tr></table>`);
    expect(home).toBe(`{% hint style="info" %}
**Before you start**

Read **this**.

-   one
{% endhint %}

{% hint style="danger" %}
**Never** do that
{% endhint %}
`);
    expect(lost).toEqual([]);
  });

  it('emphasizes parts of words', async () => {
    const { home } = await one(
      '<p>n<em><strong>eutral</strong></em>, <em>re</em>act, <em>all </em>of <i>it</i></p>',
    );
    expect(home).toBe('n***eutral***, *re*act, _all_ of _it_\n');
  });

  it('reads the boxes of Confluence 4 and 5, and takes only their titles for titles', async () => {
    const { home, lost } =
      await one(`<div class="aui-message hint shadowed information-macro"><p class="title">Key <b>points</b></p><span class="aui-icon">Icon</span><div class="message-content"><p>One</p></div></div>
<div class="aui-message problem shadowed information-macro"><div class="message-content"><p>Never</p></div></div>
<table class="aui"><thead><tr><th>Title</th><th>By</th></tr></thead><tbody><tr><td class="title"><a href="Home_1.html">Up</a></td><td>Ada</td></tr></tbody></table>`);
    expect(home).toBe(`{% hint style="info" %}
**Key points**

One
{% endhint %}

{% hint style="danger" %}
Never
{% endhint %}

| Title | By  |
| --- | --- |
| [Up](home.md) | Ada |
`);
    expect(lost).toEqual([]);
  });

  it('keeps the files that the macro of attachments lists', async () => {
    const { home, lost } = await one(
      `<div class="plugin_attachments_container"><table class="attachments"><tr><th>File</th><th>Modified</th></tr><tr><td><span>PDF File</span><a class="filename" href="https://wiki.example.com/download/attachments/1/a_b.pdf?api=v2">
 a_b.pdf </a></td><td>today</td></tr></table></div>`,
    );
    expect(home).toBe('-   [a\\_b.pdf](https://wiki.example.com/download/attachments/1/a_b.pdf?api=v2)\n');
    expect(lost).toEqual([
      'Home_1.html:1 table of attachments: only the names of the files and their links are kept',
    ]);
  });

  it('leads links to pages, files and the old server, and leaves names of people as text', async () => {
    const { home, lost } = await one(
      `<p><a href="/wiki/display/D/Home#Home-Then">up</a> <a href="/wiki/plans">plans</a>
<a class="confluence-userlink" href="/wiki/display/~ada">Ada</a> <a href="/wiki/pages/createpage.action?title=x">Later</a> <a href="#">Edit</a></p>
<h2 id="Home-Then">Then</h2>
<p><a class="confluence-embedded-file" href="/wiki/download/attachments/1/plan%20b.pdf?version=1" data-linked-resource-id="7" data-linked-resource-default-alias="plan b.pdf"><img src="rest/thumbnail/7"></a></p>
<p><img src="attachments/1/8.png" alt="A" data-base-url="https://depot.example/wiki"><img class="icon" src="images/icons/wait.gif"></p>`,
      { 'attachments/1/7.pdf': 'x', 'attachments/1/8.png': 'x' },
    );
    expect(home).toBe(`[up](#then) [plans](https://depot.example/wiki/plans) Ada Later Edit

## Then

[plan b.pdf](attachments/1/7.pdf)

![A](attachments/1/8.png)
`);
    expect(lost).toEqual([
      'Home_1.html:1 link to Ada: the profiles of people stay in Confluence',
      'Home_1.html:1 link to Later: the page was never written',
    ]);
  });

  it('lists the attachments that a page does not show, and says that comments are left behind', async () => {
    const { text, lost } = await converted('confluence', {
      'index.html': lists('<ul><li><a href="Home_1.html">Home</a></li></ul>'),
      'Home_1.html': PAGE('Home', '<p><img src="attachments/1/5.png?width=9" alt="A"></p>').replace(
        '<h2 id="attachments">Attachments:</h2></div>',
        `<div><h2 id="attachments">Attachments:</h2></div><div><a href="attachments/1/5.png">a.png</a> <a href="attachments/1/6.zip">all.zip</a></div></div>
<div class="pageSection group"><div><h2 id="comments">Comments:</h2></div><table><tr><td class="comment">Fine</td></tr></table></div>`,
      ),
      'attachments/1/5.png': 'x',
      'attachments/1/6.zip': 'x',
    });
    expect(text('home.md')).toBe(
      '# Home\n\n![A](attachments/1/5.png)\n\n## Attachments\n\n- [all.zip](attachments/1/6.zip)\n',
    );
    expect(lost).toEqual(['Home_1.html:1 1 comment: comments stay in Confluence']);
  });

  it('says of which pages Confluence exports no more than that they are there', async () => {
    const { text, lost } = await converted('confluence', {
      'index.html': lists('<ul><li><a href="Plan_1.html">Plan</a></li></ul>'),
      'Plan_1.html': PAGE('Plan', '<b>Not exported</b></div><div id="main-content-2">Later, maybe'),
    });
    expect(text('plan.md')).toBe('# Plan\n\n**Not exported**\n');
    expect(lost).toEqual(['Plan_1.html:1 whiteboard or database: Confluence exports only pages']);
  });

  it('keeps tables that Markdown cannot write as HTML without looks', async () => {
    const { home, lost } = await one(
      `<div class="table-wrap"><table class="confluenceTable" data-layout="wide"><colgroup><col style="width: 9px"></colgroup><tbody>
<tr><th class="confluenceTh" colspan="1"><p>A</p></th><td class="confluenceTd"><span class="x">B</span> <a href="Home_1.html">up</a></td></tr>
<tr><td>1</td><td><div class="content"><ul><li>x</li></ul><pre>a
b</pre></div></td></tr></tbody></table></div>
<table class="confluenceTable"><tbody><tr><th class="confluenceTh">Date</th><td colspan="1">7</td></tr><tr><th>Who</th><td><strong>Ada<br></strong></td></tr></tbody></table>`,
    );
    expect(
      home,
    ).toBe(`<table><tbody><tr><th><p>A</p></th><td>B <a href="home.md">up</a></td></tr><tr><td>1</td><td><ul><li>x</li></ul><code>a<br>b</code></td></tr></tbody></table>

|     |     |
| --- | --- |
| Date | 7   |
| Who | **Ada** |
`);
    expect(lost).toEqual([]);
  });

  it('keeps anchors, emoji and headings on one line, and reports what only works on the server', async () => {
    const { home, lost } = await one(`<p><span class="confluence-anchor-link" id="top-1"></span></p>
<h2><br>Say <img class="emoticon" data-emoji-id="1f5fa" data-emoji-fallback="\\uD83D\\uDDFA" alt="(map)"><img class="emoticon emoticon-tick" alt="(tick)"></h2>
<p><strong>Bold<br></strong></p><p><a href="#top-1">up</a></p><h2>Q &amp; A</h2><table><tbody><tr><td colspan="2"><a href="#Home-Q&amp;A">answers</a></td></tr><tr><td>1</td><td>2</td></tr></tbody></table><div class="ap-container"><script>x</script>y</div><div class="recently-updated"><a href="/x">z</a></div>`);
    expect(home).toBe(`<a id="top-1"></a>

## Say 🗺✅

**Bold**

[up](#top-1)

## Q & A

<table><tbody><tr><td colspan="2"><a href="#q-and-a">answers</a></td></tr><tr><td>1</td><td>2</td></tr></tbody></table>

<!-- convert: <Macro.ap-container> has no counterpart -->

<!-- convert: <Macro.recently-updated> has no counterpart -->
`);
    expect(lost).toHaveLength(2);
  });
});
