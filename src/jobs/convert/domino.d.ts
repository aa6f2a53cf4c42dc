declare module '@mixmark-io/domino' {
  export function createDocument(
    html: string,
    isWhole?: boolean,
  ): import('./confluence-page.ts').HtmlDocument;
}
