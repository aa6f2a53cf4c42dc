// Markdown that would run something, were it shown as it is.
import { hostileTexts } from './text-cases.ts';

/** What must not run, in the forms in which people have made Markdown run. */
export const HOSTILE: readonly string[] = hostileTexts('markdown');
