// The last day to appeal a fine, and the rule that says so. Without the day that the term starts from there is no last
// day.
import { type AppealTerm, appealText, termText } from '@padron/contract/rules/official-rules'
import { useId } from 'react'
import { sourceText } from '../../lib/official-rule-texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Tip } from '../../ui/overlay/Tip.tsx'
import { useVehicle } from './vehicle-context.ts'

export const AppealLine = ({ appeal }: { appeal: AppealTerm }) => {
  const { today } = useVehicle()
  const id = useId()
  const tip = (
    <>
      <strong>{appeal.title}</strong>
      <br />
      {appeal.says}
      <br />
      <span className="muted">Fuente: {sourceText(appeal)}</span>
    </>
  )
  return (
    <small className="debts__since debts__appeal">
      {appealText(appeal, today)}{' '}
      <Tip id={id} tip={tip} className="inline">
        <Button kind="link" label={appeal.until === null ? 'según la regla' : termText(appeal)} aria-describedby={id} />
      </Tip>
    </small>
  )
}
