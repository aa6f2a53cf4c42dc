// All operations in one list: for the sandbox's routes, the contract tests and the specification. Never on the hot path.
import * as changeRequests from './change-requests.ts';
import * as content from './content.ts';
import * as git from './git.ts';
import type { Operation } from './operation.ts';
import * as organizations from './organizations.ts';
import * as pages from './pages.ts';
import * as sites from './sites.ts';
import * as spaces from './spaces.ts';
import * as users from './users.ts';

const resources = [users, organizations, spaces, content, pages, changeRequests, git, sites];

const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'success' in value;

/** Every operation of the platform that `docs` knows, by resource. */
export const operations: readonly Operation[] = resources.flatMap((resource) =>
  Object.values(resource).filter(isOperation),
);
