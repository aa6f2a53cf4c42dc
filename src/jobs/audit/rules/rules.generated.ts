// Made by npx tsx src/build/indexes.ts from the files of this folder: add a file there, then run it.
import type { AuditRule } from '../rule.ts';
import { rules as access } from './access.ts';
import { rules as integrations } from './integrations.ts';
import { rules as links } from './links.ts';
import { rules as openapi } from './openapi.ts';
import { rules as pages } from './pages.ts';
import { rules as people } from './people.ts';
import { rules as redirects } from './redirects.ts';
import { rules as reviews } from './reviews.ts';
import { rules as sites } from './sites.ts';
import { rules as spaces } from './spaces.ts';
import { rules as sso } from './sso.ts';
import { rules as translations } from './translations.ts';

export const auditRules: readonly AuditRule[] = [
  ...access,
  ...integrations,
  ...links,
  ...openapi,
  ...pages,
  ...people,
  ...redirects,
  ...reviews,
  ...sites,
  ...spaces,
  ...sso,
  ...translations,
];
