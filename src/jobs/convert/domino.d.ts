// What is used of a package without types of its own: it reads HTML.
declare module '@mixmark-io/domino' {
  export function createDocument(
    html: string,
    isWhole?: boolean,
  ): import('./confluence-page.ts').HtmlDocument;
}
