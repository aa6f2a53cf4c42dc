// What a text holds or is, how texts are sorted, and what they are in HTML. Apart from the plain forms, which every command
// loads.

/** The value; undefined for what is not JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `a, b` as two texts. */
export const itemsByComma = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

/** For sorting by code units, the same on every machine. */
export const byText = (a: string, b: string): number => Number(a > b) - Number(a < b);

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** The text in HTML, also between quotes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (letter) => ENTITIES[letter] ?? letter);

const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i;

/** What can follow the @ of an email address; one with other letters is written as mail servers exchange it (`xn--`). */
export const isEmailDomain = (text: string): boolean => DOMAIN.test(text);

export const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
