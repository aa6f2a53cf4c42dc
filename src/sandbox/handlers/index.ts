// Which module does the work of which operations, by the first part of their id. Each loads when first needed.
import type { Handler } from '../handler.ts';

type Load = () => Promise<{ default: readonly Handler[] }>;

export const handlerModules: Record<string, Load> = {
  users: () => import('./users.ts'),
  orgs: () => import('./organizations.ts'),
  spaces: () => import('./spaces.ts'),
  sites: () => import('./sites.ts'),
  content: () => import('./content.ts'),
  pages: () => import('./pages.ts'),
  changeRequests: () => import('./change-requests.ts'),
  git: () => import('./git.ts'),
  downloads: () => import('./downloads.ts'),
};
