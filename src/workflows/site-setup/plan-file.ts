// Plans as YAML.
import { parseYaml } from '../yaml-file.ts';
import { checkPlan, isGroup, type PlannedSection, type SiteDraft, type SitePlan } from './plan.ts';

/** Takes the text of a plan file and its name. Throws UsageError, ValidationError. */
export const parsePlan = async (text: string, name: string): Promise<SitePlan> =>
  checkPlan(await parseYaml(text, name), name);

/** The text of a plan file that makes the same site again. Spaces are named by title where no other bears it. */
export async function planText(draft: SiteDraft, isUnique: (title: string) => boolean): Promise<string> {
  const { stringify } = await import('yaml');
  const body = stringify(planOf(draft, isUnique), { lineWidth: 0 });
  return `# A site: docs sites setup --from <this file>\n${body}`;
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
