// Plans as YAML.
import { UsageError } from '../../errors.ts';
import { checkPlan, isGroup, type PlannedSection, type SiteDraft, type SitePlan } from './plan.ts';

const MOST_BYTES = 1024 * 1024;

/** Takes the text of a plan file and its name. Throws UsageError, ValidationError. */
export async function parsePlan(text: string, name: string): Promise<SitePlan> {
  if (text.length > MOST_BYTES) throw new UsageError(`${name} is larger than 1 MiB: this is no plan`);
  const { parseDocument } = await import('yaml');
  const document = parseDocument(text.replace(/^\uFEFF/, ''), {
    schema: 'core',
    uniqueKeys: true,
    stringKeys: true,
  });
  const [problem] = document.errors;
  if (problem) {
    const [at] = problem.linePos ?? [];
    const where = at ? ` at line ${at.line}, column ${at.col}` : '';
    throw new UsageError(`${name} is not YAML${where}: ${problem.code.toLowerCase().replaceAll('_', ' ')}`);
  }
  return checkPlan(toValue(document, name), name);
}

function toValue(document: { toJS(options: { maxAliasCount: number }): unknown }, name: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 50 });
  } catch {
    throw new UsageError(`${name} repeats itself too often by aliases`);
  }
}

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
