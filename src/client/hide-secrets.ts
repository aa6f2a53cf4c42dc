// The last door of a text: a platform may send a token back, in a title as well as in a complaint.
import { formsOf } from './redact.ts';

/** Shorter ones would hide ordinary data; no platform gives them. */
const SHORTEST = 12;

type Hide = (text: string) => string;

const made = new WeakMap<ReadonlySet<string>, Hide>();

/** A function that puts `***` for each of the secrets, in every form; the set may grow meanwhile. */
export function hideSecrets(secrets: ReadonlySet<string>): Hide {
  const known = made.get(secrets) ?? hider(secrets);
  made.set(secrets, known);
  return known;
}

function hider(secrets: ReadonlySet<string>): Hide {
  let forms: string[] = [];
  let known: string[] = [];
  return (text) => {
    if (secrets.size !== known.length || !known.every((secret) => secrets.has(secret))) {
      known = [...secrets];
      forms = known.filter((secret) => secret.length >= SHORTEST).flatMap(formsOf);
    }
    return forms.reduce(
      (shown, form) => (shown.includes(form) ? shown.replaceAll(form, '***') : shown),
      text,
    );
  };
}
