/** The texts of one area in one language: `messages/<locale>/<area>.json`. `keys`: as in the file, with duplicates. */
export type AreaFile = { locale: string; area: string; keys: string[]; texts: Record<string, string> };
