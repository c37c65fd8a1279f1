import type { RegionRow } from './lookup-files.ts';

/** Regions that the address metadata does not list for countries we sell to: ISO 3166-2. */
export const ownRegions: Record<string, { kind: string; regions: RegionRow[] }> = {
  GB: {
    kind: 'nation',
    regions: [
      { code: 'ENG', en: 'England', es: 'Inglaterra' },
      { code: 'NIR', en: 'Northern Ireland', es: 'Irlanda del Norte' },
      { code: 'SCT', en: 'Scotland', es: 'Escocia' },
      { code: 'WLS', en: 'Wales', es: 'Gales' },
    ],
  },
  NZ: {
    kind: 'region',
    regions: [
      { code: 'AUK', en: 'Auckland' },
      { code: 'BOP', en: 'Bay of Plenty' },
      { code: 'CAN', en: 'Canterbury' },
      { code: 'CIT', en: 'Chatham Islands', es: 'Islas Chatham' },
      { code: 'GIS', en: 'Gisborne' },
      { code: 'HKB', en: "Hawke's Bay" },
      { code: 'MWT', en: 'Manawatū-Whanganui' },
      { code: 'MBH', en: 'Marlborough' },
      { code: 'NSN', en: 'Nelson' },
      { code: 'NTL', en: 'Northland' },
      { code: 'OTA', en: 'Otago' },
      { code: 'STL', en: 'Southland' },
      { code: 'TKI', en: 'Taranaki' },
      { code: 'TAS', en: 'Tasman' },
      { code: 'WKO', en: 'Waikato' },
      { code: 'WGN', en: 'Wellington' },
      { code: 'WTC', en: 'West Coast', es: 'Costa Oeste' },
    ],
  },
};

/**
 * Entries of the address metadata that our lists leave out: United States territories are countries of their own in ISO
 * 3166-1.
 */
export const omittedRegions: Record<string, readonly string[]> = {
  US: ['AS', 'FM', 'GU', 'MH', 'MP', 'PR', 'PW', 'UM', 'VI'],
};

/** Better English names than the metadata's. */
export const englishNames: Record<string, Record<string, string>> = {
  US: {
    AA: 'Armed Forces Americas (AA, APO/FPO)',
    AE: 'Armed Forces Europe (AE, APO/FPO)',
    AP: 'Armed Forces Pacific (AP, APO/FPO)',
  },
};

/** Spanish names where they differ from the English ones. */
export const spanishNames: Record<string, Record<string, string>> = {
  US: {
    AA: 'Fuerzas Armadas, América (AA, APO/FPO)',
    AE: 'Fuerzas Armadas, Europa (AE, APO/FPO)',
    AP: 'Fuerzas Armadas, Pacífico (AP, APO/FPO)',
    DC: 'Distrito de Columbia',
    HI: 'Hawái',
    LA: 'Luisiana',
    MI: 'Míchigan',
    MO: 'Misuri',
    MS: 'Misisipi',
    NC: 'Carolina del Norte',
    ND: 'Dakota del Norte',
    NH: 'Nuevo Hampshire',
    NJ: 'Nueva Jersey',
    NM: 'Nuevo México',
    NY: 'Nueva York',
    OR: 'Oregón',
    PA: 'Pensilvania',
    SC: 'Carolina del Sur',
    SD: 'Dakota del Sur',
    WV: 'Virginia Occidental',
  },
  CA: {
    BC: 'Columbia Británica',
    NB: 'Nuevo Brunswick',
    NL: 'Terranova y Labrador',
    NS: 'Nueva Escocia',
    NT: 'Territorios del Noroeste',
    PE: 'Isla del Príncipe Eduardo',
    YT: 'Yukón',
  },
  AU: {
    ACT: 'Territorio de la Capital Australiana',
    JBT: 'Territorio de la Bahía de Jervis',
    NSW: 'Nueva Gales del Sur',
    NT: 'Territorio del Norte',
    SA: 'Australia Meridional',
    WA: 'Australia Occidental',
  },
};
