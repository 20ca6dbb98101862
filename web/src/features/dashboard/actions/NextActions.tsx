// "Qué hacer esta semana": due dates, blocked procedures, and unexpected debts, the most urgent first; below them every
// payment rule.
import { type NextActions as Actions, dashboard as calls } from '@padron/contract/dashboard'
import { useId, useRef } from 'react'
import { useQuietCall } from '../../../api/use-call.ts'
import { UnreplacedRules } from '../../../ui/domain/UnreplacedRules.tsx'
import { LoadFailure } from '../../../ui/list/LoadFailure.tsx'
import { SkeletonRows } from '../../../ui/table/SkeletonRows.tsx'
import { unitsOf, weekText } from './action-texts.ts'
import './actions.css'
import { Groups } from './Groups.tsx'
import { Rules } from './Rules.tsx'

const RULES = { one: 'regla', many: 'reglas' }

const WeekActions = ({ actions }: { actions: Actions }) => {
  const list = useRef<HTMLDetailsElement>(null)
  const openRules = (): void => {
    if (!list.current) return
    list.current.open = true
    list.current.querySelector<HTMLElement>('[data-unreplaced]')?.focus()
  }
  return (
    <>
      <UnreplacedRules
        rules={actions.rules.filter(({ kind }) => kind !== 'unit')}
        units={unitsOf(actions)}
        noun={RULES}
        today={actions.today}
        className="next-unreplaced"
        onOpen={openRules}
      />
      <Groups actions={actions} />
      <Rules ref={list} actions={actions} />
    </>
  )
}

export const NextActions = () => {
  const heading = useId()
  const actions = useQuietCall(calls.actions, {})
  const content = () => {
    if (actions.data) return <WeekActions actions={actions.data} />
    if (!actions.isError) return <SkeletonRows label="Cargando las próximas acciones" rows={5} />
    return <LoadFailure title={calls.actions.fails} query={actions} />
  }
  return (
    <section className="next" aria-labelledby={heading} tabIndex={-1}>
      <header className="next__head flex-wrap baseline">
        <h2 id={heading}>Qué hacer esta semana</h2>
        {actions.data && <span className="muted">{weekText(actions.data)}</span>}
      </header>
      {content()}
    </section>
  )
}
