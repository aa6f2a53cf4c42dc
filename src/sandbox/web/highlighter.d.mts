export function isLanguage(name: string): boolean;
export function highlighted(code: string, language: string): string;
