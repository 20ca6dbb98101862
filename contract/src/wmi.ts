// Who made a vehicle, by the first three characters of its VIN (WMI, ISO 3780), for makes sold in Mexico and Colombia.
// Sources: NHTSA vPIC (makers of the US market and of Mexican plants) and the public WMI lists. Used to say what a VIN
// tells, and to ask for a second look where the make that was typed is another; never to refuse: makes share codes.
import { bareWords } from './state-names.ts'

type Row = readonly [codes: string, country: string, makes: string]

// biome-ignore format: a table to be read by columns
const ROWS: readonly Row[] = [
  ['ZAR', 'IT', 'ALFA ROMEO'],
  ['3AW', 'MX', 'AMERICAN TRAILERS|FRUEHAUF|SMART TRAILERS|FDM|EAST'],
  ['WAU', 'DE', 'AUDI'],
  ['WBA', 'DE', 'BMW'],
  ['3MF 3MW', 'MX', 'BMW'],
  ['LC0 LGX', 'CN', 'BYD'],
  ['3G4 3G5', 'MX', 'BUICK'],
  ['3E1', 'MX', 'BULK TANK INTERNATIONAL|WABASH|BULK|PROGRESS|WABASH TANKS'],
  ['3JB 3JC', 'MX', 'CAN-AM'],
  ['3GY', 'MX', 'CADILLAC'],
  ['8AG', 'AR', 'CHEVROLET'],
  ['9BG', 'BR', 'CHEVROLET'],
  ['MA6', 'IN', 'CHEVROLET'],
  ['KL1', 'KR', 'CHEVROLET'],
  ['3G1 3GB 3GC 3GN', 'MX', 'CHEVROLET'],
  ['1G1 1GC 1GN', 'US', 'CHEVROLET'],
  ['JAL', 'JP', 'CHEVROLET|HINO|ISUZU'],
  ['1HT', 'US', 'CHEVROLET|NAVISTAR|INTERNATIONAL|GM'],
  ['3N6', 'MX', 'CHEVROLET|NISSAN|INFINITI'],
  ['LSG', 'CN', 'CHEVROLET (SAIC-GM)'],
  ['LVV', 'CN', 'CHIREY|CHERY'],
  ['935', 'BR', 'CITROËN'],
  ['VF7', 'FR', 'CITROËN'],
  ['XLR', 'NL', 'DAF'],
  ['UU1', 'RO', 'DACIA|RENAULT'],
  ['3AB', 'MX', 'DINA AUTOBUSES'],
  ['3B7 3D3 3D4 3D7', 'MX', 'DODGE'],
  ['2C3', 'CA', 'DODGE|CHRYSLER|FIAT'],
  ['3C3', 'MX', 'DODGE|CHRYSLER|FIAT'],
  ['3C4 3C6 3C7', 'MX', 'DODGE|CHRYSLER|VOLKSWAGEN|JEEP|FIAT|RAM'],
  ['1C4 1C6', 'US', 'DODGE|CHRYSLER|VOLKSWAGEN|JEEP|FIAT|RAM'],
  ['VF1', 'FR', 'EAGLE|RENAULT'],
  ['8AP', 'AR', 'FIAT'],
  ['9BD', 'BR', 'FIAT'],
  ['ZFA', 'IT', 'FIAT'],
  ['8AF', 'AR', 'FORD'],
  ['9BF', 'BR', 'FORD'],
  ['WF0', 'DE', 'FORD'],
  ['MAJ', 'IN', 'FORD'],
  ['3FA 3FB 3FC 3FD 3FE 3FM 3FT', 'MX', 'FORD'],
  ['1FA 1FM 1FT', 'US', 'FORD'],
  ['3AK 3AL', 'MX', 'FREIGHTLINER'],
  ['1FU 1FV', 'US', 'FREIGHTLINER'],
  ['3GD 3GK 3GT', 'MX', 'GMC'],
  ['1HD', 'US', 'HARLEY-DAVIDSON|LIVEWIRE'],
  ['JHH', 'JP', 'HINO'],
  ['93H', 'BR', 'HONDA'],
  ['2HG', 'CA', 'HONDA'],
  ['JH2 JHL JHM', 'JP', 'HONDA'],
  ['3CZ 3DH 3H1 3HG', 'MX', 'HONDA'],
  ['1HG 5J6', 'US', 'HONDA'],
  ['3HD', 'MX', 'HONDA|ACURA'],
  ['MAL', 'IN', 'HYUNDAI'],
  ['KM8', 'KR', 'HYUNDAI'],
  ['5NP', 'US', 'HYUNDAI'],
  ['KMH', 'KR', 'HYUNDAI|GENESIS'],
  ['KND', 'KR', 'HYUNDAI|KIA'],
  ['3KM 3KP', 'MX', 'HYUNDAI|KIA'],
  ['3H3', 'MX', 'HYUNDAI TRANSLEAD TRAILERS'],
  ['JAA', 'JP', 'ISUZU'],
  ['LJ1', 'CN', 'JAC'],
  ['3J4', 'MX', 'JEEP'],
  ['1J4', 'US', 'JEEP'],
  ['MD2', 'IN', 'KTM|HUSQVARNA|BAJAJ AUTO'],
  ['VBK', 'AT', 'KTM|HUSQVARNA|HUSABERG|GASGAS'],
  ['JKA', 'JP', 'KAWASAKI'],
  ['3BK 3NK 3NM 3WK 3WM 3XK', 'MX', 'KENWORTH'],
  ['1XK', 'US', 'KENWORTH'],
  ['KNA', 'KR', 'KIA'],
  ['ZHW', 'IT', 'LAMBORGHINI'],
  ['SAL', 'GB', 'LAND ROVER'],
  ['3LN', 'MX', 'LINCOLN'],
  ['LSJ', 'CN', 'MG'],
  ['JM1 JM3', 'JP', 'MAZDA'],
  ['3MD 3MV 3MZ', 'MX', 'MAZDA'],
  ['9BM', 'BR', 'MERCEDES-BENZ'],
  ['W1K W1N WDB WDD', 'DE', 'MERCEDES-BENZ'],
  ['93X', 'BR', 'MITSUBISHI'],
  ['JA3', 'JP', 'MITSUBISHI'],
  ['ML3 MMB MMT', 'TH', 'MITSUBISHI'],
  ['3BM', 'MX', 'MOTOR COACH INDUSTRIES'],
  ['3HA 3HB 3HC 3HR 3HS 3HT 3HV', 'MX', 'NAVISTAR|INTERNATIONAL'],
  ['94D', 'BR', 'NISSAN'],
  ['3N8', 'MX', 'NISSAN'],
  ['MNT', 'TH', 'NISSAN'],
  ['JN8', 'JP', 'NISSAN|INFINITI'],
  ['3N1 3PC', 'MX', 'NISSAN|INFINITI'],
  ['1N4 1N6', 'US', 'NISSAN|INFINITI'],
  ['JN1', 'JP', 'NISSAN|INFINITI|DATSUN'],
  ['JA4', 'JP', 'NISSAN|MITSUBISHI'],
  ['3BP 3WP', 'MX', 'PETERBILT'],
  ['1XP', 'US', 'PETERBILT'],
  ['936', 'BR', 'PEUGEOT'],
  ['VF3', 'FR', 'PEUGEOT'],
  ['3NE 3NS', 'MX', 'POLARIS'],
  ['WP0 WP1', 'DE', 'PORSCHE'],
  ['8A1', 'AR', 'RENAULT'],
  ['93Y', 'BR', 'RENAULT'],
  ['9FB', 'CO', 'RENAULT'],
  ['MEE', 'IN', 'RENAULT'],
  ['VSS', 'ES', 'SEAT'],
  ['9BS', 'BR', 'SCANIA'],
  ['YS2', 'SE', 'SCANIA'],
  ['3F6', 'MX', 'STERLING TRUCK'],
  ['JF2', 'JP', 'SUBARU'],
  ['MA3 MBH', 'IN', 'SUZUKI'],
  ['JS3', 'JP', 'SUZUKI'],
  ['LRW', 'CN', 'TESLA'],
  ['5YJ 7SA', 'US', 'TESLA'],
  ['8AJ', 'AR', 'TOYOTA'],
  ['93R 9BR', 'BR', 'TOYOTA'],
  ['2T1 2T3', 'CA', 'TOYOTA'],
  ['MHF', 'ID', 'TOYOTA'],
  ['MBJ', 'IN', 'TOYOTA'],
  ['JT3 JTD JTN', 'JP', 'TOYOTA'],
  ['3MY 3TM 3TY', 'MX', 'TOYOTA'],
  ['MR0', 'TH', 'TOYOTA'],
  ['4T1 5TF', 'US', 'TOYOTA'],
  ['5TD', 'US', 'TOYOTA|LEXUS'],
  ['JTE', 'JP', 'TOYOTA|LEXUS|SUBARU'],
  ['7MM', 'US', 'TOYOTA|MAZDA'],
  ['JF1 JTM', 'JP', 'TOYOTA|SUBARU'],
  ['3UT', 'MX', 'UTILITY TRAILER MANUFACTURER'],
  ['8AW', 'AR', 'VOLKSWAGEN'],
  ['9BW', 'BR', 'VOLKSWAGEN'],
  ['WV1 WV2 WVW', 'DE', 'VOLKSWAGEN'],
  ['MEX', 'IN', 'VOLKSWAGEN'],
  ['3VV 3VW', 'MX', 'VOLKSWAGEN'],
  ['1V2 1VW', 'US', 'VOLKSWAGEN'],
  ['9BV', 'BR', 'VOLVO'],
  ['3CE', 'MX', 'VOLVO'],
  ['YV1 YV2', 'SE', 'VOLVO'],
  ['4V4', 'US', 'VOLVO TRUCK'],
  ['3BH', 'MX', 'WESTERN STAR'],
  ['LBP', 'CN', 'YAMAHA'],
  ['JYA', 'JP', 'YAMAHA'],
  ['L6T', 'CN', 'ZEEKR'],
  ['WME', 'DE', 'SMART'],
]

const COUNTRY_NAMES: Readonly<Record<string, string>> = {
  AR: 'Argentina', AT: 'Austria', BR: 'Brasil', CA: 'Canadá', CN: 'China', CO: 'Colombia', DE: 'Alemania', ES: 'España',
  FR: 'Francia', GB: 'Reino Unido', ID: 'Indonesia', IN: 'India', IT: 'Italia', JP: 'Japón', KR: 'Corea del Sur', MX: 'México',
  NL: 'Países Bajos', RO: 'Rumania', SE: 'Suecia', TH: 'Tailandia', US: 'Estados Unidos',
} // biome-ignore format: pairs

export type Maker = { makes: readonly string[]; country: string }

/** The makers that a VIN's first three characters stand for; undefined where the table does not know them. */
export const makerOf = (vin: string): Maker | undefined => {
  const wmi = vin.slice(0, 3).toUpperCase()
  const row = ROWS.find(([codes]) => codes.split(' ').includes(wmi))
  return row && { makes: row[2].split('|'), country: COUNTRY_NAMES[row[1]] ?? row[1] }
}

const sameMake = (a: string, b: string): boolean => {
  const [x, y] = [bareWords(a), bareWords(b)]
  return x.includes(y) || y.includes(x)
}

/** @param brand as typed, or '' @returns at most one hint: the maker, where the brand is blank or another */
export const wmiHints = (vin: string, brand: string): string[] => {
  const maker = makerOf(vin)
  if (!maker) return []
  const names = maker.makes.slice(0, 4).join(', ')
  if (brand.trim() === '') return [`El VIN es de ${names} (${maker.country}).`]
  return maker.makes.some((make) => sameMake(make, brand))
    ? []
    : [`El VIN es de ${names} (${maker.country}) y se escribió ${brand.trim()}; revíselo.`]
}
