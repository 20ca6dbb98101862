// The documents of a Colombian vehicle by plate, SOAT policies and technical inspections, for all RUNT portals.
import { chance, cycle, digits } from '../chance.ts'
import { type Moment, slashDay } from '../clock.ts'
import { factsOfPlate } from '../vehicle-facts.ts'

type Inspection = 'SI' | 'NO' | 'NO APLICA'

/** A policy of one year from its first day. */
const policy = (plate: string, from: number, today: number) => ({
  noPoliza: `999${digits(5, 'policy', plate, from)}`,
  fechaExpedicion: slashDay(from - 2),
  fechaVigencia: slashDay(from),
  fechaVencimiento: slashDay(from + 364),
  entidadExpideSoat: 'COMPAÑÍA ASEGURADORA FICTICIA',
  estado: from + 364 >= today ? 'VIGENTE' : 'NO VIGENTE',
  tipoTarifa: '221',
})

/** The yearly cycle of a plate's document. */
const round = (plate: string, { day }: Moment, what: string) => cycle(day, 365, what, plate)

export function soat(plate: string, moment: Moment, lapsed: boolean, years = 1) {
  const from = round(plate, moment, 'soat').day - (lapsed ? 365 : 0)
  return Array.from({ length: years }, (_, n) => policy(plate, from - n * 365, moment.day))
}

export function inspection(plate: string, moment: Moment, vigente: Inspection) {
  const none = { fechaExpedicion: null, fechaVencimiento: null, cdaExpide: null, vigente, noCertificado: null }
  if (vigente === 'NO APLICA') return [{ tipoRevision: 'REVISION TECNICO-MECANICO', ...none }]
  const from = round(plate, moment, 'rtm').day - (vigente === 'NO' ? 365 : 0)
  return [
    {
      tipoRevision: 'REVISION TECNICO-MECANICO',
      fechaExpedicion: slashDay(from),
      fechaVencimiento: slashDay(from + 364),
      cdaExpide: 'CDA FICTICIO',
      vigente,
      noCertificado: `999${digits(6, 'certificate', plate, from)}`,
    },
  ]
}

export type Documents = { soat: ReturnType<typeof soat>; tecnoMecanica: ReturnType<typeof inspection> }

export const good = (plate: string, moment: Moment): Documents => ({
  soat: soat(plate, moment, false),
  tecnoMecanica: inspection(plate, moment, 'SI'),
})

/** Younger than five years: no inspection yet, about 26 % of plates. SOAT lapsed 7 %, inspection overdue 8 %. */
export function naturalDocuments(plate: string, moment: Moment): Documents {
  const age = moment.year - factsOfPlate(plate, moment.year).year
  const lapsed = chance('soat-lapsed', plate, round(plate, moment, 'soat').index) < 0.07
  const overdue = chance('rtm-overdue', plate, round(plate, moment, 'rtm').index) < 0.11
  return {
    soat: soat(plate, moment, lapsed),
    tecnoMecanica: inspection(plate, moment, age < 5 ? 'NO APLICA' : overdue ? 'NO' : 'SI'),
  }
}
