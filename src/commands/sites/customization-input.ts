// What `docs customization set` sends: a document, with values set by path.

import type { Operation } from '../../api/operation.ts';
import {
  getCustomization,
  getSiteSpaceCustomization,
  updateSiteSpaceCustomization,
} from '../../api/sites/customization.ts';
import type { Option } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/flag-types.ts';
import { idIn, readNamed } from '../../engine/references/named.ts';
import type { Run } from '../../engine/run/run.ts';
import {
  type Assignment,
  assign,
  type Fields,
  isFields,
  pathOf,
  readAssignment,
} from '../../workflows/customization-paths.ts';
import { asTold } from '../../workflows/looks-as-told.ts';

export const SITE_SPACE_FLAG = {
  flags: '--site-space <space>',
  description: 'a space on the site: ID, title or path',
  group: 'Context:',
} as const satisfies Option;

export const SET_FLAGS = [
  SITE_SPACE_FLAG,
  {
    flags: '--set <path=value...>',
    reach: 'platform',
    description: 'values by path: styling.theme=bold',
    group: 'Fields:',
  },
  {
    flags: '--unset <path...>',
    reach: 'platform',
    description: 'paths to clear: announcement',
    group: 'Fields:',
  },
] as const satisfies readonly Option[];

type SetRun = Run<FlagsOf<typeof SET_FLAGS>>;

/** A site takes a whole document, a site space what it has of its own. */
export async function completeLooks(run: SetRun): Promise<void> {
  const { siteSpace } = run.flags;
  const { organizationId, siteId, ...given } = run.input;
  const place = {
    ...(organizationId !== undefined && { organizationId }),
    ...(siteId !== undefined && { siteId }),
  };
  const changes = assignmentsOf(run);
  if (typeof siteSpace === 'string') {
    run.operation = updateSiteSpaceCustomization;
    const inPlace = { ...place, siteSpaceId: siteSpace };
    const now = changes.length > 0 ? await readLooks({ ...run, input: inPlace }) : {};
    const cleared = changes.map((one) => (one.value === undefined ? { ...one, value: null } : one));
    const { updatedAt: _, ...wanted } = applied(given, cleared, now);
    run.input = asTold(run.operation, { ...inPlace, ...wanted }, now);
    return;
  }
  const { updatedAt: _, ...now } = await readLooks({ ...run, input: place });
  const { updatedAt: __, ...wanted } = applied(merged(now, given), changes, now);
  run.input = asTold(run.operation, { ...place, ...wanted }, now);
}

const textsOf = (value: unknown): string[] => [value ?? []].flat().map(String);

const assignmentsOf = ({ flags }: SetRun): Assignment[] => [
  ...textsOf(flags.set).map(readAssignment),
  ...textsOf(flags.unset).map((name) => ({ path: pathOf(name), value: undefined })),
];

const applied = (document: Fields, changes: readonly Assignment[], known: Fields): Fields =>
  changes.reduce((made, change) => assign(made, change, known), document);

/** What --data leaves out stays. A part with other fields (an icon for an emoji) is the whole of it. */
function merged(now: Fields, given: Fields): Fields {
  const made: Record<string, unknown> = { ...now };
  for (const [key, value] of Object.entries(given)) {
    const known = now[key];
    made[key] = key !== 'favicon' && isFields(known) && isFields(value) ? { ...known, ...value } : value;
  }
  return made;
}

/** The looks as they are, what the plan does not include as well. */
export async function readLooks(run: Run): Promise<Fields> {
  const operation: Operation =
    run.input.siteSpaceId === undefined ? getCustomization : getSiteSpaceCustomization;
  const client = await run.client();
  const found = await readNamed({ ...run }, operation, (input) =>
    client.call(operation, {
      ...Object.fromEntries(
        Object.keys(operation.params.properties).map((name) => [name, idIn(input, name)]),
      ),
      unmasked: true,
    }),
  );
  return isFields(found) ? found : {};
}
