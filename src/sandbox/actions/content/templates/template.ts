// What a shipped template is written in.

export interface TemplatePage {
  title: string;
  emoji?: string;
  description?: string;
  /** A heading of the table of contents, without text of its own. */
  group?: true;
  markdown?: string;
  /** Name of the content reference whose API this page describes. */
  describes?: string;
  /** Name of the content reference shown as the cover. */
  cover?: string;
  pages?: readonly TemplatePage[];
}

export interface Template {
  /** References it can take by name, and the kinds of content each one may be. Without one, its part is left out. */
  contentRefs: Readonly<Record<string, readonly string[]>>;
  pages: readonly TemplatePage[];
}
