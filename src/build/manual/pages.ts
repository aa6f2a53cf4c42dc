// The pages of the manual: commands with their real output, help topics, guides.
import { entries } from '../../commands/index.ts';
import { TOPIC_WORDS, WORDS_OF } from '../../engine/find/question-words.ts';
import type { Command } from '../../engine/model/command.ts';
import { type CommandFacts, factsOf } from '../../engine/model/command-facts.ts';
import { allCommands, topics } from '../../engine/model/load.ts';
import { EXIT_CODES, topicText } from '../../engine/model/topics.ts';
import { escapeHtml } from '../../files/texts.ts';
import { openExamples } from './examples.ts';
import { guides, type Page } from './guide-pages.ts';

/** How the examples went. */
export interface Pages {
  pages: Page[];
  ran: number;
  refused: number;
  failed: string[];
}

export async function pagesOf(): Promise<Pages> {
  const examples = await openExamples();
  try {
    const pages = [...guides(), ...topics.map(topicPage)];
    for (const { path, command } of await allCommands(entries))
      pages.push(await commandPage(path, command, examples.run));
    return { pages: [indexPage(pages), ...pages], ...examples.told() };
  } finally {
    examples.close();
  }
}

type RunLine = (line: string, facts: CommandFacts) => Promise<string | undefined>;

async function commandPage(path: string, command: Command, run: RunLine): Promise<Page> {
  const facts = factsOf(path, command);
  const name = path.replace(/^docs /, '');
  const outputs: string[] = [];
  for (const line of facts.examples) {
    const output = await run(line, facts);
    outputs.push(
      `<pre><code>$ ${escapeHtml(line)}${output === undefined ? '' : `\n${escapeHtml(output)}`}</code></pre>`,
    );
  }
  const flags = facts.flags.filter(({ group }) => group !== 'General');
  const codes = EXIT_CODES.filter(({ code }) => facts.exitCodes.includes(Number(code)));
  const html = [
    `<h1>${escapeHtml(path)}</h1><p>${escapeHtml(facts.summary)}</p>`,
    `<p class="danger ${facts.danger}">${facts.writes ? escapeHtml(consentOf(facts)) : 'Only reads.'}</p>`,
    `<h2 id="usage">Usage</h2><pre><code>${escapeHtml(facts.usage)}</code></pre>`,
    `<h2 id="examples">Examples</h2>${outputs.join('')}`,
    flags.length > 0 ? `<h2 id="flags">Flags</h2>${tableOf(['Flag', 'Meaning'], flags.map(flagRow))}` : '',
    facts.notes === null
      ? ''
      : `<h2 id="notes">Notes</h2><pre class="notes">${escapeHtml(facts.notes)}</pre>`,
    `<h2 id="exit-codes">Exit codes</h2>${tableOf(
      ['Code', 'Meaning'],
      codes.map(({ code, meaning }) => [`<code>${code}</code>`, escapeHtml(meaning)]),
    )}`,
    '<p><a href="../topics/flags.html">Flags that many commands take</a></p>',
  ].join('\n');
  const text = `${facts.usage}\n${facts.summary}\n${facts.examples.join('\n')}\n${facts.notes ?? ''}`;
  return {
    path: `commands/${name.replaceAll(' ', '-')}.html`,
    section: 'Commands',
    group: name.split(' ', 1)[0] ?? name,
    known: WORDS_OF[name] ?? '',
    title: path,
    summary: facts.summary,
    html,
    text,
  };
}

const consentOf = ({ danger, asksIf }: CommandFacts): string =>
  asksIf === null ? DANGERS[danger] : `Asks first if ${asksIf}.`;

const DANGERS = {
  mild: 'Runs without asking.',
  moderate: 'Asks first, or needs --yes.',
  severe: 'Asks for the name, or needs --confirm.',
} as const;

const flagRow = ({ name, short, value, description, required }: CommandFacts['flags'][number]): string[] => [
  `<code>${escapeHtml([short, name].filter(Boolean).join(', '))}${value === null ? '' : ` &lt;${escapeHtml(value)}&gt;`}</code>${required ? ' required' : ''}`,
  escapeHtml(description),
];

function topicPage(topic: (typeof topics)[number]): Page {
  const text = topicText(topic, 100);
  const title = text.split('\n', 1)[0] ?? topic;
  const body = text.slice(title.length).trim();
  const html = `<h1>${escapeHtml(title)}</h1><pre class="notes">${escapeHtml(body)}</pre>`;
  return {
    path: `topics/${topic}.html`,
    section: 'Topics',
    known: TOPIC_WORDS[topic],
    title,
    summary: `docs help ${topic}`,
    html,
    text: body,
  };
}

function indexPage(pages: readonly Page[]): Page {
  const lists = ['Guides', 'Topics', 'Commands'].map((section) => {
    const own = pages.filter((page) => page.section === section);
    const lists = [...new Set(own.map(({ group }) => group))].map((group) => {
      const items = own
        .filter((page) => page.group === group)
        .map(
          ({ path, title, summary }) =>
            `<li><a href="${path}">${escapeHtml(title)}</a> ${escapeHtml(summary)}</li>`,
        );
      return `${group === undefined ? '' : `<h3>docs ${escapeHtml(group)}</h3>`}<ul>${items.join('')}</ul>`;
    });
    return `<h2 id="${section.toLowerCase()}">${section}</h2>${lists.join('')}`;
  });
  return {
    path: 'index.html',
    section: '',
    title: 'docs',
    summary: 'Administer documentation on a hosted platform from the command line',
    html: `<h1>docs</h1><p>Administer documentation on a hosted platform from the command line.</p>${lists.join('')}`,
    text: '',
  };
}

const tableOf = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  `<div class="wide"><table><thead><tr>${heads.map((head) => `<th>${head}</th>`).join('')}</tr></thead><tbody>${rows
    .map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
    .join('')}</tbody></table></div>`;
