// The parts of a site's looks: bounds of each, once closed for what is sent and once open for what is read.
import type { ObjectOptions, TProperties } from '@sinclair/typebox';
import { ContentRef } from '../content/content-ref.ts';
import { Enum, Nullable, Type, Uri } from '../schema.ts';

const {
  Array: ArrayOf,
  Object: Obj,
  String: Str,
  Optional,
  Union,
  Boolean: Bool,
  Integer,
  Record: RecordOf,
} = Type;

const FONTS = [
  'ABCFavorit',
  'Inter',
  'Roboto',
  'RobotoSlab',
  'OpenSans',
  'SourceSansPro',
  'Lato',
  'Ubuntu',
  'Raleway',
  'Merriweather',
  'Overpass',
  'NotoSans',
  'IBMPlexSerif',
  'Poppins',
  'FiraSans',
] as const;
const MONOSPACE_FONTS = [
  'FiraCode',
  'IBMPlexMono',
  'JetBrainsMono',
  'SourceCodePro',
  'RobotoMono',
  'SpaceMono',
  'DMMono',
  'Inconsolata',
] as const;
const CODE_THEMES =
  'default-light default-dark monochrome-light monochrome-dark andromeeda aurora-x ayu-dark catppuccin-frappe catppuccin-latte catppuccin-macchiato catppuccin-mocha dark-plus dracula dracula-soft everforest-dark everforest-light github-dark github-dark-default github-dark-dimmed github-dark-high-contrast github-light github-light-default github-light-high-contrast gruvbox-dark-hard gruvbox-dark-medium gruvbox-dark-soft gruvbox-light-hard gruvbox-light-medium gruvbox-light-soft houston kanagawa-dragon kanagawa-lotus kanagawa-wave laserwave light-plus material-theme material-theme-darker material-theme-lighter material-theme-ocean material-theme-palenight min-dark min-light monokai night-owl nord one-dark-pro one-light plastic poimandres red rose-pine rose-pine-dawn rose-pine-moon slack-dark slack-ochin snazzy-light solarized-dark solarized-light synthwave-84 tokyo-night vesper vitesse-black vitesse-dark vitesse-light'.split(
    ' ',
  );
const PLATFORMS =
  'twitter instagram facebook linkedin github discord slack youtube tiktok reddit bluesky mastodon threads medium'.split(
    ' ',
  );
const LOCALES = ['en', 'fr', 'es', 'zh', 'ja', 'de', 'nl', 'no', 'pt-br', 'ru'] as const;
const PAGE_ACTIONS = ['assistant', 'external-ai', 'markdown', 'mcp', 'git', 'pdf'] as const;

export const choices = {
  theme: Enum(['clean', 'muted', 'bold', 'gradient']),
  corners: Enum(['straight', 'rounded', 'circular']),
  depth: Enum(['subtle', 'flat']),
  links: Enum(['default', 'accent']),
  background: Enum(['plain', 'match']),
  icons: Enum(['regular', 'solid', 'duotone', 'light', 'thin']),
  sidebarBackground: Enum(['default', 'filled']),
  sidebarList: Enum(['default', 'pill', 'line']),
  search: Enum(['prominent', 'subtle']),
  locale: Enum(LOCALES),
  preset: Enum(['default', 'bold', 'contrast', 'custom', 'none']),
  mode: Enum(['light', 'dark', 'system']),
  target: Enum(['self', 'blank']),
  ai: Enum(['none', 'search', 'assistant']),
  pageActions: ArrayOf(Enum(PAGE_ACTIONS)),
};

/** Shapes of which a misspelled key is refused (sent), or passed over (read). */
export function shapesOf(isClosed: boolean) {
  const options: ObjectOptions | undefined = isClosed ? { additionalProperties: false } : undefined;
  const obj = <P extends TProperties>(properties: P) => Obj(properties, options);
  const localized = (maxLength?: number) =>
    RecordOf(Str(), Str(maxLength === undefined ? undefined : { maxLength }));
  const hex = Str({ pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$', description: '#rgb or #rrggbb' });
  const color = obj({ light: hex, dark: hex });
  const image = obj({ light: Uri(), dark: Uri() });
  const tint = obj({ color });
  const codeTheme = obj({ light: Enum(CODE_THEMES), dark: Enum(CODE_THEMES) });
  const face = obj({
    weight: Integer({ minimum: 1, maximum: 1000 }),
    sources: ArrayOf(obj({ url: Uri(), format: Optional(Enum(['woff2', 'woff'])) }), { minItems: 1 }),
  });
  const ownFont = obj({
    id: Str(),
    custom: Bool(),
    fontFamily: Str({ minLength: 1, maxLength: 50 }),
    fontFaces: ArrayOf(face, { minItems: 1 }),
  });
  const link = obj({
    title: Str({ maxLength: 64 }),
    localizedTitle: Optional(localized(64)),
    to: ContentRef,
  });
  const headerItem = obj({
    title: Str(),
    localizedTitle: Optional(localized()),
    style: Optional(Enum(['link', 'button-primary', 'button-secondary'])),
    to: Nullable(ContentRef),
    links: ArrayOf(link),
    condition: Optional(Str({ minLength: 0, maxLength: 1024 })),
  });
  const footerGroup = obj({ title: Str(), localizedTitle: Optional(localized()), links: ArrayOf(link) });
  const favicon = Union([
    obj({ icon: image }),
    obj({ emoji: Str({ maxLength: 50 }) }),
    Obj({}, { additionalProperties: false }),
  ]);
  const announcement = obj({
    enabled: Bool(),
    message: Str({ minLength: 2, maxLength: 128 }),
    localizedMessage: Optional(localized(128)),
    link: Optional(link),
    style: Enum(['info', 'warning', 'danger', 'success']),
  });
  const socialAccount = obj({
    platform: Enum(PLATFORMS),
    handle: Str({ minLength: 1, maxLength: 128 }),
    display: obj({ footer: Bool(), header: Bool() }),
  });
  return {
    ...{ obj, localized, color, image, tint, codeTheme, headerItem, footerGroup, favicon, announcement },
    font: Union([Enum(FONTS), ownFont]),
    headingFont: Union([Enum(FONTS), ownFont, Type.Null()]),
    monospaceFont: Union([Enum(MONOSPACE_FONTS), ownFont]),
    socialAccounts: ArrayOf(socialAccount, { maxItems: 10 }),
  };
}
