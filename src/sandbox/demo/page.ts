// What the demo's pages are written in.

export interface DemoPage {
  title: string;
  /** Made from the title when absent. */
  slug?: string;
  emoji?: string;
  description?: string;
  /** A heading of the table of contents, without text of its own. */
  group?: true;
  hidden?: true;
  markdown?: string;
  pages?: DemoPage[];
}
