// What --to-repository names: a folder of this computer, or a repository elsewhere.

/** Whether --to-repository names a repository to push to: a folder has no scheme. */
export const isRepositoryUrl = (text: unknown): boolean =>
  typeof text === 'string' &&
  (/^[a-z][a-z0-9+.-]+:\/\//i.test(text) || /^[\w.-]+@[\w.-]+:|^[a-z][\w+.-]*::/i.test(text));
