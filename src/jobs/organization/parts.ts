// All parts of an organization, each after those that it needs: this is the order of a plan.

import type { Part } from './part.ts';
import { access } from './parts/access.ts';
import { collections } from './parts/collections.ts';
import { organization } from './parts/organization.ts';
import { sites } from './parts/sites.ts';
import { spaces } from './parts/spaces.ts';
import { teams } from './parts/teams.ts';

export const PARTS: readonly Part[] = [collections, spaces, teams, sites, access, organization];
