// «Primeros pasos»: derived from the company's data if possible, otherwise as a user marked it.
import { NOTICES } from '@padron/contract/common'
import {
  ONBOARDING_STEPS,
  type OnboardingState,
  type OnboardingStep,
  type onboarding as rows,
} from '@padron/contract/onboarding'
import { asTenant, readAsTenant, type Tx } from '../../db/client.ts'
import { fleetVersion } from '../../db/fleet-version.ts'
import { fleetViewOf } from '../../db/fleet-view.ts'
import type { FleetIndex } from '../../fleet/index/fleet-index.ts'
import type { Session } from '../../http/access/sessions.ts'
import type { Handlers } from '../../http/serve.ts'
import { countsOf } from '../captures/counts.queries.ts'
import { countFleet, readCompany, readMarks, readStatesByHolder, removeMark, setMarks } from './onboarding.queries.ts'

const HIDDEN: OnboardingState = { dismissed: true, steps: [], facts: null }
const DONE = { message: NOTICES.done }

type Facts = NonNullable<OnboardingState['facts']>

const doneByData = (facts: Facts & { notified: boolean }): Record<OnboardingStep, boolean> => {
  const { vehicles, checked, withoutHolder, users, required, logo, notified } = facts
  return {
    company: logo,
    fleet: vehicles > 0,
    holders: vehicles > 0 && withoutHolder === 0,
    round: vehicles > 0 && checked === vehicles,
    documents: required > 0,
    notices: notified,
    colleagues: users > 1,
  }
}

export const onboarding = (index: FleetIndex): Handlers<typeof rows> => {
  const read = async (tx: Tx, { tenantId, country }: Session, now: Date) => {
    const marks = await readMarks(tx, tenantId)
    if (marks.has('dismissed')) return { state: HIDDEN, isOver: false }
    const { version } = await fleetVersion(tx, tenantId)
    const lackingIn = await readStatesByHolder(tx, country)
    // The sources in use do not change the fleet's version, so the key contains their states.
    const key = `onboarding ${lackingIn?.join() ?? 'all'}`
    const view = await fleetViewOf(tx, tenantId)
    const fleet = await index.figures(view, version, key, () => countFleet(tx, tenantId, lackingIn))
    const { notified, ...company } = await readCompany(tx, tenantId)
    const { asked, never } = await countsOf(tx, tenantId, country, {}, now)
    const facts = { ...fleet, lackingIn, asked, never, ...company }
    const byData = doneByData({ ...facts, notified })
    const steps = ONBOARDING_STEPS.map((step) => ({
      step,
      done: byData[step] ? ('data' as const) : marks.has(step) ? ('person' as const) : null,
    }))
    return {
      state: { dismissed: false, steps, facts },
      isOver: !marks.has('completed') && steps.every(({ done }) => done !== null),
    }
  }
  return {
    state: async ({ session, kit: { db }, now }) => {
      const { tenantId } = session
      const { state, isOver } = await readAsTenant(db, tenantId, (tx) => read(tx, session, now))
      if (!isOver) return state
      // When all steps are done they are hidden and no longer computed; a user may show them again.
      await asTenant(db, tenantId, (tx) => setMarks(tx, tenantId, ['completed', 'dismissed']))
      return HIDDEN
    },

    mark: async ({ body: { step, done }, session: { tenantId }, tx }) => {
      await (done ? setMarks(tx, tenantId, [step]) : removeMark(tx, tenantId, step))
      return DONE
    },

    dismiss: async ({ body: { dismissed }, session: { tenantId }, tx }) => {
      await (dismissed ? setMarks(tx, tenantId, ['dismissed']) : removeMark(tx, tenantId, 'dismissed'))
      return DONE
    },
  }
}
