// How large what the sandbox takes may be, in one place. What is larger is refused with the number, and nothing is kept.

const MIB = 1024 * 1024;

export const LIMITS = {
  /** JSON of a request. */
  bodyBytes: MIB,
  /** Integration scripts, API descriptions, conversations. */
  largeBodyBytes: 16 * MIB,
  /** Levels of arrays and objects in a body. */
  bodyDepth: 200,
  /** A file that a content edit holds as base64. */
  editedFileBytes: MIB,
  /** Files of a repository or of a ZIP archive, pages among them. */
  files: 50_000,
  /** One file of a repository, an archive or a website. */
  fileBytes: 32 * MIB,
  /** All files of a repository. */
  repositoryBytes: 512 * MIB,
  /** All files of a ZIP archive. */
  archiveBytes: 64 * MIB,
  /** Folders in folders, pages below pages. */
  depth: 64,
  /** Pages of a website that one import reads; what is left out is counted in `totalResources`. */
  websitePages: 50,
  websiteFiles: 200,
} as const;

export const firstCharacters = (text: string, count: number): string => [...text].slice(0, count).join('');
