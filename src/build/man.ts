// Man pages, from the table of commands: docs(1), and one page for each first word.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Catalog } from '../engine/model/command.ts';
import { type CommandFacts, type FlagFacts, factsOf } from '../engine/model/command-facts.ts';
import { allCommands, topics } from '../engine/model/load.ts';
import { EXIT_CODES, topicText } from '../engine/model/topics.ts';
import { type FidelityRow, fidelityRows } from '../sandbox/fidelity.ts';

/** Pages by file name: `docs.1`, `docs-spaces.1`. */
export async function manPages(catalog: Catalog, version: string): Promise<Map<string, string>> {
  const facts = (await allCommands(catalog)).map(({ path, command }) => factsOf(path, command));
  const pages = new Map([['docs.1', rootPage(catalog, version)]]);
  for (const [name, { summary }] of Object.entries(catalog)) {
    const own = facts.filter(({ command }) => command.split(' ')[1] === name);
    pages.set(`docs-${name}.1`, groupPage(name, summary, own, version));
  }
  pages.set('docs-sandbox-fidelity.1', fidelityPage(await fidelityRows(), version));
  return pages;
}

export async function writeManPages(catalog: Catalog, version: string, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const [file, text] of await manPages(catalog, version)) writeFileSync(join(folder, file), text);
}

/** Text as roff takes it: no backslash, hyphen or leading dot of its own. */
const plain = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^(?=[.'])/gm, '\\&')
    .replace(/[^\u0000-\u007e]/gu, (char) => `\\[u${hex(char)}]`);
const hex = (char: string): string => (char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
const bold = (text: string): string => `\\fB${plain(text)}\\fR`;
const head = (name: string, version: string): string =>
  `.TH "${name.toUpperCase()}" "1" "" "docs ${version}" "Manual of docs"\n`;
const entry = (term: string, text: string): string => `.TP\n${term}\n${plain(text)}\n`;

function rootPage(catalog: Catalog, version: string): string {
  const sections = new Map<string, string[]>();
  for (const [name, { summary, section }] of Object.entries(catalog)) {
    sections.set(section, [...(sections.get(section) ?? []), entry(`${bold(`docs-${name}`)}(1)`, summary)]);
  }
  const lists = [...sections].map(
    ([section, rows]) => `.SS ${plain(section.replace(/:$/, ''))}\n${rows.join('')}`,
  );
  const explained = topics
    .filter((topic) => topic !== 'exit-codes')
    .map((topic) => `.SH ${topic.toUpperCase()}\n.nf\n${plain(bodyOf(topic))}.fi\n`);
  return [
    head('docs', version),
    '.SH NAME\ndocs \\- administer documentation on a hosted platform\n',
    `.SH SYNOPSIS\n${bold('docs')} \\fIcommand\\fR [\\fIflags\\fR]\n`,
    `.SH COMMANDS\n${lists.join('')}`,
    ...explained,
    exitCodes(),
  ].join('');
}

/** A topic without its own heading. */
const bodyOf = (topic: string): string => topicText(topic, 80).replace(/^.*\n\n/, '');

const exitCodes = (): string =>
  `.SH EXIT STATUS\n${EXIT_CODES.map(({ code, meaning }) => entry(bold(String(code)), meaning)).join('')}`;

const groupPage = (
  name: string,
  summary: string,
  commands: readonly CommandFacts[],
  version: string,
): string =>
  [
    head(`docs-${name}`, version),
    `.SH NAME\ndocs\\-${plain(name)} \\- ${plain(summary)}\n`,
    `.SH SYNOPSIS\n${commands.map(({ usage }) => plain(usage)).join('\n.br\n')}\n`,
    `.SH COMMANDS\n${commands.map(commandText).join('')}`,
    `.SH SEE ALSO\n${bold('docs')}(1) for exit status, environment and formats\n`,
  ].join('');

/** What the sandbox does differently from the platform, operation by operation. */
function fidelityPage(rows: readonly FidelityRow[], version: string): string {
  const kinds = ['real', 'limited', 'simulated', 'absent'] as const;
  const sections = kinds.flatMap((kind) => {
    const own = rows.filter(({ fidelity }) => fidelity === kind);
    if (own.length === 0) return [];
    const entries = own.map(({ method, path, note }) =>
      note === undefined ? `${plain(`${method} ${path}`)}\n.br\n` : entry(plain(`${method} ${path}`), note),
    );
    return [`.SH ${kind.toUpperCase()}\n${entries.join('')}`];
  });
  return [
    head('docs-sandbox-fidelity', version),
    '.SH NAME\ndocs\\-sandbox\\-fidelity \\- how the sandbox differs from the platform\n',
    `.SH SYNOPSIS\n${bold('docs sandbox status --fidelity')}\n`,
    ...sections,
  ].join('');
}

function commandText(facts: CommandFacts): string {
  const { command, summary, examples, exampleComments: comments, flags, notes, exitCodes: codes } = facts;
  const shown = examples.map((line, at) => {
    const does = comments[at] ? `# ${plain(comments[at])}\n` : '';
    return `.PP\n.RS\n.nf\n${does}$ ${plain(line)}\n.fi\n.RE\n`;
  });
  const groups = new Map<string, FlagFacts[]>();
  for (const flag of flags) groups.set(flag.group, [...(groups.get(flag.group) ?? []), flag]);
  const flagText = [...groups].map(
    ([group, all]) => `.PP\n\\fI${plain(group)}\\fR\n${all.map(flagEntry).join('')}`,
  );
  return [
    `.SS ${plain(command)}\n${plain(summary)}.\n`,
    ...shown,
    ...(notes === null ? [] : [`.PP\n${plain(notes)}\n`]),
    ...flagText,
    `.PP\nExit status: ${codes.join(', ')}.\n`,
  ].join('');
}

function flagEntry({ name, short, value, valueRequired, choices, description }: FlagFacts): string {
  const argument =
    value === null ? '' : valueRequired ? ` \\fI${plain(value)}\\fR` : ` [\\fI${plain(value)}\\fR]`;
  const allowed = choices ? ` One of ${choices.join(', ')}.` : '';
  const names = short === null ? bold(name) : `${bold(short)}, ${bold(name)}`;
  return entry(names + argument, `${description || name.slice(2)}${allowed}`);
}
