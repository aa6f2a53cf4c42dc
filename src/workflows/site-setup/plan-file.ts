// Plans as YAML.

import { check } from '../../api/check.ts';
import { parseYaml } from '../yaml-file.ts';
import { checkPlan, isGroup, type PlannedSection, type SiteDraft, SitePlan } from './plan.ts';

const HEAD = '# A site: docs sites setup --from <this file>\n';

/** Takes the text of a plan file and its name. Throws UsageError, ValidationError. */
export const parsePlan = async (text: string, name: string): Promise<SitePlan> =>
  checkPlan(await parseYaml(text, name), name);

/**
 * The text of a plan file that makes the same site again. Spaces are named by title where no other bears it. `before`: a
 * site file that is there, of which everything else stays.
 */
export async function planText(
  draft: SiteDraft,
  isUnique: (title: string) => boolean,
  before?: string,
): Promise<string> {
  const plan = planOf(draft, isUnique);
  if (before !== undefined && (await isSiteFile(before))) {
    const { siteText } = await import('../site-file/write.ts');
    return siteText({ ...plan }, before, true);
  }
  const { stringify } = await import('yaml');
  return HEAD + stringify(plan, { lineWidth: 0 });
}

async function isSiteFile(text: string): Promise<boolean> {
  const { parseSite } = await import('../site-file/parse.ts');
  return parseSite(text, '').then(
    () => true,
    () => false,
  );
}

/** Whether a file says more than these plans can: settings of a site that docs sites pull writes. */
export async function saysMore(text: string, name: string): Promise<boolean> {
  const value = await parseYaml(text, name);
  if (check(SitePlan, value).length === 0) return false;
  const { SiteShape } = await import('../site-file/schema.ts');
  return check(SiteShape, value).length === 0;
}

function planOf(draft: SiteDraft, isUnique: (title: string) => boolean): SitePlan {
  const { organization, title, type, visibility, basename, spaces, items, first, publish } = draft;
  const nameOf = (space: { id: string; title: string }) => (isUnique(space.title) ? space.title : space.id);
  const section = ({ spaces: own, ...rest }: PlannedSection) => ({ ...rest, spaces: own.map(nameOf) });
  return {
    version: 1,
    organization: organization.title,
    title,
    type,
    visibility,
    ...(basename !== undefined && { basename }),
    ...(spaces.length > 0 && { spaces: spaces.map(nameOf) }),
    ...(items.length > 0 && {
      sections: items.map((item) =>
        isGroup(item) ? { ...item, sections: item.sections.map(section) } : section(item),
      ),
    }),
    ...(first !== undefined && { default: first }),
    publish,
  };
}
