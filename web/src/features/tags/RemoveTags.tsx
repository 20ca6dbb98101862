// Asks before a tag, or a category with its tags, is deleted: first who has them.
import { tags as calls } from '@padron/contract/tags'
import { type ReactNode, useCallback } from 'react'
import { notify } from '../../api/notify.ts'
import { isRefusal, refusalText } from '../../api/refusal.ts'
import { useAction } from '../../api/use-action.ts'
import { useQuietCall } from '../../api/use-quiet-call.ts'
import { useIfMounted } from '../../lib/use-is-mounted.ts'
import { DangerDialog } from '../../ui/DangerDialog.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { effectsText, tagsText, unaskedText } from './tag-words.ts'

/** @returns tells what was deleted, with the way back */
const useUndoTags = (): ((text: string, about: string, undoId: string) => void) => {
  const { mutateAsync } = useAction(calls.undo, {
    // Too late, or back already: the product says which.
    told: (error) => {
      const known = isRefusal(error)
      if (known) notify('warning', refusalText(error) ?? calls.undo.fails)
      return known
    },
  })
  return useCallback(
    (text, about, undoId) => {
      const run = (): void => void mutateAsync({ body: { undoId } }).catch(() => {})
      notify('done', text, { about, action: { label: 'Deshacer', run } })
    },
    [mutateAsync],
  )
}

/** What is about to go. */
export type Going = { tagId: number; tagName: string } | { tagCategoryId: number; tagCategoryName: string }

const useRemoval = (going: Going, onGone: () => void) => {
  const tell = useUndoTags()
  const tag = useAction(calls.remove, {
    told: refusalText,
    worked: ({ undoId }, { body }) => {
      tell(calls.remove.done, body.tags[0]?.tagName ?? '', undoId)
      onGone()
    },
  })
  const category = useAction(calls.removeCategory, {
    told: refusalText,
    worked: ({ undoId }, { body }) => {
      tell(calls.removeCategory.done, body.tagsGroup[0]?.TagCategoryName ?? '', undoId)
      onGone()
    },
  })
  if ('tagId' in going) {
    const { tagId, tagName } = going
    return { ...tag, remove: () => tag.mutate({ body: { tags: [{ tagId, tagName }] } }) }
  }
  const { tagCategoryId: TagCategoryId, tagCategoryName: TagCategoryName } = going
  const body = { tagsGroup: [{ TagCategoryId, TagCategoryName }] }
  return { ...category, remove: () => category.mutate({ body }) }
}

type Props = { going: Going; onClose: () => void }

export const RemoveTags = ({ going, onClose }: Props): ReactNode => {
  const isTag = 'tagId' in going
  const title = isTag ? 'Eliminar etiqueta' : 'Eliminar categoría'
  const ids = isTag ? { tagIds: [going.tagId] } : { tagCategoryIds: [going.tagCategoryId] }
  const effects = useQuietCall(calls.effects, { body: ids }, { fresh: true })
  const { remove, isPending, error } = useRemoval(going, useIfMounted(onClose))
  if (effects.isError)
    return (
      <Dialog title={title} onClose={onClose}>
        <LoadFailure title={calls.effects.fails} error={effects.error} onRetry={() => void effects.refetch()} />
      </Dialog>
    )
  return (
    <DangerDialog
      title={title}
      yes={title}
      busy={isPending}
      waiting={!effects.data}
      error={refusalText(error)}
      onYes={remove}
      onClose={onClose}
    >
      <p>
        {isTag ? 'Se eliminará la etiqueta ' : 'Se eliminará la categoría '}
        <strong>{isTag ? going.tagName : going.tagCategoryName}</strong>
        {!isTag && effects.data && effects.data.tags > 0 && ` con ${tagsText(effects.data.tags)}`}.
      </p>
      <p role="status">
        {effects.data
          ? [effectsText(effects.data), unaskedText(effects.data.unasked)].filter(Boolean).join(' ')
          : 'Viendo qué la usa…'}
      </p>
    </DangerDialog>
  )
}
