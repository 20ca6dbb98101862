// The bulk workbooks (spec bulk §2): registering, editing and replacing vehicles from a spreadsheet. One screen for the three:
// send a file or look at one, and the recent ones below. Which file is in the address.
import type { ImportKind, Uploaded } from '@padron/contract/imports'
import { templateKind } from '@padron/contract/template-kinds'
import { type ReactNode, useCallback, useState } from 'react'
import { useNow } from '../../api/use-now.ts'
import { useSearchState } from '../../lib/search-params.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useUser } from '../../session/user-context.ts'
import '../../ui/buttons.css'
import '../../ui/listing.css'
import { PrintLine } from '../../ui/PrintLine.tsx'
import './imports.css'
import type { Arrival } from './ImportView.tsx'
import { RecentFiles } from './RecentFiles.tsx'
import { SendCard } from './SendCard.tsx'
import { Shown } from './Shown.tsx'
import { ImportsSearch } from './search.ts'
import { TemplateCard } from './TemplateCard.tsx'
import { useKeepImport, useReadOnConflict } from './use-import.ts'

type Arrived = Arrival & { importId: string }
/** By a link, or by Back. */
const CHOSEN: Arrival = { how: 'chosen' }

const ImportsScreen = ({ kind }: { kind: ImportKind }): ReactNode => {
  const { title } = templateKind(kind)
  useTitle(title)
  const { zone } = useUser()
  const now = useNow()
  const clock = { now, zone }
  const [search, change] = useSearchState(ImportsSearch)
  const keep = useKeepImport()
  useReadOnConflict()
  const [arrived, setArrived] = useState<Arrived>()
  const show = useCallback(
    (importId: string, how: Arrived['how']): void => {
      setArrived({ importId, how })
      change({ archivo: importId, ver: undefined, page: undefined })
    },
    [change],
  )
  const sent = ({ import: told }: Uploaded): void => {
    keep(told)
    show(told.importId, 'sent')
  }
  const { archivo } = search
  // What the page began with has not arrived: the focus is the browser's.
  const [first] = useState(archivo)
  const moved = archivo !== first || arrived !== undefined
  const chosen = moved ? CHOSEN : undefined
  return (
    <div className="imports grid-one gap-16 wide relative">
      <PrintLine now={now} />
      <h1>{title}</h1>
      {archivo ? (
        <Shown
          key={archivo}
          kind={kind}
          importId={archivo}
          clock={clock}
          search={search}
          change={change}
          arrived={arrived?.importId === archivo ? arrived : chosen}
        />
      ) : (
        <div className="imports__start no-print stack gap-16 align-start">
          <SendCard kind={kind} focused={moved} onDone={sent} />
          <TemplateCard kind={kind} />
        </div>
      )}
      <RecentFiles kind={kind} importId={archivo} clock={clock} onSee={(importId) => show(importId, 'chosen')} />
    </div>
  )
}

export const AddVehicles = (): ReactNode => <ImportsScreen kind="add" />
export const EditVehicles = (): ReactNode => <ImportsScreen kind="edit" />
export const ReplaceVehicles = (): ReactNode => <ImportsScreen kind="replace" />
