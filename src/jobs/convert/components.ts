// What each component of each format becomes, and which words of its front matter the platform knows.
import type { Components } from './blocks.ts';

/** HTML, as all formats may hold it. */
const HTML: Components = {
  details: ['details'],
  img: ['image'],
  figure: ['figure'],
  iframe: ['embed'],
  video: ['embed'],
  audio: ['embed'],
  a: ['anchor'],
};

export const MINTLIFY: Components = {
  ...HTML,
  Note: ['hint', 'info'],
  Info: ['hint', 'info'],
  Tip: ['hint', 'success'],
  Check: ['hint', 'success'],
  Warning: ['hint', 'warning'],
  Danger: ['hint', 'danger'],
  Callout: ['admonition'],
  Tabs: ['tabs'],
  Tab: ['tab'],
  CardGroup: ['inner'],
  Columns: ['inner'],
  Card: ['card'],
  Tile: ['card'],
  Steps: ['steps'],
  Step: ['step'],
  AccordionGroup: ['inner'],
  Accordion: ['details'],
  Expandable: ['details'],
  CodeGroup: ['codes'],
  CodeBlock: ['inner'],
  RequestExample: ['codes'],
  ResponseExample: ['codes'],
  ParamField: ['field'],
  ResponseField: ['field'],
  Frame: ['frame'],
  Icon: ['icon'],
  Snippet: ['snippet'],
  OpenApi: ['openapi'],
  Update: ['update'],
  Panel: ['inner'],
  Tooltip: ['lost'],
  Latex: ['lost', 'the platform writes formulas between $$'],
};

export const DOCUSAURUS: Components = {
  ...HTML,
  Admonition: ['admonition'],
  Tabs: ['tabs'],
  TabItem: ['tab'],
  Details: ['details'],
  ThemedImage: ['image'],
  Link: ['anchor'],
  CodeBlock: ['inner'],
  TOCInline: ['lost', 'the platform shows the headings beside the page'],
  DocCardList: ['lost', 'the platform lists the pages below a page in the menu'],
  LiteYouTubeEmbed: ['embed'],
  ReactPlayer: ['embed'],
};

export const MKDOCS: Components = {
  ...HTML,
  Admonition: ['admonition'],
  Tabs: ['tabs'],
  Tab: ['tab'],
  Snippet: ['snippet'],
};

export const NOTION: Components = { ...HTML, aside: ['aside'] };

/** The names that macros get when the HTML of an export is read. */
export const CONFLUENCE: Components = {
  ...HTML,
  Admonition: ['admonition'],
  Columns: ['inner'],
  Macro: ['lost'],
};

/** `known`: what of the platform it is. `used`: what the order, the links or the text is made of. */
export type Front = Readonly<
  Record<string, 'title' | 'description' | 'icon' | 'hidden' | 'noIndex' | 'tags' | 'slug' | 'used'>
>;

export const FRONT: Readonly<Record<'mintlify' | 'docusaurus' | 'mkdocs', Front>> = {
  mintlify: {
    ...{ title: 'title', description: 'description', icon: 'icon', hidden: 'hidden', noindex: 'noIndex' },
    ...{ sidebarTitle: 'used', openapi: 'used', api: 'used', url: 'used' },
  },
  docusaurus: {
    ...{ title: 'title', description: 'description', tags: 'tags', slug: 'slug', unlisted: 'hidden' },
    ...{ id: 'used', sidebar_label: 'used', sidebar_position: 'used', hide_title: 'used', draft: 'used' },
  },
  mkdocs: { title: 'title', description: 'description', icon: 'icon', tags: 'tags' },
};
