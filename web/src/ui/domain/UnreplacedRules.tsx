// A line with a link if rules or values of units end without a successor; renders nothing if each has one.
import type { UnitValue } from '@padron/contract/rules/official-rules'
import { unitsEndText, unreplacedText } from '../../lib/official-rule-texts.ts'
import { Button } from '../Button.tsx'
import { StatusSign } from './StatusSign.tsx'

type Props = {
  rules: readonly { validTo: string | null; unreplaced: boolean }[]
  units?: readonly Pick<UnitValue, 'unit' | 'validTo' | 'unreplaced'>[]
  noun: { one: string; many: string }
  today: string
  className?: string
  onOpen: () => void
}

export const UnreplacedRules = ({ rules, units = [], noun, today, className, onOpen }: Props) => {
  const text = [unreplacedText(rules, noun, today), unitsEndText(units, today)].filter(Boolean).join(' ')
  if (!text) return null
  return (
    <p className={['note note--warning flex gap-8 align-top small', className].filter(Boolean).join(' ')}>
      <StatusSign sign="warning" size={16} />
      <span>
        {text} <Button label="Ver cuáles" about={noun.many} kind="link" className="no-print" onClick={onOpen} />
      </span>
    </p>
  )
}
