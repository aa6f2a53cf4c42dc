// Made by npm run contract from version 0.202.0 of the published contract.
import type { Static } from '@sinclair/typebox';
import { ContentRef } from '../content/content-ref.ts';
import { ByWord, Language, builders } from '../schema.ts';

const { ArrayOf, Bool, DateTime, Enum, Integer, Nullable, Obj, Optional, Str, Union, Uri } = builders;

export const CustomizationDefaultFont = Enum([
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
]);

export const CustomizationFontDefinitionInput = Obj({
  id: Str(),
  custom: Bool(),
  fontFamily: Str({ minLength: 1, maxLength: 50 }),
  fontFaces: ArrayOf(
    Obj({
      weight: Integer({ minimum: 1, maximum: 1000 }),
      sources: ArrayOf(Obj({ url: Uri({ maxLength: 2048 }), format: Optional(Enum(['woff2', 'woff'])) }), {
        minItems: 1,
      }),
    }),
    { minItems: 1 },
  ),
});

export const CustomizationMonospaceFont = Union([
  Enum([
    'FiraCode',
    'IBMPlexMono',
    'JetBrainsMono',
    'SourceCodePro',
    'RobotoMono',
    'SpaceMono',
    'DMMono',
    'Inconsolata',
  ]),
  CustomizationFontDefinitionInput,
]);

export const CustomizationCodeTheme = Enum([
  'default-light',
  'default-dark',
  'monochrome-light',
  'monochrome-dark',
  'andromeeda',
  'aurora-x',
  'ayu-dark',
  'catppuccin-frappe',
  'catppuccin-latte',
  'catppuccin-macchiato',
  'catppuccin-mocha',
  'dark-plus',
  'dracula',
  'dracula-soft',
  'everforest-dark',
  'everforest-light',
  'github-dark',
  'github-dark-default',
  'github-dark-dimmed',
  'github-dark-high-contrast',
  'github-light',
  'github-light-default',
  'github-light-high-contrast',
  'gruvbox-dark-hard',
  'gruvbox-dark-medium',
  'gruvbox-dark-soft',
  'gruvbox-light-hard',
  'gruvbox-light-medium',
  'gruvbox-light-soft',
  'houston',
  'kanagawa-dragon',
  'kanagawa-lotus',
  'kanagawa-wave',
  'laserwave',
  'light-plus',
  'material-theme',
  'material-theme-darker',
  'material-theme-lighter',
  'material-theme-ocean',
  'material-theme-palenight',
  'min-dark',
  'min-light',
  'monokai',
  'night-owl',
  'nord',
  'one-dark-pro',
  'one-light',
  'plastic',
  'poimandres',
  'red',
  'rose-pine',
  'rose-pine-dawn',
  'rose-pine-moon',
  'slack-dark',
  'slack-ochin',
  'snazzy-light',
  'solarized-dark',
  'solarized-light',
  'synthwave-84',
  'tokyo-night',
  'vesper',
  'vitesse-black',
  'vitesse-dark',
  'vitesse-light',
]);

export const CustomizationThemedCodeTheme = Obj({
  light: CustomizationCodeTheme,
  dark: CustomizationCodeTheme,
});

export const CustomizationFavicon = Union([
  Obj({ icon: Obj({ light: Uri({ maxLength: 2048 }), dark: Uri({ maxLength: 2048 }) }) }),
  Obj({ emoji: Str({ maxLength: 50 }) }),
  Obj({}, { additionalProperties: false }),
]);

export const CustomizationHeaderItem = Obj({
  title: Str(),
  style: Optional(Enum(['link', 'button-primary', 'button-secondary'])),
  to: Nullable(ContentRef),
  links: ArrayOf(
    Obj({
      title: Str({ maxLength: 64 }),
      to: ContentRef,
      localizedTitle: Optional(ByWord(Language, Str({ maxLength: 64 }))),
    }),
  ),
  condition: Optional(Str({ minLength: 0, maxLength: 1024 })),
  localizedTitle: Optional(ByWord(Language, Str())),
});

export const CustomizationFooterGroup = Obj({
  title: Str(),
  links: ArrayOf(
    Obj({
      title: Str({ maxLength: 64 }),
      to: ContentRef,
      localizedTitle: Optional(ByWord(Language, Str({ maxLength: 64 }))),
    }),
  ),
  localizedTitle: Optional(ByWord(Language, Str())),
});

export const CustomizationAnnouncement = Obj({
  enabled: Bool(),
  message: Str({ minLength: 2, maxLength: 128 }),
  link: Optional(
    Obj({
      title: Str({ maxLength: 64 }),
      to: ContentRef,
      localizedTitle: Optional(ByWord(Language, Str({ maxLength: 64 }))),
    }),
  ),
  style: Enum(['info', 'warning', 'danger', 'success']),
  localizedMessage: Optional(ByWord(Language, Str({ maxLength: 128 }))),
});

export const SiteSocialAccounts = ArrayOf(
  Obj({
    platform: Enum([
      'twitter',
      'instagram',
      'facebook',
      'linkedin',
      'github',
      'discord',
      'slack',
      'youtube',
      'tiktok',
      'reddit',
      'bluesky',
      'mastodon',
      'threads',
      'medium',
    ]),
    handle: Str({ minLength: 1, maxLength: 128 }),
    display: Obj({ footer: Bool({ default: true }), header: Bool({ default: false }) }),
  }),
  { maxItems: 10 },
);

export const SiteCustomizationSettings = Obj({
  title: Optional(Str({ minLength: 2, maxLength: 128 })),
  localizedTitle: Optional(ByWord(Language, Str({ maxLength: 128 }))),
  styling: Obj({
    theme: Enum(['clean', 'muted', 'bold', 'gradient']),
    primaryColor: Obj({
      light: Str({ pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$' }),
      dark: Str({ pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$' }),
    }),
    tint: Optional(
      Obj({
        color: Obj({
          light: Str({ pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$' }),
          dark: Str({ pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$' }),
        }),
      }),
    ),
    infoColor: Obj({
      light: Str({ pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$' }),
      dark: Str({ pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$' }),
    }),
    successColor: Obj({
      light: Str({ pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$' }),
      dark: Str({ pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$' }),
    }),
    warningColor: Obj({
      light: Str({ pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$' }),
      dark: Str({ pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$' }),
    }),
    dangerColor: Obj({
      light: Str({ pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$' }),
      dark: Str({ pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$' }),
    }),
    corners: Enum(['straight', 'rounded', 'circular']),
    depth: Enum(['subtle', 'flat']),
    links: Enum(['default', 'accent']),
    font: Union([CustomizationDefaultFont, CustomizationFontDefinitionInput]),
    headingFont: Optional(Nullable(Union([CustomizationDefaultFont, CustomizationFontDefinitionInput]))),
    monospaceFont: CustomizationMonospaceFont,
    background: Enum(['plain', 'match']),
    icons: Enum(['regular', 'solid', 'duotone', 'light', 'thin']),
    codeTheme: Obj({ default: CustomizationThemedCodeTheme, openapi: CustomizationThemedCodeTheme }),
    sidebar: Obj({ background: Enum(['default', 'filled']), list: Enum(['default', 'pill', 'line']) }),
    search: Enum(['prominent', 'subtle']),
  }),
  internationalization: Obj({
    locale: Enum(['en', 'fr', 'es', 'zh', 'ja', 'de', 'nl', 'no', 'pt-br', 'ru']),
  }),
  favicon: CustomizationFavicon,
  header: Obj({
    preset: Enum(['default', 'bold', 'contrast', 'custom', 'none']),
    logo: Optional(Obj({ light: Uri({ maxLength: 2048 }), dark: Uri({ maxLength: 2048 }) })),
    primaryLink: Optional(ContentRef),
    backgroundColor: Optional(
      Obj({
        light: Str({ pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$' }),
        dark: Str({ pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$' }),
      }),
    ),
    linkColor: Optional(
      Obj({
        light: Str({ pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$' }),
        dark: Str({ pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$' }),
      }),
    ),
    links: ArrayOf(CustomizationHeaderItem),
  }),
  footer: Obj({
    logo: Optional(Obj({ light: Uri({ maxLength: 2048 }), dark: Uri({ maxLength: 2048 }) })),
    groups: ArrayOf(CustomizationFooterGroup),
    copyright: Optional(Str({ maxLength: 512 })),
  }),
  announcement: Optional(CustomizationAnnouncement),
  themes: Obj({ default: Enum(['light', 'dark', 'system']), toggeable: Bool() }),
  feedback: Obj({ enabled: Bool() }),
  ai: Obj({
    mode: Enum(['none', 'search', 'assistant']),
    greeting: Optional(Str({ maxLength: 256 })),
    localizedGreeting: Optional(ByWord(Language, Str({ maxLength: 128 }))),
    suggestions: Optional(ArrayOf(Str({ minLength: 3, maxLength: 64 }), { maxItems: 5 })),
    instructions: Optional(Str({ maxLength: 10000 })),
  }),
  advancedCustomization: Obj({ enabled: Bool() }),
  pageActions: Obj({ items: ArrayOf(Enum(['assistant', 'external-ai', 'markdown', 'mcp', 'git', 'pdf'])) }),
  externalLinks: Obj({ target: Enum(['self', 'blank']) }),
  pagination: Obj({ enabled: Bool() }),
  trademark: Obj({ enabled: Bool() }),
  privacyPolicy: Obj({ url: Optional(Uri({ maxLength: 2048 })) }),
  socialPreview: Obj({ url: Optional(Uri({ maxLength: 2048 })) }),
  socialAccounts: SiteSocialAccounts,
  insights: Obj({ trackingCookie: Bool({ default: true }) }),
  updatedAt: Optional(DateTime()),
});
export type SiteCustomizationSettings = Static<typeof SiteCustomizationSettings>;

export const SiteCustomizationSettingsInput = Obj({
  title: Optional(Str({ minLength: 2, maxLength: 128 })),
  localizedTitle: Optional(ByWord(Language, Str({ maxLength: 128 }))),
  styling: Obj({
    theme: Enum(['clean', 'muted', 'bold', 'gradient']),
    primaryColor: Obj({
      light: Str({ pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$' }),
      dark: Str({ pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$' }),
    }),
    tint: Optional(
      Obj({
        color: Obj({
          light: Str({ pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$' }),
          dark: Str({ pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$' }),
        }),
      }),
    ),
    infoColor: Obj({
      light: Str({ pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$' }),
      dark: Str({ pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$' }),
    }),
    successColor: Obj({
      light: Str({ pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$' }),
      dark: Str({ pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$' }),
    }),
    warningColor: Obj({
      light: Str({ pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$' }),
      dark: Str({ pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$' }),
    }),
    dangerColor: Obj({
      light: Str({ pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$' }),
      dark: Str({ pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$' }),
    }),
    corners: Enum(['straight', 'rounded', 'circular']),
    depth: Enum(['subtle', 'flat']),
    links: Enum(['default', 'accent']),
    font: Union([CustomizationDefaultFont, CustomizationFontDefinitionInput]),
    headingFont: Optional(Nullable(Union([CustomizationDefaultFont, CustomizationFontDefinitionInput]))),
    monospaceFont: CustomizationMonospaceFont,
    background: Enum(['plain', 'match']),
    icons: Enum(['regular', 'solid', 'duotone', 'light', 'thin']),
    codeTheme: Obj({ default: CustomizationThemedCodeTheme, openapi: CustomizationThemedCodeTheme }),
    sidebar: Obj({ background: Enum(['default', 'filled']), list: Enum(['default', 'pill', 'line']) }),
    search: Enum(['prominent', 'subtle']),
  }),
  internationalization: Obj({
    locale: Enum(['en', 'fr', 'es', 'zh', 'ja', 'de', 'nl', 'no', 'pt-br', 'ru']),
  }),
  favicon: CustomizationFavicon,
  header: Obj({
    preset: Enum(['default', 'bold', 'contrast', 'custom', 'none']),
    logo: Optional(Obj({ light: Uri({ maxLength: 2048 }), dark: Uri({ maxLength: 2048 }) })),
    primaryLink: Optional(ContentRef),
    backgroundColor: Optional(
      Obj({
        light: Str({ pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$' }),
        dark: Str({ pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$' }),
      }),
    ),
    linkColor: Optional(
      Obj({
        light: Str({ pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$' }),
        dark: Str({ pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$' }),
      }),
    ),
    links: ArrayOf(CustomizationHeaderItem),
  }),
  footer: Obj({
    logo: Optional(Obj({ light: Uri({ maxLength: 2048 }), dark: Uri({ maxLength: 2048 }) })),
    groups: ArrayOf(CustomizationFooterGroup),
    copyright: Optional(Str({ maxLength: 512 })),
  }),
  announcement: Optional(CustomizationAnnouncement),
  themes: Obj({ default: Enum(['light', 'dark', 'system']), toggeable: Bool() }),
  feedback: Obj({ enabled: Bool() }),
  ai: Obj({
    mode: Enum(['none', 'search', 'assistant']),
    greeting: Optional(Str({ maxLength: 256 })),
    localizedGreeting: Optional(ByWord(Language, Str({ maxLength: 128 }))),
    suggestions: Optional(ArrayOf(Str({ minLength: 3, maxLength: 64 }), { maxItems: 5 })),
    instructions: Optional(Str({ maxLength: 10000 })),
  }),
  advancedCustomization: Obj({ enabled: Bool() }),
  pageActions: Obj({ items: ArrayOf(Enum(['assistant', 'external-ai', 'markdown', 'mcp', 'git', 'pdf'])) }),
  externalLinks: Obj({ target: Enum(['self', 'blank']) }),
  pagination: Obj({ enabled: Bool() }),
  trademark: Obj({ enabled: Bool() }),
  privacyPolicy: Obj({ url: Optional(Uri({ maxLength: 2048 })) }),
  socialPreview: Obj({ url: Optional(Uri({ maxLength: 2048 })) }),
  socialAccounts: SiteSocialAccounts,
  insights: Obj({ trackingCookie: Bool({ default: true }) }),
});
export type SiteCustomizationSettingsInput = Static<typeof SiteCustomizationSettingsInput>;

export const overrideSiteSpaceCustomizationById = {
  method: 'PATCH',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/customization',
  body: Obj({
    title: Optional(Nullable(Str({ minLength: 2, maxLength: 128 }))),
    styling: Optional(
      Obj({
        theme: Optional(Nullable(Enum(['clean', 'muted', 'bold', 'gradient']))),
        primaryColor: Optional(
          Nullable(
            Obj({
              light: Str({ pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$' }),
              dark: Str({ pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$' }),
            }),
          ),
        ),
        infoColor: Optional(
          Nullable(
            Obj({
              light: Str({ pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$' }),
              dark: Str({ pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$' }),
            }),
          ),
        ),
        successColor: Optional(
          Nullable(
            Obj({
              light: Str({ pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$' }),
              dark: Str({ pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$' }),
            }),
          ),
        ),
        warningColor: Optional(
          Nullable(
            Obj({
              light: Str({ pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$' }),
              dark: Str({ pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$' }),
            }),
          ),
        ),
        dangerColor: Optional(
          Nullable(
            Obj({
              light: Str({ pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$' }),
              dark: Str({ pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$' }),
            }),
          ),
        ),
        tint: Optional(
          Nullable(
            Obj({
              color: Obj({
                light: Str({ pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$' }),
                dark: Str({ pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$' }),
              }),
            }),
          ),
        ),
        corners: Optional(Nullable(Enum(['straight', 'rounded', 'circular']))),
        depth: Optional(Nullable(Enum(['subtle', 'flat']))),
        links: Optional(Nullable(Enum(['default', 'accent']))),
        icons: Optional(Nullable(Enum(['regular', 'solid', 'duotone', 'light', 'thin']))),
        sidebar: Optional(
          Obj({
            background: Optional(Nullable(Enum(['default', 'filled']))),
            list: Optional(Nullable(Enum(['default', 'pill', 'line']))),
          }),
        ),
        search: Optional(Nullable(Enum(['prominent', 'subtle']))),
        background: Optional(Nullable(Enum(['plain', 'match']))),
        codeTheme: Optional(
          Obj({
            default: Optional(Nullable(CustomizationThemedCodeTheme)),
            openapi: Optional(Nullable(CustomizationThemedCodeTheme)),
          }),
        ),
      }),
    ),
    internationalization: Optional(
      Obj({ locale: Nullable(Enum(['en', 'fr', 'es', 'zh', 'ja', 'de', 'nl', 'no', 'pt-br', 'ru'])) }),
    ),
    favicon: Optional(Nullable(CustomizationFavicon)),
    announcement: Optional(CustomizationAnnouncement),
    header: Optional(
      Obj({
        preset: Optional(Nullable(Enum(['default', 'bold', 'contrast', 'custom', 'none']))),
        logo: Optional(Nullable(Obj({ light: Uri({ maxLength: 2048 }), dark: Uri({ maxLength: 2048 }) }))),
        backgroundColor: Optional(
          Nullable(
            Obj({
              light: Str({ pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$' }),
              dark: Str({ pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$' }),
            }),
          ),
        ),
        linkColor: Optional(
          Nullable(
            Obj({
              light: Str({ pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$' }),
              dark: Str({ pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$' }),
            }),
          ),
        ),
        links: Optional(Nullable(ArrayOf(CustomizationHeaderItem))),
        primaryLink: Optional(Nullable(ContentRef)),
      }),
    ),
    footer: Optional(
      Obj({
        logo: Optional(Nullable(Obj({ light: Uri({ maxLength: 2048 }), dark: Uri({ maxLength: 2048 }) }))),
        groups: Optional(Nullable(ArrayOf(CustomizationFooterGroup))),
        copyright: Optional(Nullable(Str({ maxLength: 512 }))),
      }),
    ),
    themes: Optional(
      Obj({
        default: Optional(Nullable(Enum(['light', 'dark', 'system']))),
        toggeable: Optional(Nullable(Bool())),
      }),
    ),
    feedback: Optional(Obj({ enabled: Nullable(Bool()) })),
    externalLinks: Optional(Obj({ target: Nullable(Enum(['self', 'blank'])) })),
    pagination: Optional(Obj({ enabled: Nullable(Bool()) })),
    trademark: Optional(Obj({ enabled: Nullable(Bool()) })),
    privacyPolicy: Optional(Obj({ url: Optional(Nullable(Uri({ maxLength: 2048 }))) })),
    socialPreview: Optional(Obj({ url: Optional(Nullable(Uri({ maxLength: 2048 }))) })),
    localizedTitle: Optional(Nullable(ByWord(Language, Str({ maxLength: 128 })))),
  }),
  result: SiteCustomizationSettings,
  errors: [400],
} as const;

export const getSiteCustomizationById = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/customization',
  query: Obj({ unmasked: Optional(Bool({ default: false })) }),
  result: SiteCustomizationSettings,
  errors: [400],
} as const;

export const updateSiteCustomizationById = {
  method: 'PUT',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/customization',
  body: Obj({
    title: Optional(Str({ minLength: 2, maxLength: 128 })),
    localizedTitle: Optional(ByWord(Language, Str({ maxLength: 128 }))),
    styling: Obj({
      theme: Enum(['clean', 'muted', 'bold', 'gradient']),
      primaryColor: Obj({
        light: Str({ pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$' }),
        dark: Str({ pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$' }),
      }),
      tint: Optional(
        Obj({
          color: Obj({
            light: Str({ pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$' }),
            dark: Str({ pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$' }),
          }),
        }),
      ),
      infoColor: Obj({
        light: Str({ pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$' }),
        dark: Str({ pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$' }),
      }),
      successColor: Obj({
        light: Str({ pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$' }),
        dark: Str({ pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$' }),
      }),
      warningColor: Obj({
        light: Str({ pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$' }),
        dark: Str({ pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$' }),
      }),
      dangerColor: Obj({
        light: Str({ pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$' }),
        dark: Str({ pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$' }),
      }),
      corners: Enum(['straight', 'rounded', 'circular']),
      depth: Enum(['subtle', 'flat']),
      links: Enum(['default', 'accent']),
      font: Union([CustomizationDefaultFont, CustomizationFontDefinitionInput]),
      headingFont: Optional(Nullable(Union([CustomizationDefaultFont, CustomizationFontDefinitionInput]))),
      monospaceFont: CustomizationMonospaceFont,
      background: Enum(['plain', 'match']),
      icons: Enum(['regular', 'solid', 'duotone', 'light', 'thin']),
      codeTheme: Obj({ default: CustomizationThemedCodeTheme, openapi: CustomizationThemedCodeTheme }),
      sidebar: Obj({ background: Enum(['default', 'filled']), list: Enum(['default', 'pill', 'line']) }),
      search: Enum(['prominent', 'subtle']),
    }),
    internationalization: Obj({
      locale: Enum(['en', 'fr', 'es', 'zh', 'ja', 'de', 'nl', 'no', 'pt-br', 'ru']),
    }),
    favicon: CustomizationFavicon,
    header: Obj({
      preset: Enum(['default', 'bold', 'contrast', 'custom', 'none']),
      logo: Optional(Obj({ light: Uri({ maxLength: 2048 }), dark: Uri({ maxLength: 2048 }) })),
      primaryLink: Optional(ContentRef),
      backgroundColor: Optional(
        Obj({
          light: Str({ pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$' }),
          dark: Str({ pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$' }),
        }),
      ),
      linkColor: Optional(
        Obj({
          light: Str({ pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$' }),
          dark: Str({ pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$' }),
        }),
      ),
      links: ArrayOf(CustomizationHeaderItem),
    }),
    footer: Obj({
      logo: Optional(Obj({ light: Uri({ maxLength: 2048 }), dark: Uri({ maxLength: 2048 }) })),
      groups: ArrayOf(CustomizationFooterGroup),
      copyright: Optional(Str({ maxLength: 512 })),
    }),
    announcement: Optional(CustomizationAnnouncement),
    themes: Obj({ default: Enum(['light', 'dark', 'system']), toggeable: Bool() }),
    feedback: Obj({ enabled: Bool() }),
    ai: Obj({
      mode: Enum(['none', 'search', 'assistant']),
      greeting: Optional(Str({ maxLength: 256 })),
      localizedGreeting: Optional(ByWord(Language, Str({ maxLength: 128 }))),
      suggestions: Optional(ArrayOf(Str({ minLength: 3, maxLength: 64 }), { maxItems: 5 })),
      instructions: Optional(Str({ maxLength: 10000 })),
    }),
    advancedCustomization: Obj({ enabled: Bool() }),
    pageActions: Obj({ items: ArrayOf(Enum(['assistant', 'external-ai', 'markdown', 'mcp', 'git', 'pdf'])) }),
    externalLinks: Obj({ target: Enum(['self', 'blank']) }),
    pagination: Obj({ enabled: Bool() }),
    trademark: Obj({ enabled: Bool() }),
    privacyPolicy: Obj({ url: Optional(Uri({ maxLength: 2048 })) }),
    socialPreview: Obj({ url: Optional(Uri({ maxLength: 2048 })) }),
    socialAccounts: SiteSocialAccounts,
    insights: Obj({ trackingCookie: Bool({ default: true }) }),
  }),
  result: SiteCustomizationSettings,
  errors: [400],
} as const;

export const getSiteSpaceCustomizationById = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/customization',
  query: Obj({ unmasked: Optional(Bool({ default: false })) }),
  result: SiteCustomizationSettings,
  errors: [400],
} as const;

export const deleteSiteSpaceCustomizationById = {
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/customization',
  errors: [400],
} as const;
