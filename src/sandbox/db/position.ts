// Places in a list, as text that sorts: a new place fits between any two, and no other item is renumbered.

/** Digits of the whole part; 36^8 items can be appended. */
const WIDTH = 8;
const FIRST = 'i0000000';
const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz';

/**
 * A text that sorts (by code point) after `before` and before `after`; either may be absent.
 * The whole part counts up and down, so that appending stays short; only real insertions grow a fraction.
 */
export function positionBetween(before?: string, after?: string): string {
  if (before === undefined && after === undefined) return FIRST;
  if (before === undefined) return step(after ?? FIRST, -1);
  const next = step(before, 1);
  if (after === undefined || next < after) return next;
  return middle(before, after);
}

function step(position: string, by: 1 | -1): string {
  const whole = Number.parseInt(position.slice(0, WIDTH), 36) + by;
  return whole.toString(36).padStart(WIDTH, '0');
}

/** The shortest text between two texts, digit by digit; `before` must sort first. */
function middle(before: string, after: string): string {
  let prefix = '';
  let upper: string | undefined = after;
  for (let index = 0; ; index++) {
    const low = DIGITS.indexOf(before[index] ?? '0');
    const high = upper === undefined ? DIGITS.length : DIGITS.indexOf(upper[index] ?? '0');
    if (high - low > 1) return prefix + DIGITS[(low + high) >> 1];
    prefix += DIGITS[low];
    if (high > low) upper = undefined;
  }
}
