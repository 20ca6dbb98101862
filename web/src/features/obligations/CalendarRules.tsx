// Calendars in the dialog of all calendars: text, plates concerned, publisher, and whether it is in use or why not.
import type { CalendarRule } from '@padron/contract/obligations'
import { useEffect, useRef } from 'react'
import { hasEnded } from '../../lib/official-rule-texts.ts'
import { useCan, useSeesAll } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'
import { OtherReading } from '../../ui/domain/RuleSource.tsx'
import { StatusSign } from '../../ui/domain/StatusSign.tsx'
import { Origin, OwnMark } from './Origin.tsx'
import { readingsText, ruleText } from './rule-texts.ts'

/** The dialog open over the list, and its calendar. */
export type Over = { is: 'vehicles' | 'edit' | 'delete'; rule: CalendarRule } | { is: 'add' }

type RuleProps = {
  rule: CalendarRule
  today: string
  /** The first one gets the focus when the list opens. */
  isFirst: boolean
  onOver: (over: Over) => void
}

const RuleButtons = ({ rule, onOver }: Pick<RuleProps, 'rule' | 'onOver'>) => {
  const seesAll = useSeesAll()
  const isEditable = useCan('documents_admin') && seesAll && rule.own
  const button = (is: 'vehicles' | 'edit' | 'delete', label: string, name: string) => (
    <Button
      label={label}
      kind="link"
      aria-haspopup="dialog"
      aria-label={`${name}: ${rule.title}`}
      onClick={() => onOver({ is, rule })}
    />
  )
  return (
    <p className="row-wrap gap-4-12 hide-empty">
      {rule.shown && button('vehicles', 'Ver los vehículos', 'Ver los vehículos a los que toca')}
      {isEditable && button('edit', 'Editar', 'Editar')}
      {isEditable && button('delete', 'Eliminar', 'Eliminar')}
    </p>
  )
}

const Rule = ({ rule, today, isFirst, onOver }: RuleProps) => {
  const item = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isFirst) item.current?.focus()
  }, [isFirst])
  return (
    <li
      ref={item}
      className="rule stack gap-2 justify-start ruled-above ring-inside"
      tabIndex={isFirst ? -1 : undefined}
    >
      <h4>{rule.title}</h4>
      {rule.own && <OwnMark />}
      <p className="muted">{rule.where}</p>
      <p>{ruleText(rule)}</p>
      {rule.occurrences
        .filter(({ otherTo }) => otherTo !== null)
        .map((occurrence) => (
          <p key={occurrence.from}>{readingsText(occurrence, today)}</p>
        ))}
      {rule.otherReading && (
        <p className="muted">
          <OtherReading reading={rule.otherReading} />
        </p>
      )}
      {rule.note && <p className="muted">{rule.note}</p>}
      {!hasEnded(rule, today) && (
        <p className="row gap-6">
          <StatusSign sign={rule.shown ? 'clear' : 'unknown'} size={16} />
          <span>{rule.shown ? 'Se muestra' : `No se muestra. ${rule.whyNot ?? 'No está vigente hoy.'}`}</span>
        </p>
      )}
      <Origin rule={rule} today={today} />
      <RuleButtons rule={rule} onOver={onOver} />
    </li>
  )
}

type ListProps = Omit<RuleProps, 'rule' | 'isFirst'> & {
  title: string
  rules: readonly CalendarRule[]
  first: CalendarRule | undefined
}

export const Rules = ({ title, rules, first, ...props }: ListProps) =>
  rules.length > 0 && (
    <section aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {rules.map((rule) => (
          <Rule key={rule.ruleKey} rule={rule} isFirst={rule === first} {...props} />
        ))}
      </ul>
    </section>
  )
