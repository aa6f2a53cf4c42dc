// Fills the path parameters that were not given by position: from flags, the environment, the project, the profile.

import type { Operation } from '../../api/operation.ts';
import { UsageError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import { parsedUrl } from '../../files/texts.ts';
import { canAsk } from '../../output/io.ts';
import type { Run } from '../model/command-type.ts';
import { noteTyped } from '../references/names.ts';
import { parseReference } from '../references/pasted.ts';
import type { ChooseTwin, Lookup } from '../references/references.ts';
import type { Input } from './input.ts';
import { fromContext, onlyOrganization, organizationsInHand, unlessUnknown } from './session.ts';

const FLAGS: Record<string, string> = {
  organizationId: '--org',
  spaceId: '--space',
  siteId: '--site',
  changeRequestId: '--cr',
};

/** How to find what a flag names, and how not to need it. */
const FINDS: Readonly<Record<string, string>> = {
  organizationId: 'docs orgs list, then the same command with --org <org>',
  spaceId: 'docs spaces list, then docs use --space <space>',
  siteId: 'docs sites list, then docs use --site <site>',
  changeRequestId: 'docs cr list, then --cr <number>',
};

/** Throws UsageError (exit 2) when a parameter has no value, naming the flag that gives it. */
export async function fillContext(run: Run): Promise<void> {
  run.input = await withPublished(run, await expandReferences(withFlag(run), run));
  for (const param of Object.keys(run.operation.params.properties)) {
    if (run.input[param] !== undefined) continue;
    const value = await paramValue(run, param);
    run.input = { ...run.input, [param]: value, ...parseReference(param, value) };
    run.input = await withPublished(run, run.input);
  }
}

/** Addresses where readers find it become the ids of what they show. */
async function withPublished(run: Run, input: Input): Promise<Input> {
  const params = Object.keys(run.operation.params.properties);
  const pasted = params.filter((param) => /^https?:\/\//.test(String(input[param])));
  const texts = pasted.map((param) => String(input[param])).filter((text) => parsedUrl(text) !== undefined);
  if (texts.length === 0) return input;
  const { readPublished } = await import('../references/published.ts');
  let found: Input = {};
  for (const text of texts) found = { ...found, ...(await readPublished(run, text)) };
  const isOwn = (name: string) =>
    params.includes(name) && (input[name] === undefined || pasted.includes(name));
  return { ...input, ...Object.fromEntries(Object.entries(found).filter(([name]) => isOwn(name))) };
}

/** The context never supplies what a command acts on: that is spelled out, or chosen by a person. */
async function paramValue(run: Run, param: string): Promise<string> {
  const isTarget = run.command.args.some(({ field, required }) => required && field === param);
  const given = isTarget ? undefined : fromContext(run, param);
  if (given !== undefined) return given;
  try {
    if (param === 'organizationId' && !isTarget) return await onlyOrganization(run);
  } catch (error) {
    if (!(error instanceof UsageError) || !canAsk(run)) throw error;
  }
  if (!canAsk(run)) throw missing(run, param);
  return (await import('../ask/choose.ts')).chooseOne(run, param);
}

/** `--cr Guides#4` names the space as well: it is read before the space is asked for. */
function withFlag({ input, operation, flags: { cr } }: Run): Input {
  const asked = 'changeRequestId' in operation.params.properties && input.changeRequestId === undefined;
  return asked && cr !== undefined ? { ...input, changeRequestId: cr } : input;
}

/** Pasted URLs and `space#42` name more than one parameter. Throws UsageError where a flag names another one. */
async function expandReferences(input: Input, run: Run): Promise<Input> {
  let found: Input = {};
  const params = Object.keys(run.operation.params.properties);
  for (const param of params) {
    const text = input[param];
    const named = typeof text === 'string' ? parseReference(param, text) : undefined;
    if (!named) continue;
    const { requireOnePlace } = await import('./refusals.ts');
    await requireOnePlace(run, String(text), named, findByTitle);
    found = { ...found, ...named };
  }
  const own = Object.fromEntries(Object.entries(found).filter(([name]) => params.includes(name)));
  return { ...input, ...own };
}

/**
 * The input with titles turned into ids, looked up in the organization in hand; undefined when no title fits.
 * `refs` are fields of the body that may hold titles too. Throws AmbiguousError when several fit.
 */
export async function findByTitle(
  run: Run,
  operation: Operation,
  refs: Readonly<Record<string, string>> = {},
  how: Pick<Lookup, 'cache' | 'namesOnly' | 'keptOnly' | 'organizations'> = {},
): Promise<Input | undefined> {
  const organizations = () => organizationsInHand(run);
  const choose = await chooserOf(run);
  const [{ lookUpTitles }, { noteShown }] = await Promise.all([
    import('../references/references.ts'),
    import('../references/readers.ts'),
  ]);
  const chosen = new Set<unknown>();
  const found = await lookUpTitles(await run.client(), operation, run.input, {
    refs,
    organizations,
    choose:
      choose &&
      (async (...asked) => {
        const id = await choose(...asked);
        chosen.add(id);
        return id;
      }),
    note: (...shown) => noteShown(run, ...shown),
    ...how,
  }).catch(unlessUnknown);
  for (const param of Object.keys(operation.params.properties)) {
    const id = found?.[param];
    if (typeof id === 'string' && !chosen.has(id)) noteTyped(run, id, run.input[param]);
  }
  return found;
}

const CHOOSERS = new WeakMap<object, ChooseTwin>();

/** One for a run and its copies: what was chosen is not asked for again. Undefined where nobody can be asked. */
export async function chooserOf(run: Run): Promise<ChooseTwin | undefined> {
  if (!canAsk(run) || run.many) return undefined;
  const { context, flags } = run;
  const { twinChooser } = await import('../references/references.ts');
  const chooser = CHOOSERS.get(flags) ?? twinChooser(context);
  CHOOSERS.set(flags, chooser);
  return chooser;
}

function missing(run: Run, param: string): UsageError {
  // `Guides#4` names its space; with another word behind # it names nothing.
  const [given, space] = /^(.+)#[^#\s]*$/.exec(String(run.input.changeRequestId ?? '')) ?? [];
  if (param === 'spaceId' && space !== undefined)
    return new UsageError(`"${given}" is not a change request: # comes before its number, as in ${space}#4`, {
      hint: shell`docs cr list --space ${space}`,
    });
  const flag = FLAGS[param] ?? `<${param}>`;
  const noun = param
    .replace(/Id$/, '')
    .replace(/([A-Z])/g, ' $1')
    .toLowerCase();
  return new UsageError(`no ${noun} given: use ${flag}`, {
    code: 'MISSING_CONTEXT',
    hint: FINDS[param] ?? `${run.path} --help`,
  });
}
