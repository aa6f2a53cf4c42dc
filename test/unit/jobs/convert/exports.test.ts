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
    ]);
  });
});
