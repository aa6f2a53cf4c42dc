// Every token of a test is a canary: it may stand in credentials.json and nowhere else.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The tokens a HOME keeps, with the forms in which they could slip out. */
export function canariesOf(home: string): string[] {
  try {
    const { credentials } = JSON.parse(readFileSync(join(home, '.config/docs/credentials.json'), 'utf8'));
    const tokens = Object.values<{ token: string }>(credentials).map(({ token }) => token);
    return tokens.flatMap(formsOf);
  } catch {
    return [];
  }
}

export function formsOf(token: string): string[] {
  return [
    token,
    Buffer.from(token).toString('base64'),
    Buffer.from(token).toString('base64url'),
    encodeURIComponent(token),
  ];
}

/** Throws when a text holds a canary. `docs auth token` is the one command that may print it. */
export function refuseCanaries(text: string, canaries: readonly string[], where: string): void {
  const found = canaries.find((canary) => text.includes(canary));
  if (found)
    throw new Error(
      `a token slipped out: ${where}: ...${text.slice(Math.max(0, text.indexOf(found) - 60), text.indexOf(found))}`,
    );
}

/** Every file below a folder, credentials.json apart. */
export function refuseCanariesInFiles(folder: string, canaries: readonly string[]): void {
  // The same form twice, as most are, is one search.
  const forms = [...new Set(canaries)];
  for (const file of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!file.isFile() || file.name === 'credentials.json') continue;
    const bytes = readFileSync(join(file.parentPath, file.name));
    // Thousands of tests end with this: bytes are searched faster than text is made of them.
    if (forms.some((form) => bytes.includes(form, 0, 'latin1')))
      refuseCanaries(bytes.toString('latin1'), forms, file.name);
  }
}
