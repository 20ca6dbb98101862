// Above the weeks: the official calendars that end without a successor, with a link to them.
import { obligations as calls } from '@padron/contract/obligations'
import { useState } from 'react'
import { useQuietCall } from '../../api/use-call.ts'
import { UnreplacedRules } from '../../ui/domain/UnreplacedRules.tsx'
import { AllCalendars } from './AllCalendars.tsx'
import type { Open } from './ObligationParts.tsx'

const NOUN = { one: 'calendario', many: 'calendarios' }

export const UnreplacedCalendars = ({ today, onOpen }: { today: string; onOpen: Open }) => {
  const { data } = useQuietCall(calls.rules, { query: {} })
  const [open, setOpen] = useState(false)
  return (
    <>
      <UnreplacedRules
        rules={data?.rules ?? []}
        units={data?.units ?? []}
        noun={NOUN}
        today={today}
        className="unreplaced rigid"
        onOpen={() => setOpen(true)}
      />
      {open && <AllCalendars today={today} atUnreplaced onClose={() => setOpen(false)} onOpen={onOpen} />}
    </>
  )
}
