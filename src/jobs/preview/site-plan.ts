// Which spaces of a folder a preview shows where: each as a section, or as a site file says.
import { readFileSync } from 'node:fs';
import { basename, dirname, relative, resolve, sep } from 'node:path';
import { UsageError } from '../../errors.ts';
import { ioError } from '../../files/io-error.ts';
import { slugify } from '../../markdown/slug.ts';
import type { PreviewItem, PreviewPlan } from '../../sandbox/door.ts';
import { parseSite } from '../../workflows/site-file/parse.ts';
import { isGroup, isLink, type NavItem, type SpaceItem } from '../../workflows/site-file/schema.ts';
import { titleOfPath } from '../folder/paths.ts';
import type { Folder } from '../folder/read.ts';

/** Throws UsageError for a site file that names a space that no folder holds, and what `parseSite` throws. */
export async function planOf(
  folder: Folder,
  siteFile: string | undefined,
  path: string,
): Promise<PreviewPlan> {
  const spaces = folder.spaces.map(({ root }) => ({ title: titleOf(folder, root, path) }));
  if (siteFile !== undefined) return planOfSite(folder, siteFile, { spaces, path });
  const [only] = spaces;
  if (only && spaces.length === 1)
    return {
      title: only.title,
      spaces,
      items: [{ kind: 'space', variant: { space: 0, title: only.title } }],
    };
  const items = spaces.map(
    ({ title }, space): PreviewItem => ({
      kind: 'section',
      title,
      isDefault: space === 0,
      variants: [{ space, title }],
    }),
  );
  return { title: nameOf(path), spaces, items };
}

/** Of an export its own; else the name of its folder. */
function titleOf({ manifest }: Folder, root: string, path: string): string {
  const exported = manifest?.spaces.find(({ folder }) => folder === root);
  return exported?.title ?? (root === '' ? nameOf(path) : titleOfPath(root));
}

/** Folders of documentation are called alike: then the folder above says of what it is. */
function nameOf(path: string): string {
  const own = basename(path);
  const above = basename(dirname(path));
  const isUsual = /^(?:docs?|documentation|content|src|guides?|website|site)$/i.test(own);
  return titleOfPath(isUsual && above !== '' ? above : own) || 'Documentation';
}

async function planOfSite(
  folder: Folder,
  file: string,
  { spaces, path }: Pick<PreviewPlan, 'spaces'> & { path: string },
): Promise<PreviewPlan> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw ioError('read', file, error);
  }
  const { file: site } = await parseSite(text, file);
  const placeOf = (name: string): number => {
    const at = folder.spaces.findIndex(({ root }) => isNamed(folder, root, { name, file, path }));
    if (at !== -1) return at;
    throw new UsageError(`${file}: no folder in ${path} is space "${name}"`, {
      hint: 'name the space by its folder, such as space: guides',
    });
  };
  const variantsOf = (list: readonly SpaceItem[]) =>
    list.map((one) => {
      const space = placeOf(one.space);
      const { path: at, condition, hidden } = one;
      return { space, title: spaces[space]?.title ?? one.space, path: at, condition, hidden };
    });
  const itemOf = (item: NavItem): PreviewItem => {
    if (isGroup(item))
      return { kind: 'group', title: item.group, icon: item.icon, items: item.sections.map(itemOf) };
    if (isLink(item))
      return { kind: 'link', title: item.link, url: item.url, icon: item.icon, condition: item.condition };
    const variants = variantsOf(item.spaces);
    const title = item.title ?? variants[0]?.title ?? '';
    const { path: at, icon, condition } = item;
    return { kind: 'section', title, path: at, icon, condition, isDefault: title === site.default, variants };
  };
  const roots = variantsOf(site.spaces ?? []).map((variant): PreviewItem => ({ kind: 'space', variant }));
  const items = [...roots, ...(site.sections ?? []).map(itemOf)];
  return {
    title: site.title,
    spaces,
    items,
    customization: site.customization as PreviewPlan['customization'],
  };
}

/** By its folder, seen from the site file or from the folder that is shown; in an export by its title or ID, too. */
function isNamed(
  { manifest }: Folder,
  root: string,
  { name, file, path }: { name: string; file: string; path: string },
): boolean {
  const seen = relative(path, resolve(dirname(file), name))
    .split(sep)
    .join('/');
  const plain = name.replace(/^\.\//, '').replace(/\/+$/, '');
  if ([seen, plain].includes(root) || slugify(name) === slugify(basename(root === '' ? path : root)))
    return true;
  const exported = manifest?.spaces.find(({ folder }) => folder === root);
  return exported !== undefined && [exported.id, exported.title].includes(name);
}
