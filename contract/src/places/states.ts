// The 32 federal entities of Mexico and the 33 first-level divisions of Colombia. Mexican ids are INEGI's codes
// (Ciudad de México = 9, spec core §9); Colombian ones are 1000 + the DIVIPOLA code, so that no id means two places.
// Plate series: the first three letters of a private car's plate (NOM-001-SCT-2-2016, read in two independent public
// transcriptions): a hint, never a refusal. Time zones: IANA; northern border municipalities differ.
import type { Country } from './countries.ts'

export type State = {
  stateId: number
  country: Country
  stateName: string
  shortName: string
  timeZone: string
  plateSeries: readonly [string, string] | null
}

const mx = (
  stateId: number,
  stateName: string,
  shortName: string,
  from: string | null,
  to: string | null,
  zone: string,
): State => ({
  stateId,
  country: 'MX',
  stateName,
  shortName,
  timeZone: `America/${zone}`,
  plateSeries: from && to ? [from, to] : null,
})
const co = (divipola: number, stateName: string): State => ({
  stateId: 1000 + divipola,
  country: 'CO',
  stateName,
  shortName: stateName,
  timeZone: 'America/Bogota',
  plateSeries: null,
})

export const STATES: readonly State[] = [
  mx(1, 'Aguascalientes', 'Ags.', 'AAA', 'AFZ', 'Mexico_City'),
  mx(2, 'Baja California', 'BC', 'AGA', 'CYZ', 'Tijuana'),
  mx(3, 'Baja California Sur', 'BCS', 'CZA', 'DEZ', 'Mazatlan'),
  mx(4, 'Campeche', 'Camp.', 'DFA', 'DKZ', 'Mexico_City'),
  mx(5, 'Coahuila', 'Coah.', 'EUA', 'FPZ', 'Mexico_City'),
  mx(6, 'Colima', 'Col.', 'FRA', 'FWZ', 'Mexico_City'),
  mx(7, 'Chiapas', 'Chis.', 'DLA', 'DSZ', 'Mexico_City'),
  mx(8, 'Chihuahua', 'Chih.', 'DTA', 'ETZ', 'Chihuahua'),
  mx(9, 'Ciudad de México', 'CDMX', null, null, 'Mexico_City'),
  mx(10, 'Durango', 'Dgo.', 'FXA', 'GFZ', 'Mexico_City'),
  mx(11, 'Guanajuato', 'Gto.', 'GGA', 'GYZ', 'Mexico_City'),
  mx(12, 'Guerrero', 'Gro.', 'GZA', 'HFZ', 'Mexico_City'),
  mx(13, 'Hidalgo', 'Hgo.', 'HGA', 'HRZ', 'Mexico_City'),
  mx(14, 'Jalisco', 'Jal.', 'HSA', 'LFZ', 'Mexico_City'),
  mx(15, 'Estado de México', 'Mex.', 'LGA', 'PEZ', 'Mexico_City'),
  mx(16, 'Michoacán', 'Mich.', 'PFA', 'PUZ', 'Mexico_City'),
  mx(17, 'Morelos', 'Mor.', 'PVA', 'RDZ', 'Mexico_City'),
  mx(18, 'Nayarit', 'Nay.', 'REA', 'RJZ', 'Mazatlan'),
  mx(19, 'Nuevo León', 'NL', 'RKA', 'TGZ', 'Mexico_City'),
  mx(20, 'Oaxaca', 'Oax.', 'THA', 'TMZ', 'Mexico_City'),
  mx(21, 'Puebla', 'Pue.', 'TNA', 'UJZ', 'Mexico_City'),
  mx(22, 'Querétaro', 'Qro.', 'UKA', 'UPZ', 'Mexico_City'),
  mx(23, 'Quintana Roo', 'Q. Roo', 'URA', 'UVZ', 'Cancun'),
  mx(24, 'San Luis Potosí', 'SLP', 'UWA', 'VEZ', 'Mexico_City'),
  mx(25, 'Sinaloa', 'Sin.', 'VFA', 'VSZ', 'Mazatlan'),
  mx(26, 'Sonora', 'Son.', 'VTA', 'WKZ', 'Hermosillo'),
  mx(27, 'Tabasco', 'Tab.', 'WLA', 'WWZ', 'Mexico_City'),
  mx(28, 'Tamaulipas', 'Tamps.', 'WXA', 'XSZ', 'Mexico_City'),
  mx(29, 'Tlaxcala', 'Tlax.', 'XTA', 'XXZ', 'Mexico_City'),
  mx(30, 'Veracruz', 'Ver.', 'XYA', 'YVZ', 'Mexico_City'),
  mx(31, 'Yucatán', 'Yuc.', 'YWA', 'ZCZ', 'Mexico_City'),
  mx(32, 'Zacatecas', 'Zac.', 'ZDA', 'ZHZ', 'Mexico_City'),
  co(5, 'Antioquia'),
  co(8, 'Atlántico'),
  co(11, 'Bogotá, D.C.'),
  co(13, 'Bolívar'),
  co(15, 'Boyacá'),
  co(17, 'Caldas'),
  co(18, 'Caquetá'),
  co(19, 'Cauca'),
  co(20, 'Cesar'),
  co(23, 'Córdoba'),
  co(25, 'Cundinamarca'),
  co(27, 'Chocó'),
  co(41, 'Huila'),
  co(44, 'La Guajira'),
  co(47, 'Magdalena'),
  co(50, 'Meta'),
  co(52, 'Nariño'),
  co(54, 'Norte de Santander'),
  co(63, 'Quindío'),
  co(66, 'Risaralda'),
  co(68, 'Santander'),
  co(70, 'Sucre'),
  co(73, 'Tolima'),
  co(76, 'Valle del Cauca'),
  co(81, 'Arauca'),
  co(85, 'Casanare'),
  co(86, 'Putumayo'),
  co(88, 'Archipiélago de San Andrés, Providencia y Santa Catalina'),
  co(91, 'Amazonas'),
  co(94, 'Guainía'),
  co(95, 'Guaviare'),
  co(97, 'Vaupés'),
  co(99, 'Vichada'),
]

const byId = new Map(STATES.map((state) => [state.stateId, state]))
export const stateName = (stateId: number): string => byId.get(stateId)?.stateName ?? ''
export const statesOf = (country: Country): readonly State[] => STATES.filter((state) => state.country === country)
