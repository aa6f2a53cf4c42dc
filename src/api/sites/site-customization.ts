// How a site looks and behaves (src/api/README.md#sites).
import type { Static } from '@sinclair/typebox';
import { ContentRef } from '../content/content-ref.ts';
import { Enum, Nullable, Type } from '../schema.ts';

const { Array: ArrayOf, Object: Obj, String: Str, Optional, Union, Boolean: Bool, Unknown } = Type;

/** A value for light and one for dark mode; colours are `#rgb` or `#rrggbb`. */
const Themed = Obj({ light: Str(), dark: Str() });
const Color = () => Themed;
const Logo = Obj({ light: ContentRef, dark: Optional(ContentRef) });
const CustomFont = Obj({ id: Str() }, { additionalProperties: true });
const Toggle = Obj({ enabled: Bool() });

const FONTS =
  'ABCFavorit Inter Roboto RobotoSlab OpenSans SourceSansPro Lato Ubuntu Raleway Merriweather Overpass NotoSans IBMPlexSerif Poppins FiraSans'.split(
    ' ',
  );
const MONOSPACE_FONTS =
  'FiraCode IBMPlexMono JetBrainsMono SourceCodePro RobotoMono SpaceMono DMMono Inconsolata'.split(' ');

const Link = Obj({ title: Str({ maxLength: 64 }), to: Nullable(ContentRef) });

const Styling = Obj({
  codeTheme: Optional(Obj({ default: Themed, openapi: Themed })),
  theme: Enum(['clean', 'muted', 'bold', 'gradient']),
  primaryColor: Color(),
  tint: Optional(Obj({ color: Color() })),
  infoColor: Color(),
  successColor: Color(),
  warningColor: Color(),
  dangerColor: Color(),
  corners: Enum(['straight', 'rounded', 'circular']),
  depth: Enum(['subtle', 'flat']),
  links: Enum(['default', 'accent']),
  font: Union([Enum(FONTS), CustomFont]),
  monospaceFont: Union([Enum(MONOSPACE_FONTS), CustomFont]),
  icons: Enum(['regular', 'solid', 'duotone', 'light', 'thin']),
  sidebar: Obj({ background: Enum(['default', 'filled']), list: Enum(['default', 'pill', 'line']) }),
  search: Enum(['prominent', 'subtle']),
  // Deprecated, and required all the same.
  background: Enum(['plain', 'match']),
});

const HeaderLink = Obj({
  title: Str({ maxLength: 64 }),
  style: Optional(Enum(['link', 'button-primary', 'button-secondary'])),
  to: Nullable(ContentRef),
  links: Optional(ArrayOf(Link)),
  condition: Optional(Str({ maxLength: 1024 })),
});

export const SiteCustomization = Obj({
  title: Str(),
  styling: Styling,
  favicon: Union([
    Obj({ icon: Obj({ light: Unknown(), dark: Unknown() }) }),
    Obj({ emoji: Str() }),
    Obj({}, { additionalProperties: false }),
  ]),
  header: Obj({
    preset: Enum(['default', 'bold', 'contrast', 'custom', 'none']),
    logo: Optional(Logo),
    links: ArrayOf(HeaderLink),
  }),
  footer: Obj({
    logo: Optional(Logo),
    groups: ArrayOf(Obj({ title: Str({ maxLength: 64 }), links: ArrayOf(Link) })),
    copyright: Optional(Str({ maxLength: 300 })),
  }),
  announcement: Optional(
    Obj({
      enabled: Bool(),
      message: Str({ minLength: 2, maxLength: 128 }),
      link: Optional(Link),
      style: Enum(['info', 'warning', 'danger', 'success']),
    }),
  ),
  themes: Obj({ default: Enum(['light', 'dark', 'system']), toggeable: Bool() }),
  pdf: Toggle,
  feedback: Toggle,
  ai: Obj({ mode: Enum(['none', 'search', 'assistant']) }),
  advancedCustomization: Toggle,
  git: Obj({ showEditLink: Bool() }),
  pageActions: Obj({
    ...{ externalAI: Bool(), markdown: Bool(), mcp: Bool() },
    items: Optional(ArrayOf(Str())),
  }),
  externalLinks: Obj({ target: Enum(['self', 'blank']) }),
  pagination: Toggle,
  trademark: Toggle,
  privacyPolicy: Obj({ url: Optional(Str()) }),
  socialPreview: Obj({ url: Optional(Str()) }),
  insights: Obj({ trackingCookie: Bool() }),
  internationalization: Obj({ locale: Str() }),
});
export type SiteCustomization = Static<typeof SiteCustomization>;
