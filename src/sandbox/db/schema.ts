// The tables of a sandbox, in one list. Loaded only to make a new file.
import { changeRequestTables } from './change-requests.ts';
import { collectionTables } from './collections.ts';
import { commentTables } from './comments.ts';
import { contentTables } from './content.ts';
import { gitTables } from './git-operations.ts';
import { memberTables } from './members.ts';
import { metaTables } from './meta.ts';
import { organizationTables } from './organizations.ts';
import { reviewTables } from './reviews.ts';
import { siteTables } from './sites.ts';
import { spaceTables } from './spaces.ts';
import { teamTables } from './teams.ts';
import { userTables } from './users.ts';

const tables = [
  metaTables,
  userTables,
  organizationTables,
  memberTables,
  teamTables,
  collectionTables,
  spaceTables,
  siteTables,
  contentTables,
  changeRequestTables,
  reviewTables,
  gitTables,
  commentTables,
];

export const TABLES = tables.join(';\n');
