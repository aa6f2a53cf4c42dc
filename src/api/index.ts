// All operations in one list: for the sandbox's routes, the contract tests and the specification. Never on the hot path.
import * as changeRequests from './change-requests.ts';
import * as changes from './changes.ts';
import * as commentReplies from './comment-replies.ts';
import * as comments from './comments.ts';
import * as content from './content.ts';
import * as files from './files.ts';
import * as git from './git.ts';
import * as imports from './imports.ts';
import * as links from './links.ts';
import type { Operation } from './operation.ts';
import * as organizations from './organizations.ts';
import * as pages from './pages.ts';
import * as reviewers from './reviewers.ts';
import * as reviews from './reviews.ts';
import * as revisions from './revisions.ts';
import * as search from './search.ts';
import * as sites from './sites.ts';
import * as spaces from './spaces.ts';
import * as templates from './templates.ts';
import * as users from './users.ts';

const resources = [
  users,
  organizations,
  spaces,
  content,
  pages,
  files,
  links,
  search,
  imports,
  templates,
  comments,
  commentReplies,
  changeRequests,
  changes,
  reviews,
  reviewers,
  revisions,
  git,
  sites,
];

const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'success' in value;

/** Every operation of the platform that `docs` knows, by resource. */
export const operations: readonly Operation[] = resources.flatMap((resource) =>
  Object.values(resource).filter(isOperation),
);
