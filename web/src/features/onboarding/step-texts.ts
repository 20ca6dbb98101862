// The texts and links of the first steps.
import { ACTIVE } from '@padron/contract/assets'
import { TIME_ZONES } from '@padron/contract/company'
import type { OnboardingState, OnboardingStep } from '@padron/contract/onboarding'
import type { Permission } from '@padron/contract/permissions'
import type { Country } from '@padron/contract/places/countries'
import { countOf, numberText } from '@padron/contract/texts/count-of'

type Facts = NonNullable<OnboardingState['facts']>
/** A part of a sentence; with `to` it is a link. `before`: the separator from the former part. */
export type Part = { text: string; to?: Address; before?: string }
type Address = { to: string; needs: Permission; search?: Record<string, unknown> }
export type StepWords = { title: string; parts: readonly Part[]; action?: Part }

const LIST = { to: '/', needs: 'vehicles_read' } as const
const active = (more: Record<string, unknown> = {}): Address => ({ ...LIST, search: { status: [ACTIVE], ...more } })
/** Vehicles with an answer of some source, at any time. */
const CHECKED = { processedDate: '1900-01-01..' }
const WITHOUT_HOLDER = { taxIdentifierIs: '~' }

const roundParts = ({ vehicles, checked, lacking, lackingIn, asked, never }: Facts, country: Country): Part[] => {
  if (vehicles === 0) return [{ text: 'Empieza sola en cuanto haya vehículos.' }]
  const n = (count: number): string => numberText(count, country)
  const waiting = asked + never
  const captures = { to: '/captures', needs: 'processing_read', search: asked > 0 ? {} : { list: 'never' } } as const
  return [
    { text: `Consultados ${n(checked)}`, to: active(CHECKED) },
    { text: `de ${n(vehicles)}`, to: active(), before: ' ' },
    ...(lacking > 0
      ? [
          {
            text: lacking === 1 ? 'a 1 le falta un dato' : `a ${n(lacking)} les falta un dato`,
            to: active({ ...WITHOUT_HOLDER, ...(lackingIn && { states: lackingIn }) }),
          },
        ]
      : []),
    ...(waiting > 0
      ? [{ text: countOf(waiting, 'consulta espera captura', 'consultas esperan captura', country), to: captures }]
      : []),
  ]
}

const sourcesText = ({ lacking, lackingIn }: Facts): string => {
  if (lacking > 0) return 'Algunas fuentes lo piden'
  return lackingIn?.length === 0 ? 'Ninguna fuente en uso lo pide' : 'Las fuentes de sus estados no lo piden'
}

const holderParts = (facts: Facts, country: Country): Part[] => {
  const { vehicles, withoutHolder, holderDocument } = facts
  const type = country === 'CO' ? `Los números sin tipo se leen como ${holderDocument ?? 'CC'}.` : ''
  if (vehicles === 0) return [{ text: `Vienen en su hoja. ${type}`.trim() }]
  if (withoutHolder === 0) return [{ text: `Todos los vehículos tienen el de su titular. ${type}`.trim() }]
  const vehiclesText = countOf(withoutHolder, 'vehículo no tiene', 'vehículos no tienen', country)
  return [
    { text: `${vehiclesText} el de su titular`, to: active(WITHOUT_HOLDER) },
    {
      text: `${sourcesText(facts)}. ${type}`.trim(),
      before: '. ',
    },
  ]
}

const zoneText = (country: Country, zone: string): string =>
  TIME_ZONES[country].find((each) => each.zone === zone)?.name ?? zone

export const stepWords = (
  step: OnboardingStep,
  facts: Facts,
  { country, zone }: { country: Country; zone: string },
): StepWords => {
  const { vehicles, users, required, logo } = facts
  const id = country === 'CO' ? 'Documento' : 'RFC'
  const words: Record<OnboardingStep, () => StepWords> = {
    company: () => ({
      title: 'Logotipo y zona horaria',
      parts: [{ text: `${zoneText(country, zone)}, ${logo ? 'con' : 'sin'} logotipo.` }],
    }),
    fleet: () => ({
      title: 'La hoja de su flota',
      parts: [
        vehicles > 0
          ? { text: countOf(vehicles, 'vehículo activo', 'vehículos activos', country), to: active() }
          : { text: 'Cargue un archivo con sus vehículos.' },
      ],
      action: { text: 'Cargar vehículos', to: { to: '/addVehicles', needs: 'masive_upload' } },
    }),
    holders: () => ({ title: `${id} de los titulares`, parts: holderParts(facts, country) }),
    round: () => ({ title: 'Primera ronda de consultas', parts: roundParts(facts, country) }),
    documents: () => ({
      title: 'Documentos que se piden',
      parts: [
        {
          text:
            required > 0
              ? `${countOf(required, 'tipo se pide', 'tipos se piden', country)} a los vehículos.`
              : 'Diga qué documentos debe tener cada vehículo.',
        },
      ],
      action: { text: 'Tipos de documento', to: { to: '/catalogs/documents', needs: 'documents_read' } },
    }),
    notices: () => ({
      title: 'A quién se avisa',
      parts: [{ text: 'Reportes, alertas y recordatorios por correo.' }],
      action: { text: 'Reportes y alertas', to: { to: '/reports', needs: 'programReports_read' } },
    }),
    colleagues: () => ({
      title: 'Colegas',
      parts: [{ text: users > 1 ? `${numberText(users, country)} usuarios activos.` : 'Solo usted tiene acceso.' }],
      action: { text: 'Usuarios', to: { to: '/roles', needs: 'users_read' } },
    }),
  }
  return words[step]()
}
