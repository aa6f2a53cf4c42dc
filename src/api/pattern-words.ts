// What the patterns of fields ask for, in words: nobody reads a regular expression in a message.

/** By the pattern; what follows `must be`. */
export const PATTERN_WORDS: Readonly<Record<string, string>> = {
  '^[^\\s@]{1,64}@[^\\s@]{1,255}$': 'an email address',
  '^\\/(?!\\*)(?!.*\\*.+)(?:[A-Za-z0-9\\-._~+]|%[0-9A-Fa-f]{2})+(?:\\/(?:[A-Za-z0-9\\-._~+]|%[0-9A-Fa-f]{2})+)*(?:\\/\\*|\\*)?$':
    'a path that begins with /, with * only at its end: no / at the end, no comma, and %20 or the like for a space or what is not ASCII',
  '^[a-zA-Z0-9-_.]+$': 'letters, digits, dots, dashes or underscores',
  '^[a-zA-Z0-9]+(?:-[a-zA-Z0-9]+)*$': 'letters and digits, with single dashes between them',
  '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?[.]){2,}[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$':
    'a domain of at least three parts, such as docs.example.com',
  '^([\\w-]+\\.)*[\\w-]+\\.[a-zA-Z]{2,}(\\/[\\w-]+)+$': 'a domain and path, such as example.com/docs',
  '^[a-z0-9][a-z0-9-]{1,30}[a-z0-9]$': '3 to 32 lowercase letters, digits or dashes between them',
  '^refs/heads/.+$': 'refs/heads/<branch>',
  '^refs/heads/[^\\s~^:?*\\[\\\\\\x00-\\x20\\x7f]+$': 'a branch, such as refs/heads/main',
  '^[A-Za-z0-9_.-]+/[A-Za-z0-9_.-]+$': 'a repository, such as account/name',
  '\\S.*\\S': 'at least two characters that are not spaces',
  '^[^\\n\\r]*$': 'one line',
  '^#(?:[0-9a-fA-F]{3}){1,2}$': 'a color, as #rgb or #rrggbb',
  '^(?:integration:[^:]+|builtin:(?:email|api|website|youtube|github-discussions|github-issues|intercom|front|zendesk|zoho-desk|freshdesk|pylon|hubspot|linear|jira))$':
    'integration:<name>, or builtin: with one of its kinds, such as builtin:github-issues',
  '^(?:questions|connection:.+)$': 'questions, or connection:<ID>',
  '^[a-zA-Z0-9_\\*-]+$': 'letters, digits, dashes or underscores, with * for any',
  '^[a-zA-Z0-9._*-]+\\/[a-zA-Z0-9._*-]+$': 'account/name, with * for any',
};
