// Formulas as MathML, which browsers draw with fonts of their own.
import { escapeHtml } from './html.ts';

/** A formula as HTML, in its line or by itself. Never throws: one that cannot be read is shown as it is written. */
export type WriteMath = (formula: string, isBlock: boolean) => string;

let loading: Promise<WriteMath> | undefined;

/** Loads the typesetter, once a process. */
export function loadMath(): Promise<WriteMath> {
  loading ??= load();
  return loading;
}

/** A longer formula is not one. */
const LONGEST = 10_000;

async function load(): Promise<WriteMath> {
  const { default: katex } = await import('katex');
  return (formula, isBlock) => {
    const tag = isBlock ? 'div' : 'span';
    try {
      if (formula.length > LONGEST) return plainMath(formula, isBlock);
      const settings = {
        output: 'mathml',
        displayMode: isBlock,
        trust: false,
        maxExpand: 500,
        maxSize: 50,
      } as const;
      const written = katex.renderToString(formula, { ...settings, strict: 'ignore' });
      // No page has styles of its own.
      return `<${tag} class="math">${written.replace(/ style="[^"]*"/g, '')}</${tag}>`;
    } catch {
      return plainMath(formula, isBlock);
    }
  };
}

/** As it is written. */
export function plainMath(formula: string, isBlock: boolean): string {
  const tag = isBlock ? 'div' : 'span';
  return `<${tag} class="math unread"><code>${escapeHtml(formula)}</code></${tag}>`;
}
