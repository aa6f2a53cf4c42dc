// How a published site tells of its looks: in an older form than the one in which they are set
// (src/api/README.md#customization).
import { ContentRef } from '../content/content-ref.ts';
import { builders, Nullable, withFields } from '../schema.ts';
import { SiteCustomizationSettings } from './customization.generated.ts';

const { ArrayOf, Bool, Obj, Str, Optional } = builders;
const { header, footer, socialAccounts, ...settings } = SiteCustomizationSettings.properties;
const { style, condition } = header.properties.links.items.properties;

const logo = Optional(Obj({ light: ContentRef, dark: Optional(ContentRef) }));
const link = { title: Str({ maxLength: 64 }), to: Nullable(ContentRef) };
const Group = Obj({ title: Str({ maxLength: 64 }), links: ArrayOf(Obj(link)) });

export const SiteCustomization = Obj({
  ...settings,
  title: Str(),
  header: withFields(header, {
    logo,
    links: ArrayOf(Obj({ ...link, style, condition, links: Optional(ArrayOf(Obj(link))) })),
  }),
  footer: withFields(footer, { logo, groups: ArrayOf(Group) }),
  pdf: Obj({ enabled: Bool() }),
  git: Obj({ showEditLink: Bool() }),
  pageActions: withFields(settings.pageActions, { externalAI: Bool(), markdown: Bool(), mcp: Bool() }),
  socialAccounts: Optional(socialAccounts),
});
