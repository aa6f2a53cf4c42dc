// The plan of a site: what a file says, and what it comes to once every name in it is known.
import type { Static } from '@sinclair/typebox';
import { check, NO_FIELD, type Problem } from '../../api/check.ts';
import { Type } from '../../api/schema.ts';
import { SiteType, SiteVisibility } from '../../api/sites/sites.ts';
import { ValidationError } from '../../errors.ts';

const { Array: ArrayOf, Boolean: Bool, Literal, Object: Obj, Optional, String: Str, Union } = Type;
const closed = { additionalProperties: false };
const Title = Str({ minLength: 2, maxLength: 128 });
const Icon = Str({ minLength: 1, maxLength: 50 });

const SectionPlan = Obj(
  {
    title: Optional(Title),
    /** The first one is what the section begins with. */
    spaces: ArrayOf(Str(), { minItems: 1 }),
    icon: Optional(Icon),
    description: Optional(Str({ maxLength: 256 })),
    path: Optional(Str({ minLength: 1, maxLength: 100 })),
  },
  closed,
);
const GroupPlan = Obj(
  {
    group: Str({ minLength: 1, maxLength: 100 }),
    icon: Optional(Icon),
    sections: ArrayOf(SectionPlan, { minItems: 1 }),
  },
  closed,
);

/** What stands in a plan file. Spaces are named by title or id. */
export const SitePlan = Obj(
  {
    version: Optional(Literal(1)),
    organization: Optional(Str({ minLength: 1 })),
    title: Title,
    type: Optional(SiteType),
    visibility: Optional(SiteVisibility),
    basename: Optional(Str({ minLength: 1, maxLength: 100 })),
    spaces: Optional(ArrayOf(Str(), { minItems: 1 })),
    sections: Optional(ArrayOf(Union([SectionPlan, GroupPlan]), { minItems: 1 })),
    /** Title of the section, or title or id of the space, that visitors see first. */
    default: Optional(Str({ minLength: 1 })),
    publish: Optional(Bool()),
  },
  closed,
);
export type SitePlan = Static<typeof SitePlan>;

export interface PlannedSpace {
  id: string;
  title: string;
}

export interface PlannedSection {
  title: string;
  spaces: readonly PlannedSpace[];
  icon?: string;
  description?: string;
  path?: string;
}

export interface PlannedGroup {
  group: string;
  icon?: string;
  sections: readonly PlannedSection[];
}

export type PlannedItem = PlannedSection | PlannedGroup;

/** A plan with every name resolved. `items` and `spaces` cannot be used together: a site has sections or it has none. */
export interface SiteDraft {
  organization: { id: string; title: string };
  title: string;
  type: NonNullable<SitePlan['type']>;
  visibility: NonNullable<SitePlan['visibility']>;
  basename?: string;
  spaces: readonly PlannedSpace[];
  items: readonly PlannedItem[];
  /** Title of the section or space that is shown first, where that is not the first one. */
  first?: string;
  publish: boolean;
}

export const isGroup = (item: PlannedItem): item is PlannedGroup => 'group' in item;

/** All sections, those in groups too, in the order of the navigation. */
export const sectionsOf = ({ items }: Pick<SiteDraft, 'items'>): PlannedSection[] =>
  items.flatMap((item) => (isGroup(item) ? item.sections : [item]));

/** Takes what a file held. Throws ValidationError (exit 2) with the place of the first thing that is wrong. */
export function checkPlan(value: unknown, name: string): SitePlan {
  const [problem] = check(SitePlan, value);
  if (problem) throw bad(name, inWords(problem));
  // Safe: it has just been checked.
  const plan = value as SitePlan;
  const spaces = spacesIn(plan);
  if (plan.spaces && plan.sections) throw bad(name, '"spaces" and "sections" cannot be used together');
  if (spaces.length === 0) throw bad(name, 'it needs "spaces" or "sections"');
  const twice = firstTwice(spaces) ?? firstTwice(titlesIn(plan));
  if (twice !== undefined) throw bad(name, `"${twice}" appears twice`);
  return plan;
}

/** On one line, whatever the file holds. */
function inWords({ path, message, value }: Problem): string {
  const isUnknown = message.startsWith(NO_FIELD);
  const subject = path === '' && !isUnknown ? '"the plan"' : JSON.stringify(path);
  if (isUnknown && !path.includes('.'))
    return `${subject} ${NO_FIELD}; known: ${Object.keys(SitePlan.properties).join(', ')}`;
  return `${subject} ${message}${value === undefined || isUnknown ? '' : `, not ${JSON.stringify(value)}`}`;
}

function spacesIn({ spaces = [], sections = [] }: SitePlan): string[] {
  const inSections = sections.flatMap((item) => ('group' in item ? item.sections : [item]));
  return [...spaces, ...inSections.flatMap((section) => section.spaces)];
}

function titlesIn({ sections = [] }: SitePlan): string[] {
  const all = sections.flatMap((item) => ('group' in item ? item.sections : [item]));
  return all.map(({ title, spaces }) => title ?? spaces[0] ?? '');
}

const firstTwice = (texts: readonly string[]): string | undefined =>
  texts.find((text, at) => texts.indexOf(text) !== at);

const bad = (name: string, why: string): ValidationError =>
  new ValidationError(`${name}: ${why}`, {
    code: 'BAD_PLAN',
    hint: 'docs sites setup --help',
  });
