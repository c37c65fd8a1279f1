/** A list of families as a file (CSV): its columns, and their accepted names. */

/** Rows of one file. */
export const maxCases = 2_000;
/** Bytes of one file. */
export const maxCaseListBytes = 400_000;

export const caseColumns = [
  'parentA.firstName',
  'parentA.lastName',
  'parentA.email',
  'parentB.firstName',
  'parentB.lastName',
  'parentB.email',
  'children',
  'language',
] as const;
export type CaseColumn = (typeof caseColumns)[number];

/** The columns' names in the first row, by language, as in the template. Capitals and accents do not count. */
export const caseColumnNames: Record<'en' | 'es', Record<CaseColumn, string>> = {
  en: {
    'parentA.firstName': 'First parent first name',
    'parentA.lastName': 'First parent last name',
    'parentA.email': 'First parent email',
    'parentB.firstName': 'Second parent first name',
    'parentB.lastName': 'Second parent last name',
    'parentB.email': 'Second parent email',
    children: 'Children',
    language: 'Language',
  },
  es: {
    'parentA.firstName': 'Nombre del primer padre o madre',
    'parentA.lastName': 'Apellidos del primer padre o madre',
    'parentA.email': 'Correo del primer padre o madre',
    'parentB.firstName': 'Nombre del segundo padre o madre',
    'parentB.lastName': 'Apellidos del segundo padre o madre',
    'parentB.email': 'Correo del segundo padre o madre',
    children: 'Hijos',
    language: 'Idioma',
  },
};
