// The mappings that the company saved for a kind of file, in a dialog: each can be renamed and deleted.
import { type ImportKind, imports, type SavedMapping } from '@padron/contract/imports'
import { MAPPING_LIMITS } from '@padron/contract/imports/mapping'
import { useState } from 'react'
import { notify } from '../../api/notify.ts'
import { refusalMessage } from '../../api/refusal.ts'
import { useQuietCall } from '../../api/use-call.ts'
import type { Clock } from '../../lib/clock.ts'
import { numberText } from '../../lib/number-text.ts'
import { useClock } from '../../session/use-clock.ts'
import { Button } from '../../ui/Button.tsx'
import { DangerDialog } from '../../ui/dialog/DangerDialog.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { useDangerAction } from '../../ui/dialog/use-danger-action.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { onlyFaults } from '../../ui/form/faults.ts'
import { formFields } from '../../ui/form/fields.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { Message } from '../../ui/Message.tsx'
import { ListBox } from '../../ui/overlay/ListBox.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import type { Column } from '../../ui/table/table-column.ts'
import { When } from '../../ui/When.tsx'

const TITLE = 'Asignaciones de columnas'
const SKELETON_ROWS = 3

type ChangeProps = { saved: SavedMapping; onClose: () => void }

const { TextField } = formFields<{ name: string }>()

const RenameMapping = ({ saved: { importMappingId, name: stored }, onClose }: ChangeProps) => {
  const form = useForm({
    stored: { name: stored },
    validate: ({ name }) => onlyFaults({ name: !name && 'Escriba un nombre' }),
    onlyChanged: true,
    call: imports.renameMapping,
    args: (body) => ({ params: { importMappingId }, body }),
    failure: (error) => refusalMessage(error, imports.renameMapping),
    onSaved: onClose,
  })
  return (
    <FormDialog form={form} title="Cambiar nombre" verb="Guardar nombre" asks={false} onClose={onClose}>
      <TextField name="name" label="Nombre" required maxLength={MAPPING_LIMITS.name} />
    </FormDialog>
  )
}

const DeleteMapping = ({ saved: { importMappingId, name }, onClose }: ChangeProps) => {
  const { mutate, dialog } = useDangerAction(imports.deleteMapping, name, ({ message }) => notify('done', message))
  return (
    <DangerDialog
      title="Borrar asignación de columnas"
      yes="Borrar asignación"
      {...dialog}
      onYes={() => mutate({ params: { importMappingId } }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        Se borrará <strong className="break">{name}</strong>. El siguiente archivo con esos encabezados volverá a
        preguntar qué es cada columna; lo que ya se cargó no cambia.
      </p>
    </DangerDialog>
  )
}

type Change = { what: 'rename' | 'delete'; saved: SavedMapping }
type Context = { clock: Clock; change: (next: Change) => void }

const COLUMNS: readonly Column<SavedMapping, Context>[] = [
  { key: 'name', title: 'Nombre', head: true, cell: ({ name }) => <span className="break">{name}</span> },
  { key: 'columns', title: 'Columnas', kind: 'number', cell: ({ columns }) => numberText(columns) },
  {
    key: 'saved',
    title: 'Guardada',
    cell: ({ who, dateTime }, { clock }) => (
      <span className="break">
        {who} · <When at={dateTime} clock={clock} />
      </span>
    ),
  },
  {
    key: 'actions',
    title: 'Acciones',
    kind: 'menu',
    card: 'end',
    cell: (saved, { change }) => (
      <span className="row-wrap gap-8">
        <Button
          label="Cambiar nombre"
          about={saved.name}
          kind="link"
          aria-haspopup="dialog"
          onClick={() => change({ what: 'rename', saved })}
        />
        <Button
          label="Borrar"
          about={saved.name}
          kind="link"
          aria-haspopup="dialog"
          onClick={() => change({ what: 'delete', saved })}
        />
      </span>
    ),
  },
]

const MappingsDialog = ({ kind, onClose }: { kind: ImportKind; onClose: () => void }) => {
  const clock = useClock()
  const list = useQuietCall(imports.mappings, { query: { kind } })
  const [change, setChange] = useState<Change>()
  const saved = list.data?.mappings ?? []
  const close = (): void => setChange(undefined)
  return (
    <Dialog title={TITLE} shape="wide" onClose={onClose} footer={<Button label="Cerrar" onClick={onClose} />}>
      <div className="stack gap-12">
        <ListBox
          list={list}
          fails={imports.mappings.fails}
          loading="Cargando asignaciones"
          rows={SKELETON_ROWS}
          columns={4}
        >
          {saved.length > 0 ? (
            <DataTable
              className="table"
              cards="mapping-card"
              caption={TITLE}
              columns={COLUMNS}
              rows={saved}
              keyOf={({ importMappingId }) => importMappingId}
              context={{ clock, change: setChange }}
            />
          ) : (
            <Message
              title="Sin asignaciones de columnas"
              detail={
                'Envíe su propia hoja, diga qué es cada columna y escriba un nombre en «Conservar esta asignación ' +
                'como»: desde entonces los archivos con los mismos encabezados se leen así.'
              }
            />
          )}
        </ListBox>
      </div>
      {change?.what === 'rename' && <RenameMapping saved={change.saved} onClose={close} />}
      {change?.what === 'delete' && <DeleteMapping saved={change.saved} onClose={close} />}
    </Dialog>
  )
}

export const SavedMappings = ({ kind }: { kind: ImportKind }) => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button label={TITLE} aria-haspopup="dialog" onClick={() => setOpen(true)} />
      {open && <MappingsDialog kind={kind} onClose={() => setOpen(false)} />}
    </>
  )
}
