// From argv to an exit code: finds the command, parses its flags, runs it, turns an error into text and code.
import { entries } from './commands/index.ts';
import type { Context } from './context.ts';
import { aliases, arrange, isCommand, topics, withDefaults } from './engine/model/load.ts';
import { printPaged, wantsJsonErrors } from './engine/run/output-flags.ts';
import { EXIT, UsageError } from './errors.ts';

/** Runs `docs` with these arguments (without `node` and the script). Returns the exit code; throws nothing. */
export async function run(argv: readonly string[], given: Context): Promise<number> {
  let context = given;
  try {
    refuseNodeDebug(context);
    if (!REPAIRS.includes(argv[0] ?? '')) context = withDefaults(context);
    await keepCredentials(argv, context);
    const typed = await withoutAlias(argv, context);
    if (!typed) return EXIT.ok;
    if (typed !== argv) context = { ...context, argv: typed };
    return await start(await rewriteHelp(await arrange(entries, typed, aliases)), context);
  } catch (error) {
    return report(error, argv, context);
  }
}

/** Commands that must work while the defaults cannot be read, and one that has no time for them. */
const REPAIRS: readonly string[] = ['config', 'complete'];

/** Only for a first word that is not known, or a flag: every other call is spared the look. Undefined where a program of the person's own ran. */
async function withoutAlias(
  argv: readonly string[],
  context: Context,
): Promise<readonly string[] | undefined> {
  const [first = ''] = argv;
  if (isKnown(first) || !/^(-|[a-z][\w-]*$)/i.test(first)) return argv;
  const { expandAlias } = await import('./engine/model/own-aliases.ts');
  return expandAlias(argv, context, { catalog: entries, isKnown });
}

const isKnown = (word: string): boolean =>
  Object.hasOwn(entries, word) || Object.hasOwn(aliases, word) || OWN_WORDS.includes(word);

const OWN_WORDS: readonly string[] = ['--help', 'help', 'complete', 'version'];

/** What Node prints by NODE_DEBUG holds headers and environments, and no text can be hidden in it. */
const TELLTALES = [
  'http',
  'https',
  'http2',
  'net',
  'tls',
  'stream',
  'child_process',
  'worker',
  'undici',
  'fetch',
];

function refuseNodeDebug({ env }: Context): void {
  const wanted = (env.NODE_DEBUG ?? '').split(',').map((name) => name.trim().toLowerCase());
  const found = wanted.find((name) => {
    // As Node reads it: `*` stands for any text.
    const pattern = name.replace(/[^a-z0-9_*]/g, '').replaceAll('*', '.*');
    return pattern !== '' && TELLTALES.some((one) => new RegExp(`^${pattern}$`).test(one));
  });
  if (found === undefined) return;
  throw new UsageError('NODE_DEBUG would print the token', {
    code: 'UNSAFE_DEBUG',
    hint: 'unset NODE_DEBUG; --debug shows each request without the token',
  });
}

/** An address may hold a password, and any text may quote the address; so may the list of processes. */
async function keepCredentials(argv: readonly string[], { secrets, io }: Context): Promise<void> {
  const addresses = argv.filter((word) => word.includes(':') && word.includes('@'));
  if (addresses.length === 0) return;
  const { credentialsIn } = await import('./files/mask-url.ts');
  for (const secret of addresses.flatMap(credentialsIn)) secrets.add(secret);
  if (!addresses.some((word) => URL.canParse(word) && new URL(word).password !== '')) return;
  const { warn } = await import('./output/note.ts');
  warn(
    io,
    'a URL with a password is visible to other programs on this machine: if the command takes --data, send it on standard input with --data -',
  );
}

async function report(
  error: unknown,
  argv: readonly string[],
  { io, secrets, env }: Context,
): Promise<number> {
  const { printError } = await import('./output/errors.ts');
  const { createRedactor } = await import('./client/redact.ts');
  const redactor = createRedactor();
  for (const secret of secrets) redactor.add(secret);
  const redact = (text: string) => redactor.redact(text);
  return printError(io, error, {
    json: wantsJsonErrors(argv, env),
    debug: argv.includes('--debug'),
    redact,
  });
}

async function start(argv: readonly string[], context: Context): Promise<number> {
  if (VERSION.includes(argv[0] ?? '')) {
    await context.io.out(`${context.version}\n`);
    return EXIT.ok;
  }
  if (argv[0] === 'complete') {
    const { complete } = await import('./engine/completion/complete.ts');
    return complete(argv.slice(1), context, entries);
  }
  if (argv[0] === 'help') return showTopic(argv[1] ?? '', context);
  const { runCommand } = await import('./engine/model/program.ts');
  return runCommand(argv, context, { catalog: entries, synonyms });
}

const synonyms = async () => (await import('./engine/find/synonyms.ts')).synonyms;

const VERSION: readonly string[] = ['--version', '-V', '-v', 'version'];

async function showTopic(topic: string, context: Context): Promise<number> {
  const { topicText } = await import('./engine/model/topics.ts');
  const { helpWidth } = await import('./engine/model/program.ts');
  await printPaged(context, topicText(topic, helpWidth(context.io)));
  return EXIT.ok;
}

/** `docs help spaces list` is `docs spaces list --help`, `docs help <topic>` stays, and other words are looked for. */
async function rewriteHelp(argv: readonly string[]): Promise<readonly string[]> {
  if (argv.length === 0) return ['--help'];
  if (argv[0] !== 'help') return argv;
  const end = argv.findIndex((word) => word.startsWith('-'));
  const typed = argv.slice(1, end === -1 ? undefined : end).filter((word) => word !== '');
  const flags = end === -1 ? [] : argv.slice(end);
  const [first = '', ...rest] = typed;
  if (typed.length === 0) return ['--help'];
  if (rest.length === 0 && topics.some((topic) => topic === first)) return ['help', first];
  const words = [...((Object.hasOwn(aliases, first) && aliases[first]) || [first]), ...rest];
  if (await isCommand(entries, words)) return [...words, '--help'];
  return ['commands', '--match', typed.join(' '), ...flags];
}
