// organization.yaml: which organization the folder is of, and its settings.

import type { Static } from '@sinclair/typebox';
import { Organization } from '../../../api/people/organizations.generated.ts';
import { getOrganization, updateOrganization } from '../../../api/people/organizations.ts';
import { builders, Nullable } from '../../../api/schema.ts';
import { listSites } from '../../../api/sites/sites.ts';
import { isEmailDomain } from '../../../files/texts.ts';
import { type Described, ID } from '../../site-file/describe.ts';
import { Shape } from '../../site-file/schema.ts';
import { differing } from '../../site-file/work.ts';
import type { OrgFile } from '../file.ts';
import type { Part, Work } from '../part.ts';
import * as part from '../part.ts';
import * as shapes from '../shapes.ts';
import type { World } from '../world.ts';

const { ArrayOf, Bool, Optional, Str } = builders;

const { defaultRole, hostname } = Organization.properties;

const schema = Shape({
  ...shapes.SCHEMA_KEY,
  title: Str({ minLength: 2, maxLength: 255, description: 'title of the organization' }),
  hostname,
  defaultRole: Optional(shapes.said(defaultRole, 'role of members who join; null: guests')),
  emailDomains: Optional(ArrayOf(Str(), { description: 'email domains whose users can join' })),
  inviteLinks: Optional(Bool({ description: 'allow invite links' })),
  ai: Optional(Bool({ description: 'enable all AI features' })),
  defaultSite: shapes.optionalText('site to show as the public content: title or ID', 256),
  logo: Optional(Nullable(Str({ format: 'uri', description: 'URL of the logo' }))),
  mergeRules: shapes.Rules(),
});
type Settings = Static<typeof schema>;

async function describe(world: World): Promise<Described[]> {
  const live = await world.organization();
  const { id, title, inviteLinks, ai, defaultContent, urls } = live;
  const site = defaultContent?.site;
  return [
    {
      ...{ [ID]: id, title },
      ...(live.hostname !== undefined && { hostname: live.hostname }),
      ...(live.defaultRole !== undefined && { defaultRole: live.defaultRole }),
      emailDomains: [...live.emailDomains].sort(),
      inviteLinks,
      ...(ai !== undefined && { ai }),
      ...(site !== undefined && { defaultSite: (await world.names('site')).nameOf(site) }),
      ...(urls.logo !== undefined && { logo: urls.logo }),
      mergeRules: await shapes.rulesForFile(world, live.mergeRules),
    },
  ];
}

const DOMAIN_HINT = 'write what follows the @, such as example.com';

async function plan(work: Work, [file]: readonly OrgFile[]): Promise<void> {
  if (!file) return;
  const { organizationId } = work.world;
  // Safe: the schema was checked.
  const item = file.value as Settings;
  const live = await work.world.organization();
  work.matches.push({ file, item, id: live.id });
  const { title, emailDomains, inviteLinks, ai, logo, defaultSite } = item;
  // What the organization has already is not judged.
  for (const [at, domain] of (emailDomains ?? []).entries())
    if (!live.emailDomains.includes(domain) && !isEmailDomain(domain))
      part.addFault(
        work,
        file,
        item,
        ['emailDomains', at],
        `"${domain}" is not an email domain`,
        DOMAIN_HINT,
      );
  const rules =
    item.mergeRules &&
    shapes.rulesForHost(await shapes.personFinder(work), {
      file,
      item,
      path: ['mergeRules'],
      rules: item.mergeRules,
    });
  const same = <T>(list: readonly T[] | undefined, now: readonly T[]) =>
    list && list.length === now.length && list.every((one) => now.includes(one)) ? now : list;
  const fields = differing(
    {
      ...{ title, hostname: item.hostname, defaultRole: item.defaultRole, inviteLinks, ai, logo },
      emailDomains: same(emailDomains, live.emailDomains),
      mergeRules: rules === null ? { type: 'none' } : rules,
      defaultContent: await contentOf(work, file, item, defaultSite),
    },
    { ...live, logo: live.urls.logo },
  );
  if (Object.keys(fields).length === 0) {
    work.unchanged += 1;
    return;
  }
  part.addWish(work, file, {
    operation: updateOrganization,
    input: { organizationId, ...fields },
    target: { kind: 'organization', title: live.title },
    live: { ...live, logo: live.urls.logo },
    item,
  });
}

async function contentOf(work: Work, file: OrgFile, item: Settings, word: string | null | undefined) {
  if (word === undefined || word === null) return word;
  const site = part.thingNamed(work, await part.namesIn(work, 'site'), {
    file,
    item,
    path: ['defaultSite'],
    kind: 'site',
    word,
  });
  return site === undefined ? undefined : { type: 'site', site };
}

export const organization: Part = {
  name: 'organization',
  summary: 'settings of the organization',
  files: ['organization.yaml'],
  schema,
  loose: ['emailDomains'],
  reads: [getOrganization, listSites],
  writes: [updateOrganization],
  ...{ describe, plan },
};
