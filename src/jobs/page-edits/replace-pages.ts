// docs pages replace: the same words on all pages of many spaces, as one change request for each space.
import { getChangeRequestPage, getPage, listChangeRequestPages, listPages } from '../../api/content/pages.ts';
import { getSpace, listSpaces } from '../../api/content/spaces.ts';
import { getCaller } from '../../api/people/members.ts';
import type { ChangeRequest } from '../../api/review/change-requests.generated.ts';
import {
  type ChangeRequestContentChange,
  createChangeRequest,
  listChangeRequests,
  updateChangeRequestContent,
} from '../../api/review/change-requests.ts';
import type { Client } from '../../client/client.ts';
import { allItems } from '../../client/pages.ts';
import { mapAll } from '../../client/pool.ts';
import { pick } from '../../domain/access/pick.ts';
import { arg } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/command-type.ts';
import { readWidthOf } from '../../engine/model/globals.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import { refuseTogether } from '../../engine/model/used-together.ts';
import { job } from '../../engine/plan/job.ts';
import type { Wish, Wishes } from '../../engine/plan/job-wishes.ts';
import type { Run } from '../../engine/run/run.ts';
import { NotFoundError, seeHelp, UsageError } from '../../errors.ts';
import { itemsByComma } from '../../files/texts.ts';
import { plural } from '../../output/format.ts';
import { note } from '../../output/note.ts';
import { type Bar, startBar } from '../../output/progress-bar.ts';
import { editsOf, ownRequest, previewOf, sayGoesOn } from './page-wish.ts';
import type { ReplacedPage, ReplacedSpace } from './replace-in-spaces.ts';

const FLAGS = [
  flag('--spaces <names>', 'spaces: IDs, titles or patterns such as "API*", separated by commas', {
    reach: 'platform',
  }),
  flag('--all-spaces', 'all spaces in the organization', { reach: 'platform' }),
  flag('--subject <text>', 'subject of the change requests', { reach: 'platform' }),
  flag('--ignore-case', 'match upper and lower case alike', { reach: 'platform' }),
  flag('--in-code', 'replace in code, too', { reach: 'platform' }),
  flag('--in-urls', 'replace in URLs, paths, email addresses and IDs, too', { reach: 'platform' }),
] as const satisfies readonly Option[];

type ReplaceRun = Run<FlagsOf<typeof FLAGS>>;

export const replacePages = job('replace', listSpaces, {
  summary: 'Replace words on pages of many spaces',
  args: [arg('old'), arg('new')],
  options: FLAGS,
  oneOf: ['--spaces', '--all-spaces'],
  uses: [
    ...[getSpace, listPages, getPage, listChangeRequestPages, getChangeRequestPage, listChangeRequests],
    ...[getCaller, createChangeRequest, updateChangeRequestContent],
  ],
  examples: [
    ['See every place as a diff', 'docs pages replace parcel package --spaces Guides --dry-run'],
    [
      'Write a plan for a review',
      'docs pages replace parcel package --spaces "Guides,API*" --plan-out words.json',
    ],
    ['Replace it everywhere', 'docs pages replace Tarnpost Parcela --all-spaces --yes'],
  ],
  notes: `Makes one change request in each space that has such a place, or continues your open one of that subject; main stays
as it is until they are merged. Titles, descriptions and text are changed, and only whole words. Code (blocks, spans and math)
is left as it is unless --in-code is given. URLs, paths, slugs, hostnames, email addresses, anchors, tags, variables and IDs,
such as order_id, are left unless --in-urls is given; slugs are never changed. Links of the same space to
a heading that is changed follow its new anchor; those from other spaces that are read are counted. If a space changes after a
plan was made, the plan is stale.`,
  ahead: { first: createChangeRequest },
  wishes: wishesOf,
});

async function wishesOf(run: ReplaceRun): Promise<Wishes> {
  const { io } = run.context;
  const from = run.args.old ?? '';
  const to = run.args.new ?? '';
  refuseWords(run, from, to);
  const { replaceInSpaces } = await import('./replace-in-spaces.ts');
  const { inCode, inUrls, ignoreCase } = run.flags;
  const replacing = {
    from,
    to,
    ignoreCase: ignoreCase === true,
    code: inCode === true,
    urls: inUrls === true,
  };
  const client = await run.client();
  const chosen = await chosenSpaces(run);
  const width = readWidthOf(run);
  const look = (among: readonly string[], own?: ReadonlyMap<string, ChangeRequest>) => {
    let bar: Bar | undefined;
    const onPage = (total: number) => {
      bar ??= startBar(io, 'reading pages', total);
      bar.step(true);
    };
    return replaceInSpaces(client, among, replacing, { width, onPage, own }).finally(() => bar?.stop());
  };
  const spaces = await look(chosen);
  note(io, summaryOf(spaces, from));
  const subject = (run.flags.subject ?? `Replace "${from}" with "${to}"`).slice(0, 100);
  const hits = spaces.filter(({ pages }) => pages.length > 0);
  const open = await mapAll(client, hits, width, ({ id }) => ownRequest(client, id, subject));
  const own = new Map<string, ChangeRequest>();
  for (const [at, { id, title }] of hits.entries()) {
    const found = open[at];
    if (!found) continue;
    own.set(id, found);
    sayGoesOn(run, title, found);
  }
  const again = new Map((own.size > 0 ? await look([...own.keys()], own) : []).map((one) => [one.id, one]));
  const left = hits.map((space) => again.get(space.id) ?? space).filter(({ pages }) => pages.length > 0);
  const rows: Wish[] = [];
  for (const space of left) {
    const changes = space.pages.map(changeOf);
    rows.push(...editsOf(space, { subject, number: rows.length + 1, changes, own: own.get(space.id) }));
  }
  return { rows, unchanged: hits.length - left.length, preview: await diffOf(run, left) };
}

function refuseWords({ path }: Run, from: string, to: string): void {
  const hint = `${path} --help`;
  if (from.trim() === '') throw new UsageError('the text to replace is empty', { hint });
  if (from === to) throw new UsageError(`"${from}" would be replaced with itself`, { hint });
  if (/[\n\r]/.test(from + to)) throw new UsageError('text to replace must be on one line', { hint });
}

/** Those that words name, and all that one can see. Throws NotFoundError. */
export async function spacesNamed(client: Client, organizationId: string, words: string) {
  const all = await allItems(client.pages(listSpaces, { organizationId }));
  const { items, unknown } = pick(all, itemsByComma(words), ({ id, title }) => ({ id, names: [title] }));
  if (unknown[0] !== undefined || items.length === 0)
    throw new NotFoundError(`space "${unknown[0] ?? words}" not found, or not visible to you`, {
      hint: 'docs spaces list',
    });
  return { all, items };
}

async function chosenSpaces(run: ReplaceRun): Promise<string[]> {
  const { spaces: words, allSpaces } = run.flags;
  refuseTogether(run, 'spaces', 'allSpaces');
  if (words === undefined && !allSpaces) throw seeHelp(run.path, '--spaces or --all-spaces is required');
  const client = await run.client();
  const organizationId = String(run.input.organizationId);
  const spaces =
    words === undefined
      ? await allItems(client.pages(listSpaces, { organizationId }))
      : (await spacesNamed(client, organizationId, words)).items;
  return spaces.map(({ id }) => id);
}

/** `12 places on 5 pages in 2 spaces; 3 in code, URLs or IDs are left as they are`. */
function summaryOf(spaces: readonly ReplacedSpace[], from: string): string {
  const pages = spaces.flatMap((space) => space.pages);
  const places = pages.reduce((sum, page) => sum + page.places, 0);
  const left = spaces.reduce((sum, space) => sum + space.left, 0);
  const hits = spaces.filter((space) => space.pages.length > 0).length;
  const looked = `${plural(
    spaces.reduce((sum, { read }) => sum + read, 0),
    'page',
  )} in ${plural(spaces.length, 'space')}`;
  const found =
    places === 0
      ? `"${from}" has no place to replace on ${looked}`
      : `"${from}": ${plural(places, 'place')} on ${plural(pages.length, 'page')} in ${plural(hits, 'space')}`;
  const led = spaces.reduce((sum, space) => sum + space.led, 0);
  const elsewhere = spaces.reduce((sum, space) => sum + space.elsewhere, 0);
  const parts = [
    found,
    ...(left > 0
      ? [`${left} in code, URLs or IDs ${left === 1 ? 'stays as it is' : 'stay as they are'}`]
      : []),
    ...(led > 0 ? [`${plural(led, 'link')} to renamed sections ${led === 1 ? 'follows' : 'follow'}`] : []),
    ...(elsewhere > 0
      ? [
          `${plural(elsewhere, 'link')} from other spaces to them ${elsewhere === 1 ? 'breaks' : 'break'} once it is merged`,
        ]
      : []),
  ];
  return parts.join('; ');
}

const changeOf = ({ id, newTitle, description, markdown }: ReplacedPage): ChangeRequestContentChange => ({
  operation: 'update_page',
  page: id,
  ...(newTitle !== undefined && { title: newTitle }),
  ...(description && { description: description.after }),
  ...(markdown && { document: { markdown: markdown.after } }),
});

async function diffOf(run: Run, spaces: readonly ReplacedSpace[]): Promise<string> {
  if (run.flags.dryRun !== true) return '';
  return previewOf(
    run,
    spaces.flatMap((space) =>
      space.pages.map(({ id, title, path, newTitle, description, markdown }) => ({
        id,
        title: newTitle ?? title,
        path: `${space.title}/${path}`,
        before: markdown?.before ?? '',
        after: markdown?.after ?? '',
        attributes: {
          ...(newTitle !== undefined && { title: { before: title, after: newTitle } }),
          ...(description && { description }),
        },
      })),
    ),
  );
}
