// Packages without types of their own.
declare module 'markdown-it-footnote' {
  const plugin: (parser: ReturnType<typeof import('markdown-it')['default']>) => void;
  export default plugin;
}
declare module 'markdown-it-emoji' {
  export const full: (
    parser: ReturnType<typeof import('markdown-it')['default']>,
    options: { shortcuts: Record<string, never> },
  ) => void;
}
declare module '@joplin/turndown-plugin-gfm' {
  import type TurndownService from 'turndown';
  export const gfm: TurndownService.Plugin;
}
