// The origin of a calendar: the company itself, or an authority with its source.
import type { CalendarRule } from '@padron/contract/obligations'
import { validText } from '../../lib/official-rule-texts.ts'
import { RuleSource } from '../../ui/domain/RuleSource.tsx'
import { TagLabel } from '../../ui/domain/TagLabel.tsx'
import { OWN } from './rule-texts.ts'

export const OwnMark = () => <TagLabel name={OWN} color="none" />

/** The validity and publisher of a calendar; a company's own calendar has no source. */
export const Origin = ({ rule, today }: { rule: CalendarRule; today: string }) => {
  if (!rule.own) return <RuleSource rule={rule} today={today} />
  const valid = validText(rule, today)
  return valid ? <small className="muted block">{valid}</small> : null
}
