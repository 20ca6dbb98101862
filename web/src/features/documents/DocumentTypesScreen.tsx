// The company's document types (spec bulk §2): a card each, with its fields and the vehicles that lack the document.
import { documentTypes } from '@padron/contract/documents'
import { type DocumentType, TYPES_AT_MOST } from '@padron/contract/documents/shapes'
import { tags } from '@padron/contract/tags'
import { lazy, Suspense, useState } from 'react'
import { useCall } from '../../api/use-call.ts'
import { useNow } from '../../api/use-now.ts'
import { plainText } from '../../lib/plain-text.ts'
import { useSearchState } from '../../lib/search-params.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useCan } from '../../session/user-context.ts'
import { LoadFailure } from '../../ui/list/LoadFailure.tsx'
import { Message } from '../../ui/Message.tsx'
import type { MenuAction } from '../../ui/overlay/ActionMenu.tsx'
import { PrintLine } from '../../ui/PrintLine.tsx'
import '../../ui/form.css'
import '../../ui/page.css'
import './document-types.css'
import { Button } from '../../ui/Button.tsx'
import { DeleteTypeDialog } from './DeleteTypeDialog.tsx'
import { MissingDialog } from './MissingDialog.tsx'
import { RequireDialog } from './RequireDialog.tsx'
import { DocumentTypesSearch } from './search.ts'
import { TypeCard } from './TypeCard.tsx'

// Lazy: it loads the engine that runs patterns.
const TypeDialog = lazy(() => import('./TypeDialog.tsx').then((m) => ({ default: m.TypeDialog })))

const MANY = 12

/**
 * `type` keeps the last version that was loaded, so that a form over a deleted type does not lose what was typed.
 * Undefined: a new type.
 */
type Open = { what: 'form' | 'require' | 'delete'; type: DocumentType | undefined }

/** The types whose name, or the name of one of their fields, contains the text. */
const filterTypes = (types: readonly DocumentType[], query: string): readonly DocumentType[] => {
  const text = plainText(query.trim())
  return types.filter(({ documentTypeName, docFields }) =>
    [documentTypeName, ...docFields.map(({ fieldName }) => fieldName)].some((name) => plainText(name).includes(text)),
  )
}

const Skeleton = () => (
  <div role="status" aria-label="Cargando tipos de documento" className="doctypes__all stack gap-12 align-start">
    {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
      <span key={key} className="doctypes__waiting tinted" />
    ))}
  </div>
)

const useTagNames = (): ((tagId: number) => string | undefined) => {
  const reads = useCan('tags_read')
  const { data } = useCall(tags.list, {}, { off: !reads })
  return (tagId) => data?.userTags.find((tag) => tag.tagId === tagId)?.tagName
}

const actionsFor = (type: DocumentType, open: (next: Open) => void): readonly MenuAction[] => {
  const run = (what: Open['what']) => () => open({ what, type })
  return [
    { key: 'edit', label: 'Editar', icon: 'edit', run: run('form') },
    { key: 'require', label: 'Pedir a…', icon: 'users', run: run('require') },
    { key: 'delete', label: 'Eliminar', icon: 'trash', run: run('delete') },
  ]
}

export const DocumentTypesScreen = () => {
  useTitle('Tipos de documento')
  const mayChange = useCan('documents_admin')
  const now = useNow()
  const nameOf = useTagNames()
  const [{ faltan }, setSearch] = useSearchState(DocumentTypesSearch)
  const list = useCall(documentTypes.list, {})
  const [open, setOpen] = useState<Open>()
  const [query, setQuery] = useState('')
  const all: readonly DocumentType[] = list.data?.documentList ?? []
  const matches = filterTypes(all, query)
  const byId = (id: number | undefined) => all.find(({ documentTypeId }) => documentTypeId === id)
  const openType = byId(open?.type?.documentTypeId) ?? open?.type
  const missingType = byId(faltan)
  const close = (): void => setOpen(undefined)
  const reload = (): void => void list.refetch()
  const add = (
    <Button
      label="Agregar"
      kind="primary"
      icon="plus"
      aria-haspopup="dialog"
      onClick={() => setOpen({ what: 'form', type: undefined })}
    />
  )
  const content = () => {
    if (list.isError && !list.data)
      return <LoadFailure title={documentTypes.list.fails} query={{ error: list.error, refetch: reload }} />
    if (!list.data) return <Skeleton />
    if (all.length === 0)
      return (
        <Message
          title="Sin tipos de documentos"
          detail={
            mayChange
              ? 'Agregue el primero, por ejemplo «Tarjeta de circulación» con su fecha de vencimiento.'
              : 'Un administrador de documentos puede agregarlos.'
          }
        />
      )
    if (matches.length === 0)
      return (
        <Message
          title="Sin coincidencias"
          action={<Button label="Quitar la búsqueda" onClick={() => setQuery('')} />}
        />
      )
    return (
      <ul className="doctypes__all stack gap-12 align-start" aria-label="Tipos de documento">
        {matches.map((type) => (
          <TypeCard
            key={type.documentTypeId}
            type={type}
            nameOf={nameOf}
            actions={mayChange ? actionsFor(type, setOpen) : []}
            onMissing={() => setSearch({ faltan: type.documentTypeId })}
          />
        ))}
      </ul>
    )
  }
  return (
    <div className="page doctypes flex column gap-12 wide">
      <PrintLine now={now} />
      <header className="doctypes__head row-wrap gap-8-12">
        <h1 tabIndex={-1} className="grow">
          Tipos de documento
        </h1>
        {all.length > MANY && (
          <input
            type="search"
            className="doctypes__search no-print"
            aria-label="Buscar tipo de documento o campo"
            placeholder="Buscar tipo o campo"
            value={query}
            onChange={({ target }) => setQuery(target.value)}
          />
        )}
        {mayChange && all.length < TYPES_AT_MOST && add}
      </header>
      {mayChange && all.length >= TYPES_AT_MOST && (
        <p className="muted">Hay {TYPES_AT_MOST} tipos, que es el máximo: elimine alguno para agregar otro.</p>
      )}
      {content()}
      {open?.what === 'form' && (
        <Suspense>
          <TypeDialog type={openType} onReload={reload} onClose={close} />
        </Suspense>
      )}
      {open?.what === 'require' && openType && (
        <RequireDialog type={openType} nameOf={nameOf} onReload={reload} onClose={close} />
      )}
      {open?.what === 'delete' && openType && <DeleteTypeDialog type={openType} onClose={close} />}
      {missingType && (
        <MissingDialog type={missingType} onClose={() => setSearch({ faltan: undefined }, { replace: true })} />
      )}
    </div>
  )
}
