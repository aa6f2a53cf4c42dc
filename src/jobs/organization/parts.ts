// All parts of an organization, each after those that it needs: this is the order of a plan.

import type { Part } from './part.ts';
import { access } from './parts/access.ts';
import { collections } from './parts/collections.ts';
import { integrations } from './parts/integrations.ts';
import { openapi } from './parts/openapi.ts';
import { organization } from './parts/organization.ts';
import { sites } from './parts/sites.ts';
import { spaces } from './parts/spaces.ts';
import { sso } from './parts/sso.ts';
import { teams } from './parts/teams.ts';

export const PARTS: readonly Part[] = [
  collections,
  spaces,
  teams,
  openapi,
  integrations,
  sites,
  access,
  organization,
  sso,
];
