// One line where rules end and nothing continues them, with the way to see which; nothing where each is continued.
import { unreplacedText } from '../lib/official-rule-words.ts'
import { Button } from './Button.tsx'
import { StatusSign } from './StatusSign.tsx'

type Props = {
  rules: readonly { validFrom: string | null; validTo: string | null; unreplaced: boolean }[]
  noun: { one: string; many: string }
  today: string
  className?: string
  onOpen: () => void
}

export const UnreplacedRules = ({ rules, noun, today, className, onOpen }: Props) => {
  const text = unreplacedText(rules, noun, today)
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
