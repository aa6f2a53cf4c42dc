// How every site of the sandbox looks: the platform's settings, none of which can be changed here.
import type { SiteCustomization } from '../../../api/sites/site-customization.ts';
import type { SiteRow } from '../../db/sites/sites.ts';

const both = (light: string, dark = light) => ({ light, dark });

export function defaultCustomization({ title }: Pick<SiteRow, 'title'>): SiteCustomization {
  return {
    title,
    styling: {
      theme: 'clean',
      primaryColor: both('#2b6cb0', '#63b3ed'),
      infoColor: both('#2b6cb0', '#63b3ed'),
      successColor: both('#2f855a', '#68d391'),
      warningColor: both('#b7791f', '#f6e05e'),
      dangerColor: both('#c53030', '#fc8181'),
      corners: 'rounded',
      depth: 'subtle',
      links: 'default',
      font: 'Inter',
      monospaceFont: 'IBMPlexMono',
      icons: 'regular',
      sidebar: { background: 'default', list: 'default' },
      search: 'prominent',
      background: 'plain',
    },
    favicon: {},
    header: { preset: 'default', links: [] },
    footer: { groups: [] },
    themes: { default: 'light', toggeable: true },
    pdf: { enabled: true },
    feedback: { enabled: true },
    ai: { mode: 'search' },
    advancedCustomization: { enabled: false },
    git: { showEditLink: false },
    pageActions: { externalAI: true, markdown: true, mcp: false },
    externalLinks: { target: 'self' },
    pagination: { enabled: true },
    trademark: { enabled: true },
    privacyPolicy: {},
    socialPreview: {},
    insights: { trackingCookie: true },
    internationalization: { locale: 'en' },
  };
}
