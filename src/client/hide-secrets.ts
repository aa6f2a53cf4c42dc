// The last door of a text: a platform may send a token back, in a title as well as in a complaint.
import { formsOf } from './redact.ts';

/** Shorter ones would hide ordinary data; no platform gives them. */
const SHORTEST = 12;

/** Makes a function that puts `***` for each of the secrets, in every form; the set may grow meanwhile. */
export function hideSecrets(secrets: ReadonlySet<string>): (text: string) => string {
  let forms: string[] = [];
  let known = '';
  return (text) => {
    const now = [...secrets].join('\n');
    if (now !== known) {
      known = now;
      forms = [...secrets].filter((secret) => secret.length >= SHORTEST).flatMap(formsOf);
    }
    return forms.reduce(
      (shown, form) => (shown.includes(form) ? shown.replaceAll(form, '***') : shown),
      text,
    );
  };
}
