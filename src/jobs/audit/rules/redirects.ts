// Rules about redirects: what docs redirects lint finds, on every site.

import { listPages } from '../../../api/content/pages.ts';
import type { SiteRedirect, SiteRedirectDestination } from '../../../api/sites/site-redirects.generated.ts';
import { listRedirects, testRedirect } from '../../../api/sites/site-redirects.ts';
import { getSiteStructure } from '../../../api/sites/site-structure.ts';
import type { Site } from '../../../api/sites/sites.generated.ts';
import { listSites } from '../../../api/sites/sites.ts';
import { shell } from '../../../files/shell-word.ts';
import {
  type LintedSite,
  lintSite,
  type RedirectFinding,
  type RedirectProblem,
} from '../../redirects/lint.ts';
import { comparable, REST } from '../../redirects/site-map.ts';
import type { AuditContext, AuditFinding, AuditRule, Severity } from '../rule.ts';
import { sitesOf, siteTarget } from './sites.ts';

const ABOUT: Readonly<Record<RedirectProblem, readonly [Severity, summary: string, why: string]>> = {
  self: ['high', 'A redirect leads to itself.', 'Browsers give up and show an error.'],
  loop: ['high', 'Redirects lead to each other in a circle.', 'Browsers give up and show an error.'],
  dead: [
    'medium',
    'A redirect leads to something that does not exist.',
    'Readers of old links find nothing.',
  ],
  chain: [
    'low',
    'Readers pass several redirects.',
    'Each step is slow, and search engines stop following them.',
  ],
  shadowed: [
    'low',
    'A redirect never applies: a page is at its path.',
    'It does nothing, and misleads the people who maintain the list.',
  ],
  twin: ['low', 'Redirects differ only in case, a slash or encoding.', 'Only one of them applies.'],
};

const lintOf = ({ lists, organizationId, concurrency }: AuditContext, site: Site): Promise<LintedSite> =>
  lists.once(`redirects of ${site.id}`, () => lintSite(lists.client, { site, organizationId, concurrency }));

/** A chain is shortened, where its end has a name; of the others nobody misses what is deleted. */
function mendOf(
  { problem, id, route }: RedirectFinding,
  site: Site,
  redirects: readonly SiteRedirect[],
): string | undefined {
  if (problem !== 'chain') return shell`docs redirects delete ${id} --site ${site.id}`;
  const end = route.at(-1) ?? '';
  if (end.includes(REST)) return undefined;
  // Where the last redirect leaves the site, the route ends at its source.
  const last = redirects.find(({ draft, source }) => !draft && comparable(source) === end);
  const destination = last === undefined ? end : textOf(last.destination);
  return destination && shell`docs redirects update ${id} --destination ${destination} --site ${site.id}`;
}

/** As people write it. */
function textOf(destination: SiteRedirectDestination): string | undefined {
  if (destination.kind === 'external') return destination.url;
  if (destination.kind === 'site-section') return `section:${destination.siteSectionId}`;
  return destination.kind === 'site-space' ? `space:${destination.siteSpaceId}` : undefined;
}

export const rules: readonly AuditRule[] = (Object.keys(ABOUT) as RedirectProblem[]).map(
  (problem): AuditRule => {
    const [severity, summary, why] = ABOUT[problem];
    return {
      ...{ id: `redirects/${problem}`, severity, summary, why },
      mend:
        problem === 'chain'
          ? 'docs redirects update <redirect> --destination <place> --site <site>'
          : 'docs redirects delete <redirect> --site <site>',
      reads: [listSites, listRedirects, getSiteStructure, listPages, testRedirect],
      async find(context) {
        return context.lists.each(await sitesOf(context), async (site): Promise<AuditFinding[]> => {
          const { findings } = await lintOf(context, site);
          const { lists, organizationId } = context;
          const redirects = await lists.all(listRedirects, { organizationId, siteId: site.id });
          return findings
            .filter((one) => one.problem === problem)
            .map((one) => ({
              target: { kind: 'redirect', id: one.id, title: one.source },
              within: siteTarget(site),
              message: one.message,
              mend: mendOf(one, site, redirects),
            }));
        });
      },
    };
  },
);
