// What the organizations of a profile are called: a table of profiles asks no host.
import { listOrganizations } from '../../api/people/organizations.ts';
import type { Run } from '../run/run.ts';

interface Titled {
  /** Of the profile. */
  name: string;
  baseUrl: string;
  organizations: readonly { id: string; title: string }[];
}

export async function keepTitles({ context }: Pick<Run, 'context'>, titled: Titled): Promise<void> {
  const { name, baseUrl, organizations } = titled;
  const [{ openNameCache }, { originOf }, { cacheKey }] = await Promise.all([
    import('../../config/name-cache.ts'),
    import('../../config/base-url.ts'),
    import('./references.ts'),
  ]);
  const names = openNameCache(context.paths(), name, originOf(baseUrl), context.now);
  names.write(
    cacheKey(listOrganizations, {}),
    organizations.map(({ id, title }) => ({ id, names: [title] })),
  );
}
