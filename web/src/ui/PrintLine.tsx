// Only in print: when it was printed, for which company and by whom, because a status is meaningless without its date.
import { dateInText } from '../lib/dates.ts'
import { useUser } from '../session/user-context.ts'

export const PrintLine = ({ now }: { now: number }) => {
  const { name, parentName, zone } = useUser()
  return (
    <p className="print-only">
      Impreso el {dateInText(new Date(now).toISOString(), zone)} · {parentName} · {name}
    </p>
  )
}
