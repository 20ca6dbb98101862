// The file that the address names, as soon as it is known; or why it is not shown.

import { NOTICES } from '@padron/contract/common'
import type { ImportKind } from '@padron/contract/imports'
import { imports } from '@padron/contract/imports'
import { templateKind } from '@padron/contract/template-kinds'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { statusOf } from '../../api/api-error.ts'
import type { Clock } from '../../lib/clock.ts'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Message } from '../../ui/Message.tsx'
import { TableSkeleton } from '../../ui/TableSkeleton.tsx'
import { type Arrival, ImportView } from './ImportView.tsx'
import type { ChangeImports, ImportsSearch } from './search.ts'
import { useImport } from './use-import.ts'

const SKELETON_ROWS = 8

/** What is no fault of the service, in its own words. */
const REASONS: Readonly<Record<number, { title: string; detail: string }>> = {
  400: { title: 'El archivo no existe', detail: 'La dirección no es la de un archivo revisado.' },
  403: { title: NOTICES[403], detail: 'Usted no tiene permiso para ver este archivo.' },
  404: { title: NOTICES[404], detail: 'Los archivos revisados se guardan treinta días; este ya no está.' },
}

type Props = {
  kind: ImportKind
  importId: string
  clock: Clock
  search: ImportsSearch
  change: ChangeImports
  arrived: Arrival | undefined
}

export const Shown = ({ kind, importId, clock, search, change, arrived }: Props): ReactNode => {
  const { told, isError, error, refetch } = useImport(importId)
  const navigate = useNavigate()
  const other = told && told.kind !== kind ? templateKind(told.kind).path : undefined
  // A link to a file of another kind leads to its own screen.
  useEffect(() => {
    if (other) void navigate({ to: other as string, search: search as never, replace: true })
  }, [other, navigate, search])
  if (told && !other) return <ImportView told={told} clock={clock} search={search} change={change} arrived={arrived} />
  if (!isError) return <TableSkeleton label="Cargando el archivo" rows={SKELETON_ROWS} columns={4} />
  const reason = REASONS[statusOf(error)]
  if (!reason) return <LoadFailure title={imports.read.fails} error={error} onRetry={() => void refetch()} />
  return (
    <Message
      alert
      {...reason}
      action={
        <button
          type="button"
          className="button"
          onClick={() => change({ archivo: undefined, ver: undefined, page: undefined })}
        >
          Enviar un archivo
        </button>
      }
    />
  )
}
