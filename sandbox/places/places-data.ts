/** Fictitious addresses in the five countries with address completion. */
export type SandboxPlace = {
  id: string;
  number: string;
  route: string;
  unit?: string;
  city: string;
  cityType: 'locality' | 'postal_town' | 'sublocality_level_1';
  region: { long: string; short: string };
  postalCode: string;
  country: { long: string; short: string };
};

const countries = {
  US: 'United States',
  CA: 'Canada',
  GB: 'United Kingdom',
  AU: 'Australia',
  NZ: 'New Zealand',
} as const;

type Row = [
  country: keyof typeof countries,
  number: string,
  route: string,
  city: string,
  region: string,
  regionShort: string,
  postalCode: string,
  unit?: string,
];

const rows: Row[] = [
  ['US', '742', 'Harborview Lane', 'Minneapolis', 'Minnesota', 'MN', '55401'],
  ['US', '1200', 'Linden Avenue', 'Saint Paul', 'Minnesota', 'MN', '55105', '4B'],
  ['US', '88', 'Orchard Court', 'Austin', 'Texas', 'TX', '78701'],
  ['US', '4100', 'Mesa Verde Drive', 'Phoenix', 'Arizona', 'AZ', '85004'],
  ['US', '15', 'Lantern Street', 'Brooklyn', 'New York', 'NY', '11201', '12'],
  ['US', '301', 'Willow Creek Road', 'Portland', 'Oregon', 'OR', '97205'],
  ['US', '27', 'Beacon Hill Way', 'Boston', 'Massachusetts', 'MA', '02108'],
  ['US', '950', 'Sunset Terrace', 'Los Angeles', 'California', 'CA', '90026'],
  ['US', '63', 'Magnolia Street', 'Miami', 'Florida', 'FL', '33130'],
  ['CA', '410', 'Maple Grove Road', 'Toronto', 'Ontario', 'ON', 'M5V 2T6'],
  ['CA', '77', 'Harbourfront Crescent', 'Vancouver', 'British Columbia', 'BC', 'V6B 1A1', '1804'],
  ['CA', '215', 'Rue des Érables', 'Montréal', 'Quebec', 'QC', 'H2X 1Y4'],
  ['CA', '18', 'Prairie View Drive', 'Regina', 'Saskatchewan', 'SK', 'S4P 3Y2'],
  ['CA', '9', 'Lighthouse Road', 'Halifax', 'Nova Scotia', 'NS', 'B3J 1S9'],
  ['GB', '10', 'Willowbrook Road', 'London', 'England', 'England', 'SE15 4AB'],
  ['GB', '24', 'Castle Terrace', 'Edinburgh', 'Scotland', 'Scotland', 'EH1 2DP', 'Flat 3'],
  ['GB', '5', 'Heol y Bryn', 'Cardiff', 'Wales', 'Wales', 'CF10 1AA'],
  ['GB', '131', 'Lagan Parade', 'Belfast', 'Northern Ireland', 'Northern Ireland', 'BT1 3LP'],
  ['GB', 'Rose Cottage', 'Church Lane', 'Stow-on-the-Wold', 'England', 'England', 'GL54 1AB'],
  ['AU', '120', 'Banksia Street', 'Sydney', 'New South Wales', 'NSW', '2000', '5'],
  ['AU', '8', 'Wattle Crescent', 'Melbourne', 'Victoria', 'VIC', '3000'],
  ['AU', '66', 'Jacaranda Avenue', 'Brisbane City', 'Queensland', 'QLD', '4000'],
  ['NZ', '45', 'Kowhai Road', 'Auckland', 'Auckland', 'Auckland', '1010', '2'],
  ['NZ', '3', 'Rimu Place', 'Wellington', 'Wellington Region', 'Wellington Region', '6011'],
];

/** A house with a name instead of a number. */
export const isNamed = (number: string) => !/^\d/.test(number);

function cityType(country: Row[0], city: string): SandboxPlace['cityType'] {
  if (country === 'GB') return 'postal_town';
  return city === 'Brooklyn' ? 'sublocality_level_1' : 'locality';
}

export const sandboxPlaces: readonly SandboxPlace[] = rows.map(
  ([country, number, route, city, long, short, postalCode, unit], index) => ({
    // Google's ids of addresses that it composes are long.
    id: `SandboxPlace-${String(index + 1).padStart(3, '0')}${isNamed(number) ? 'x'.repeat(600) : ''}`,
    number,
    route,
    ...(unit ? { unit } : {}),
    city,
    cityType: cityType(country, city),
    region: { long, short },
    postalCode,
    country: { long: countries[country], short: country },
  }),
);
