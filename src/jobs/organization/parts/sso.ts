// sso.yaml: whether single sign-on is required, and the SAML providers; their certificates are public, and nothing of it is secret.
import type { Static } from '@sinclair/typebox';
import type { OrganizationSAMLProvider as SamlProvider } from '../../../api/people/invites.generated.ts';
import * as api from '../../../api/people/invites.ts';
import { Organization } from '../../../api/people/organizations.generated.ts';
import { getOrganization, updateOrganization } from '../../../api/people/organizations.ts';
import { builders } from '../../../api/schema.ts';
import { allItems } from '../../../client/pages.ts';
import { type Described, ID } from '../../site-file/describe.ts';
import { Shape } from '../../site-file/schema.ts';
import { differing } from '../../site-file/work.ts';
import type { OrgFile } from '../file.ts';
import type { Part, Work } from '../part.ts';
import * as part from '../part.ts';
import * as shapes from '../shapes.ts';
import { inFileOrder, type World } from '../world.ts';

const { ArrayOf, Bool, Optional, Str } = builders;
const { defaultRole } = Organization.properties;

const schema = Shape({
  ...shapes.SCHEMA_KEY,
  required: Optional(Bool({ description: 'members must sign in with single sign-on' })),
  providers: Optional(
    ArrayOf(
      Shape({
        name: Str({ minLength: 1, maxLength: 30, description: 'label of the sign-in button' }),
        entityID: Optional(Str({ maxLength: 1024, description: 'entity ID of the identity provider' })),
        ssoURL: Optional(Str({ format: 'uri', maxLength: 2048, description: 'its sign-in URL' })),
        certificate: Optional(Str({ maxLength: 10_000, description: 'its public certificate, as PEM' })),
        defaultTeam: shapes.optionalText('team that new members join', 64),
        defaultRole: Optional(shapes.said(defaultRole, 'role of new members; null: guests')),
      }),
    ),
  ),
});
type Item = NonNullable<Static<typeof schema>['providers']>[number];

const readProviders = ({ client, organizationId }: World): Promise<SamlProvider[]> =>
  allItems(client.pages(api.listSamlProviders, { organizationId }));

async function describe(world: World): Promise<Described[]> {
  const providers = await readProviders(world);
  const { sso } = await world.organization();
  const teams = providers.some((one) => one.defaultTeam) ? await world.names('team') : undefined;
  return [
    {
      ...(sso !== undefined && { required: sso }),
      providers: inFileOrder(
        providers.map(({ id, label, entityID, ssoURL, certificate, defaultTeam, ...rest }) => ({
          ...{ [ID]: id, name: label },
          ...(entityID !== '' && { entityID }),
          ...(ssoURL && { ssoURL }),
          ...(certificate !== '' && { certificate }),
          ...(defaultTeam && teams && { defaultTeam: teams.nameOf(defaultTeam.id) }),
          defaultRole: rest.defaultRole,
        })),
      ),
    },
  ];
}

async function plan(work: Work, [file]: readonly OrgFile[]): Promise<void> {
  if (!file) return;
  const items = part.itemsOf<Item>(file, 'providers');
  part.refuseTwins(work, part.heldIn(file, items));
  const live = await readProviders(work.world);
  const found = part.matchNamed(file, items, live, ({ name }, one) => name === one.label);
  for (const item of items) await placed(work, file, item, found.get(item));
  await planRequired(work, file);
  if (work.prune) pruneProviders(work, file, live, new Set(found.values()));
}

async function placed(work: Work, file: OrgFile, item: Item, live: SamlProvider | undefined): Promise<void> {
  const { organizationId } = work.world;
  if (live) work.matches.push({ file, item, id: live.id });
  const { name, defaultTeam: word, entityID, ssoURL, certificate, defaultRole: role } = item;
  const at = { file, item, path: ['defaultTeam'], kind: 'team' as const };
  const defaultTeam =
    typeof word === 'string'
      ? part.thingNamed(work, await part.namesIn(work, 'team'), { ...at, word })
      : undefined;
  const wanted = { label: name, entityID, ssoURL, certificate, defaultTeam, defaultRole: role };
  const fields = differing(wanted, live ? { ...live, defaultTeam: live.defaultTeam?.id } : {});
  const about = { target: { kind: 'SAML provider', title: name }, item };
  if (!live)
    part.addWish(work, file, {
      ...about,
      operation: api.createSamlProvider,
      input: { organizationId, ...fields },
    });
  else if (Object.keys(fields).length > 0)
    part.addWish(work, file, {
      ...about,
      operation: api.updateSamlProvider,
      input: { organizationId, samlProviderId: live.id, ...fields },
      live: { ...live },
    });
  else work.unchanged += 1;
}

/** After the providers: nobody is asked to sign in with what is not there yet. */
async function planRequired(work: Work, file: OrgFile): Promise<void> {
  const { required: sso } = Object(file.value);
  const live = await work.world.organization();
  if (sso === undefined || sso === (live.sso ?? false)) return;
  part.addWish(work, file, {
    operation: updateOrganization,
    input: { organizationId: live.id, sso },
    target: { kind: 'organization', title: live.title },
    live: { ...live, logo: live.urls.logo },
    needs: work.wishes.rows.flatMap(({ operation }, index) =>
      operation.id.startsWith('saml.') ? [index + 1] : [],
    ),
    item: Object(file.value),
  });
}

function pruneProviders(
  work: Work,
  file: OrgFile,
  live: readonly SamlProvider[],
  kept: ReadonlySet<SamlProvider>,
): void {
  part.removeGone(work, file.name, {
    what: 'SAML providers',
    live,
    isNamed: (one) => kept.has(one),
    remove: ({ id, label }) => ({
      operation: api.deleteSamlProvider,
      input: { organizationId: work.world.organizationId, samlProviderId: id },
      target: { kind: 'SAML provider', id, title: label },
    }),
  });
}

export const sso: Part = {
  name: 'sso',
  summary: 'single sign-on and its providers',
  files: ['sso.yaml'],
  schema,
  loose: ['providers'],
  reads: [api.listSamlProviders, api.getSamlProvider, getOrganization],
  writes: [api.createSamlProvider, api.updateSamlProvider, api.deleteSamlProvider, updateOrganization],
  ...{ describe, plan },
};
