// Secrets in the query of a URL, wherever the URL is printed or shown to others.

/** Names of parameters whose value opens something. */
const SECRET =
  /^((?:share|api|access|private|account)?_?key|(.+_)?token|jwt.*|sig|signature|x-(?:amz|goog)-(signature|credential|security-token)|(?:client_?)?secret|password|passwd|pwd|pat|auth|authorization|code)$/i;

export const isSecretParameter = (name: string): boolean => SECRET.test(name);

/** Any text, with the value of each such parameter of the URLs in it replaced by `***`. */
export const maskSecretQuery = (text: string): string =>
  text.replace(/([?&;])([\w.%-]{1,60})=([^&\s#"'<>]+)/g, (whole, sign: string, name: string) =>
    isSecretParameter(name) ? `${sign}${name}=***` : whole,
  );
