import { expect, it } from 'vitest';
import { formsOf, hideSecrets } from '../../../src/client/redact.ts';
import { reached } from '../../helpers/runs.ts';

it('a text is written without the secrets in use, in whatever form', () => {
  const secrets = new Set(['first-secret-0123']);
  const hide = hideSecrets(secrets);
  secrets.add('second/secret+0123"\\');
  secrets.add('short');
  const forms = [...secrets].slice(0, 2).flatMap(formsOf);
  for (const form of forms) expect(hide(`{"a":"${form}"}`)).toBe('{"a":"***"}');
  expect(hide('a short text of no secrets')).toBe('a short text of no secrets');
  for (const added of ['eleven-char', 'twelve-chars']) secrets.add(added);
  expect(hide('of eleven-char and of twelve-chars')).toBe('of eleven-char and of ***');
  expect(hide).toBe(hideSecrets(secrets));
  secrets.delete('twelve-chars');
  secrets.add('another-one-instead');
  expect(hide('twelve-chars another-one-instead')).toBe('twelve-chars ***');
  secrets.add('another-one-instead-and-longer');
  expect(hide('another-one-instead-and-longer')).toBe('***');
  reached('S1', 'forms', forms.length);
});
