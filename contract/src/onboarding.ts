// «Primeros pasos» of a company, above its catalogue: steps that the company's data completes, and steps that a person
// marks as done.
import { z } from 'zod/mini'
import { calls, get, put } from './call.ts'
import { Done } from './common.ts'

/** In display order. */
export const ONBOARDING_STEPS = ['fleet', 'company', 'holders', 'round', 'documents', 'notices', 'colleagues'] as const
export type OnboardingStep = (typeof ONBOARDING_STEPS)[number]

const Step = z.enum(ONBOARDING_STEPS, 'No es uno de los primeros pasos')

export const OnboardingState = z.object({
  /** Hidden: nothing is counted, and there are no steps. */
  dismissed: z.boolean(),
  steps: z.array(
    z.object({
      step: Step,
      /** `data`: the company's data completes it; `person`: a person marked it. */
      done: z.nullable(z.enum(['data', 'person'])),
    }),
  ),
  facts: z.nullable(
    z.object({
      /**
       * The number of active vehicles: all, those whose sources answered at least once, those without their holder's
       * number.
       */
      vehicles: z.int(),
      checked: z.int(),
      withoutHolder: z.int(),
      /** Active vehicles that some source in use cannot be queried for, because their holder's number is missing. */
      lacking: z.int(),
      /** The states whose vehicles need it; null: all. */
      lackingIn: z.nullable(z.array(z.int())),
      /** Checks that wait for a person: assigned to people, or never answered and without an automatic source. */
      asked: z.int(),
      never: z.int(),
      users: z.int(),
      /** Document types that vehicles are required to have. */
      required: z.int(),
      logo: z.boolean(),
      /** How holders' numbers without a type are interpreted (Colombia). */
      holderDocument: z.nullable(z.string()),
    }),
  ),
})
export type OnboardingState = z.infer<typeof OnboardingState>

const TOUCHED = ['onboarding.state'] as const

export const onboarding = calls('onboarding', {
  state: get('/api/v2/onboarding', {
    summary: 'Los primeros pasos de la empresa: cuáles están hechos y cómo va la primera ronda de consultas.',
    needs: 'users_admin',
    opens: true,
    reply: OnboardingState,
    every: 10,
    fails: 'Error al consultar los primeros pasos',
  }),
  mark: put('/api/v2/onboarding/step', {
    summary: 'Marca un paso como hecho, o quita la marca; lo que dicen los datos no cambia.',
    needs: 'users_admin',
    body: z.strictObject({ step: Step, done: z.boolean() }),
    reply: Done,
    touches: TOUCHED,
    fails: 'No se pudo marcar el paso',
  }),
  dismiss: put('/api/v2/onboarding/dismiss', {
    summary: 'Oculta los primeros pasos, o los muestra de nuevo.',
    needs: 'users_admin',
    body: z.strictObject({ dismissed: z.boolean() }),
    reply: Done,
    touches: TOUCHED,
    fails: 'No se pudieron ocultar los primeros pasos',
  }),
})
