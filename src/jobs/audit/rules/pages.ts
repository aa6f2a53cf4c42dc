// Rules about pages: what readers miss, and what nobody looks after.
import { getPage, listPages } from '../../../api/content/pages.ts';
import { listSpaces } from '../../../api/content/spaces.ts';
import { listMembers, listTeams } from '../../../api/people/members.ts';
import {
  documentsOf,
  lintSpace,
  type PageFinding,
  type PageProblem,
  readOwners,
  STALE_DAYS,
  TEXT_PROBLEMS,
  TREE_PROBLEMS,
  whyGone,
} from '../../page-lint/problems.ts';
import { type AuditContext, type AuditFinding, type AuditRule, type Found, onPage } from '../rule.ts';

/** Spaces go side by side already. */
const PAGES_AT_A_TIME = 2;
/** No command can write what is missing: a person does, in a change request. */
export const EDIT =
  'docs pages edit <page> --space <space> --cr <cr> --file <file>, then docs cr merge <cr> --space <space>';

const TREE = [listSpaces, listPages];
const TEXT = [...TREE, getPage];

/** Texts are read once for all rules that want them, and by none where only the page trees are needed. */
function byLint(problem: PageProblem): Pick<AuditRule, 'reads' | 'onRequest' | 'find'> {
  const isText = TEXT_PROBLEMS.some((one) => one === problem);
  return {
    reads: isText ? TEXT : TREE,
    onRequest: isText,
    async find(context): Promise<Found> {
      const { findings, ...looked } = await context.lists.once(`pages ${isText ? 'text' : 'tree'}`, () =>
        lint(context, isText ? TEXT_PROBLEMS : TREE_PROBLEMS),
      );
      return { ...looked, findings: findings.filter((one) => one.problem === problem).map(toAudit) };
    },
  };
}

async function lint({ lists, organizationId, now }: AuditContext, only: readonly PageProblem[]) {
  const spaces = await lists.all(listSpaces, { organizationId });
  return lists.each(spaces, async (space) => {
    const linted = await lintSpace(lists.client, space, { concurrency: PAGES_AT_A_TIME, now, only });
    return linted.findings;
  });
}

const toAudit = ({ space, page, message, key, file }: PageFinding): AuditFinding => ({
  ...onPage(space, page),
  message,
  mend: undefined,
  ...(key !== '' && { key }),
  ...(file !== undefined && { file }),
});

export const rules: readonly AuditRule[] = [
  {
    id: 'pages/empty',
    severity: 'medium',
    summary: 'A page has no content.',
    why: 'Readers and search engines arrive at a page without an answer.',
    mend: EDIT,
    ...byLint('empty'),
  },
  {
    id: 'pages/no-description',
    severity: 'low',
    summary: 'A page has no description.',
    why: 'Search engines and agents show the description; without it they show whatever they find.',
    mend: 'docs pages edit <page> --space <space> --cr <cr> --description <text>, then docs cr merge <cr> --space <space>',
    ...byLint('no-description'),
  },
  {
    id: 'pages/duplicate-title',
    severity: 'low',
    summary: 'Two pages of a space have the same title.',
    why: 'In search results and in the table of contents they look the same.',
    mend: 'docs pages edit <page> --space <space> --cr <cr> --title <title>, then docs cr merge <cr> --space <space>',
    ...byLint('duplicate-title'),
  },
  {
    id: 'pages/heading-skip',
    severity: 'low',
    summary: 'A heading is more than one level below the one before.',
    why: 'People who use a screen reader move from heading to heading, and look for the missing level.',
    mend: EDIT,
    ...byLint('heading-skip'),
  },
  {
    id: 'pages/image-text',
    severity: 'low',
    summary: 'An image has no alternative text.',
    why: 'Anyone who cannot see the image, including search engines and agents, learns nothing from it.',
    mend: EDIT,
    ...byLint('image-text'),
  },
  {
    id: 'pages/stale',
    severity: 'low',
    summary: `A page was not changed for ${STALE_DAYS} days.`,
    why: 'What it says may no longer be true, and readers have no way of knowing.',
    mend: EDIT,
    ...byLint('stale'),
  },
  {
    id: 'pages/owner-left',
    severity: 'medium',
    summary: 'The owner of a page is no longer there.',
    why: 'The page has no maintainer, and reports about it go to someone who has left.',
    mend: 'name another owner in owners.yaml',
    reads: [...TREE, listMembers, listTeams],
    find: findLeft,
  },
];

async function findLeft({ lists, organizationId, owners: text }: AuditContext): Promise<Found> {
  if (text === undefined) return { skipped: 'there is no owners.yaml' };
  // One that lies there by itself may not be filled in yet.
  const ownerOf = await readOwners(text, 'owners.yaml', true);
  const [spaces, members, teams] = await Promise.all([
    lists.all(listSpaces, { organizationId }),
    lists.all(listMembers, { organizationId }),
    lists.all(listTeams, { organizationId }),
  ]);
  return lists.each(spaces, async (space) => {
    const { pages } = await lists.one(listPages, { spaceId: space.id });
    return documentsOf(pages).flatMap((page): AuditFinding[] => {
      const owner = ownerOf(space, page);
      const why = owner === undefined ? undefined : whyGone(owner, members, teams);
      if (why === undefined) return [];
      const file = page.git && { file: page.git.path };
      return [{ ...onPage(space, page), message: `its owner ${owner} ${why}`, mend: undefined, ...file }];
    });
  });
}
