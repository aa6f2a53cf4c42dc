// What translates. Another one can take the place of the one that is shipped: it is a function of texts.
import type { RichDocument } from '../../../api/content/rich-document.ts';

export interface TranslationJob {
  /** Languages as the platform names them: `en`, `pt-br`. */
  from: string;
  to: string;
  instructions: RichDocument;
}

export interface Translator {
  /** One line of text: a title, a description. */
  line(text: string, job: TranslationJob): string | Promise<string>;
  /** A page. What is not language (code, links, tags) must come back as it was. */
  markdown(text: string, job: TranslationJob): string | Promise<string>;
}
