// The bulk workbooks (spec bulk §2): registering, editing and replacing vehicles from a spreadsheet. One screen for the
// three kinds: sending a file or displaying one, and the recent files below. The address contains the file.
import { NOTICES } from '@padron/contract/common'
import { type ImportKind, imports, type Uploaded } from '@padron/contract/imports'
import { templateKind } from '@padron/contract/template/kinds'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { statusOf } from '../../api/api-error.ts'
import { useNow } from '../../api/use-now.ts'
import { useSearchState } from '../../lib/search-params.ts'
import { useTitle } from '../../lib/use-title.ts'
import { Button } from '../../ui/Button.tsx'
import { LoadFailure } from '../../ui/list/LoadFailure.tsx'
import '../../ui/listing.css'
import { Message } from '../../ui/Message.tsx'
import { PrintLine } from '../../ui/PrintLine.tsx'
import { TableSkeleton } from '../../ui/table/TableSkeleton.tsx'
import { type Arrival, ImportView } from './ImportView.tsx'
import './imports.css'
import { RecentFiles } from './RecentFiles.tsx'
import { SendCard } from './SendCard.tsx'
import { ImportsSearch } from './search.ts'
import { TemplateCard } from './TemplateCard.tsx'
import { useImport, useKeepImport } from './use-import.ts'

const SKELETON_ROWS = 8
/** Why a file is not displayed, where the service has no failure. */
const REASONS: Readonly<Record<number, { title: string; detail: string }>> = {
  400: { title: 'El archivo no existe', detail: 'La dirección no es la de un archivo revisado.' },
  403: { title: NOTICES[403], detail: 'Usted no tiene permiso para ver este archivo.' },
  404: { title: NOTICES[404], detail: 'Los archivos revisados se guardan treinta días; este ya no está.' },
}

type LoaderProps = Omit<Parameters<typeof ImportView>[0], 'file'> & { kind: ImportKind; importId: string }

/** Loads the file of the address; explains why it cannot be displayed. */
const ImportLoader = ({ kind, importId, search, change, ...view }: LoaderProps) => {
  const { file, isError, error, refetch } = useImport(importId)
  const navigate = useNavigate()
  const other = file && file.kind !== kind ? templateKind(file.kind).path : undefined
  // A file of another kind is redirected to the screen of its kind.
  useEffect(() => {
    if (other) void navigate({ to: other as string, search: search as never, replace: true })
  }, [other, navigate, search])
  if (file && !other) return <ImportView file={file} search={search} change={change} {...view} />
  if (!isError) return <TableSkeleton label="Cargando el archivo" rows={SKELETON_ROWS} columns={4} />
  const reason = REASONS[statusOf(error)]
  if (!reason) return <LoadFailure title={imports.read.fails} query={{ error, refetch }} />
  const leave = (): void => change({ archivo: undefined, ver: undefined, page: undefined, columnas: undefined })
  return <Message alert {...reason} action={<Button label="Enviar un archivo" onClick={leave} />} />
}

type Arrived = Arrival & { importId: string }
/** Reached by a link, or by the browser's Back. */
const CHOSEN: Arrival = { how: 'chosen' }

const ImportsScreen = ({ kind }: { kind: ImportKind }) => {
  const { title } = templateKind(kind)
  useTitle(title)
  const now = useNow()
  const [search, change] = useSearchState(ImportsSearch)
  const keep = useKeepImport()
  const [arrived, setArrived] = useState<Arrived>()
  const show = (importId: string, how: Arrival['how']): void => {
    setArrived({ importId, how })
    change({ archivo: importId, ver: undefined, page: undefined, columnas: undefined })
  }
  const onSent = ({ import: file }: Uploaded): void => {
    keep(file)
    show(file.importId, 'sent')
  }
  const { archivo } = search
  // The file that the page was loaded with does not take the focus: the browser decides about it.
  const [first] = useState(archivo)
  const moved = archivo !== first || arrived !== undefined
  const chosen = moved ? CHOSEN : undefined
  return (
    <div className="imports grid-one gap-16 wide relative">
      <PrintLine now={now} />
      <h1>{title}</h1>
      {archivo ? (
        <ImportLoader
          key={archivo}
          kind={kind}
          importId={archivo}
          search={search}
          change={change}
          arrived={arrived?.importId === archivo ? arrived : chosen}
        />
      ) : (
        <div className="imports__start no-print stack gap-16 align-start">
          <SendCard kind={kind} focused={moved} onDone={onSent} />
          <TemplateCard kind={kind} />
        </div>
      )}
      <RecentFiles kind={kind} importId={archivo} onSee={(importId) => show(importId, 'chosen')} />
    </div>
  )
}

export const AddVehicles = () => <ImportsScreen kind="add" />
export const EditVehicles = () => <ImportsScreen kind="edit" />
export const ReplaceVehicles = () => <ImportsScreen kind="replace" />
