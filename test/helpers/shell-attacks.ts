// Texts that run `touch PWN`, or upset the line, where a shell reads them as anything but one word.
import { hostileTexts } from './text-cases.ts';

export const SHELL_ATTACKS: readonly string[] = hostileTexts('shell');
