// Whose access to what: the organization, the members and the spaces that the flags choose.
import { listSpaces } from '../../api/content/spaces.ts';
import { listMembers } from '../../api/people/members.ts';
import { listSites } from '../../api/sites/sites.ts';
import type { Client } from '../../client/client.ts';
import { allItems } from '../../client/pages.ts';
import type { Place } from '../../domain/access/levels.ts';
import { isOutside, type Person, readPeople } from '../../domain/access/people.ts';
import { type Named, nearText, pick } from '../../domain/access/pick.ts';
import type { FlagsOf } from '../../engine/model/command-type.ts';
import { CONTEXT_FLAGS, READ_CONCURRENCY_FLAG } from '../../engine/model/globals.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import { idIn } from '../../engine/references/named.ts';
import { settleNames } from '../../engine/references/resolve-names.ts';
import type { Run } from '../../engine/run/run.ts';
import { fillContext } from '../../engine/run/scope.ts';
import { NotFoundError } from '../../errors.ts';
import { itemsByComma } from '../../files/texts.ts';
import { readSpaces } from './matrix.ts';

export const ORGANIZATION_FLAG: readonly Option[] = CONTEXT_FLAGS.organizationId
  ? [CONTEXT_FLAGS.organizationId]
  : [];

export const CHOICE_FLAGS = [
  flag('--spaces <names>', 'only these spaces: IDs, titles or patterns such as "API*", separated by commas', {
    reach: 'platform',
  }),
  flag('--members <names>', 'only these members: IDs, emails, names or patterns, separated by commas', {
    reach: 'platform',
  }),
  flag('--outside <domains>', 'only people whose email is outside these domains, separated by commas', {
    reach: 'platform',
  }),
  ...ORGANIZATION_FLAG,
  READ_CONCURRENCY_FLAG,
] as const satisfies readonly Option[];

export type ChoiceRun = Run<FlagsOf<typeof CHOICE_FLAGS>>;

export interface Chosen {
  organizationId: string;
  people: Person[];
  spaces: Place[];
  /** Whether somebody whom only a space shows was chosen as well. */
  admits: (person: Person) => boolean;
}

/** The organization of the flags or the context; a title becomes an ID. */
export async function organizationIn(run: Run): Promise<string> {
  const asked: Run = { ...run, operation: listMembers, input: {} };
  await fillContext(asked);
  await settleNames(asked);
  // So that lines can name it.
  run.input = { ...run.input, organizationId: asked.input.organizationId };
  return idIn(asked.input, 'organizationId');
}

/** Three lists. Throws NotFoundError for a word that names nobody or nothing. */
export async function chooseBoth(run: ChoiceRun, client: Client): Promise<Chosen> {
  const organizationId = await organizationIn(run);
  const [everyone, all] = await Promise.all([
    readPeople(client, organizationId),
    readSpaces(client, organizationId),
    // Which sites open a space is asked next: their list is known by then. A failure shows where it is needed.
    allItems(client.pages(listSites, { organizationId })).catch(() => {}),
  ]);
  const { members, spaces, outside } = run.flags;
  const domains = outside === undefined ? undefined : itemsByComma(outside);
  const admits = (person: Person) => domains === undefined || isOutside(person.email, domains);
  return {
    organizationId,
    people: chosen(everyone, members, personNames, 'member').filter(admits),
    spaces: chosen(all, spaces, ({ id, title }) => ({ id, names: [title] }), 'space'),
    admits: (person) => admits(person) && members === undefined,
  };
}

export const personNames = ({ id, email, name }: Person): Named => ({ id, names: [email, name] });

function chosen<T>(
  all: readonly T[],
  words: string | undefined,
  named: (item: T) => Named,
  noun: 'member' | 'space',
): T[] {
  if (words === undefined) return [...all];
  const { items, unknown } = pick(all, itemsByComma(words), named);
  const [stray = words] = unknown;
  if (unknown.length > 0 || items.length === 0)
    throw new NotFoundError(`there is no ${noun} "${stray}"${nearText(all, stray, named)}`, {
      hint: noun === 'member' ? 'docs members list' : 'docs spaces list',
    });
  return items;
}

export const CHOICE_OPERATIONS = [listMembers, listSpaces];
