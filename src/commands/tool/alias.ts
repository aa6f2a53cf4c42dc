// docs alias: words of one's own for longer command lines, for this person or for a folder.
import { aliasesIn, changeDefaults, readDefaults } from '../../config/paths.ts';
import { findProjectFile, writeProjectFile } from '../../config/project-file.ts';
import type { Context } from '../../context.ts';
import { arg, group, handmade } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/command-type.ts';
import { YES_FLAG } from '../../engine/model/globals.ts';
import { aliases as builtIn, loadLeaf } from '../../engine/model/load.ts';
import { flag } from '../../engine/model/option.ts';
import { refuseUnlessReading, wordsOfAlias } from '../../engine/model/own-aliases.ts';
import type { Run } from '../../engine/run/run.ts';
import { printRows } from '../../engine/run/view.ts';
import { NotFoundError, UsageError } from '../../errors.ts';
import { shell, shellLine } from '../../files/shell-word.ts';
import { done, note } from '../../output/note.ts';

const HERE = flag('--here', 'the alias of this folder, in its .docsrc.json', { reach: 'machine' });
const HERE_FLAGS = [HERE, YES_FLAG] as const;
type HereRun = Run<FlagsOf<typeof HERE_FLAGS>>;

const COLUMNS = ['name', 'command', 'source'];

const list = handmade('list', {
  summary: 'List your aliases and those of this folder',
  aliases: ['ls'],
  columns: COLUMNS,
  idField: 'name',
  local: true,
  prints: true,
  examples: [['List the aliases', 'docs alias list']],
  run: async (run) => {
    const { context } = run;
    const own = rowsOf(readDefaults(context.paths()).aliases, 'yours');
    const project = findProjectFile(context.cwd);
    const rows = [...own, ...(project ? rowsOf(project.aliases ?? {}, project.path) : [])];
    await printRows(run, rows);
    if (rows.length === 0) note(context.io, 'no aliases: docs alias set broken "links check --all-spaces"');
  },
});

const rowsOf = (aliases: Readonly<Record<string, string>>, source: string) =>
  Object.entries(aliases).map(([name, command]) => ({ name, command, source }));

const set = handmade('set', {
  summary: 'Create or replace an alias',
  args: [arg('name'), arg('command')],
  options: HERE_FLAGS,
  local: true,
  changesHere: true,
  examples: [
    ['Give a check a short name', 'docs alias set broken "links check --all-spaces"'],
    ['Share one with a folder', 'docs alias set open-crs "cr list --all-spaces" --here'],
  ],
  notes: `The name then runs the command, with whatever follows it. An alias cannot take the name of a command.
With --here it is kept in .docsrc.json, and may only read: the file may come with a repository.
A program docs-broken in PATH is docs broken, where no command and none of your aliases has that name; it comes before the
alias of a folder. It runs as it is, with DOCS_PROFILE, DOCS_BASE_URL and DOCS_ORG (--profile, --base-url and --org are
read), and without DOCS_TOKEN: docs auth token prints the token to it.`,
  run: setAlias,
});

async function setAlias({ context, args, flags, catalog }: HereRun): Promise<void> {
  const { name = '', command = '' } = args;
  if (!/^[a-z][a-z0-9-]{0,30}$/.test(name))
    throw new UsageError(`"${name}" is not a valid alias: use lowercase letters, digits and hyphens`, {
      hint: 'docs alias set broken "links check --all-spaces"',
    });
  if (
    Object.hasOwn(catalog, name) ||
    Object.hasOwn(builtIn, name) ||
    ['help', 'complete', 'version'].includes(name)
  )
    throw new UsageError(`"${name}" is a command of docs`, { hint: 'choose another name' });
  const words = wordsOfAlias(command);
  // As gh has them: kept as a word, it would name a target of its own.
  const parameter = words.find((word) => /^\$(?:\d|[@*])$/.test(word));
  if (parameter !== undefined)
    throw new UsageError(`an alias takes no "${parameter}": what follows its name is added at the end`, {
      hint: shell`docs alias set ${name} ${shellLine(words.filter((word) => word !== parameter))}`,
    });
  const leaf = await loadLeaf(catalog, words);
  if (!leaf.command)
    throw new UsageError(`"${command}" does not begin with a command`, { hint: 'docs commands' });
  const text = shellLine(words);
  if (flags.here) {
    await refuseUnlessReading(words, catalog, name, '.docsrc.json');
    await changeHere(context.cwd, (aliases) => ({ ...aliases, [name]: text }));
  } else {
    await changeDefaults(context.paths(), (file) => ({
      ...file,
      aliases: { ...aliasesIn(file.aliases), [name]: text },
    }));
  }
  done(context.io, `alias "${name}" runs "docs ${text}"`);
}

/** Those of this folder, and one's own. */
const aliasesOf = ({ cwd, paths }: Context): Aliases => ({
  ...findProjectFile(cwd)?.aliases,
  ...readDefaults(paths()).aliases,
});

const choiceOf = ([name]: [string, string]) => ({ name, value: name });

const remove = handmade('delete', {
  summary: 'Delete an alias',
  aliases: ['rm'],
  args: [arg('name', true, async ({ context }) => Object.entries(aliasesOf(context)).map(choiceOf))],
  options: HERE_FLAGS,
  local: true,
  changesHere: true,
  exits: [5],
  examples: [['Delete an alias', 'docs alias delete broken']],
  run: async ({ context, args, flags }: HereRun) => {
    const { name = '' } = args;
    const own = flags.here
      ? (findProjectFile(context.cwd)?.aliases ?? {})
      : readDefaults(context.paths()).aliases;
    if (!Object.hasOwn(own, name)) throw new NotFoundError(`no alias "${name}"`, { hint: 'docs alias list' });
    const without = (aliases: Readonly<Record<string, string>>) =>
      Object.fromEntries(Object.entries(aliases).filter(([one]) => one !== name));
    if (flags.here) await changeHere(context.cwd, without);
    else
      await changeDefaults(context.paths(), (file) => ({
        ...file,
        aliases: without(aliasesIn(file.aliases)),
      }));
    done(context.io, shell`deleted alias ${name}`);
  },
});

type Aliases = Readonly<Record<string, string>>;

async function changeHere(cwd: string, change: (aliases: Aliases) => Aliases): Promise<void> {
  const next = change(findProjectFile(cwd)?.aliases ?? {});
  await writeProjectFile(cwd, { aliases: Object.keys(next).length === 0 ? null : next });
}

export default group(
  'alias',
  'Manage aliases for commands',
  [list, set, remove],
  [['Give a check a short name', 'docs alias set broken "links check --all-spaces"']],
);
