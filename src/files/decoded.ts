// A piece of a URL as it was meant.

/** Without percent encoding; as it is where that is broken. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Part by part, so that one bad escape spoils nothing else. */
export const decodedParts = (text: string): string => text.replace(/(?:%[\da-f]{2})+/gi, decoded);

/** The target of a link, part by part. URLs stay as they are. */
export const decodedTarget = (href: string): string =>
  /^[a-z][a-z0-9+.-]*:/i.test(href) ? href : decodedParts(href);
