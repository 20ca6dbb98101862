// "Calendario en su teléfono o programa": a secret address that calendar programs read. It is shown once, when it is made; it can be
// revoked, and a new one ends the one before.
import { obligations as calls } from '@padron/contract/obligations'
import { type ReactNode, useState } from 'react'
import { statusNotice } from '../../api/notify.ts'
import { useAction } from '../../api/use-action.ts'
import { useQuietCall } from '../../api/use-quiet-call.ts'
import { DangerDialog } from '../../ui/DangerDialog.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { TableSkeleton } from '../../ui/TableSkeleton.tsx'
import { FeedAddress } from './FeedAddress.tsx'
import { FeedFacts } from './FeedFacts.tsx'

const TITLE = 'Calendario en su teléfono o programa'
const BONES = 3

type Asked = 'again' | 'revoke'
const QUESTIONS = {
  again: {
    title: '¿Crear otra dirección?',
    text: 'La dirección de ahora dejará de servir: los programas que la leen dejarán de actualizarse hasta que les dé la nueva.',
    yes: 'Crear otra',
    fails: calls.createFeed.fails,
  },
  revoke: {
    title: '¿Revocar la dirección?',
    text: 'Los programas que la leen dejarán de actualizarse. Podrá crear otra cuando quiera.',
    yes: 'Revocar',
    fails: calls.revokeFeed.fails,
  },
} as const satisfies Record<Asked, object>

const again = (error: unknown, fails: string): string => statusNotice(error) ?? `${fails}. Vuelva a intentarlo.`

/** Making and revoking, and the address while it is shown. */
const useFeed = () => {
  const [path, setPath] = useState<string>()
  const [asked, setAsked] = useState<Asked>()
  const create = useAction(calls.createFeed, { told: (error) => asked && again(error, QUESTIONS.again.fails) })
  const revoke = useAction(calls.revokeFeed, { told: (error) => again(error, QUESTIONS.revoke.fails) })
  const busy = create.isPending || revoke.isPending
  const make = async (): Promise<void> => {
    if (busy) return
    const made = await create.mutateAsync({}).catch(() => undefined)
    if (!made) return
    setPath(made.path)
    setAsked((now) => (now === asked ? undefined : now))
  }
  const end = async (): Promise<void> => {
    const done = await revoke.mutateAsync({}).catch(() => undefined)
    if (!done) return
    setPath(undefined)
    setAsked((now) => (now === asked ? undefined : now))
  }
  const ask = (question: Asked | undefined): void => {
    create.reset()
    revoke.reset()
    setAsked(question)
  }
  return { path, asked, ask, busy, failed: create.error ?? revoke.error, make, end }
}

export const FeedDialog = ({ onClose }: { onClose: () => void }): ReactNode => {
  const { data, isError, error, refetch } = useQuietCall(calls.feed, {}, { fresh: true })
  const { path, asked, ask, busy, failed, make, end } = useFeed()
  const question = asked && QUESTIONS[asked]
  const content = () => {
    if (isError && !data) return <LoadFailure title={calls.feed.fails} error={error} onRetry={() => void refetch()} />
    if (!data) return <TableSkeleton label="Cargando la dirección" rows={BONES} columns={1} />
    return (
      <>
        <p>
          Vea los vencimientos en el calendario que ya usa (Google, Outlook, Apple u otro que lea direcciones ICS). Su
          programa la consulta solo y se actualiza sin que usted haga nada.
        </p>
        {path ? <FeedAddress path={path} /> : <FeedFacts feed={data.feed} />}
      </>
    )
  }
  const footer = data && (
    <>
      <button type="button" className="button" onClick={onClose}>
        Cerrar
      </button>
      {data.feed || path ? (
        <>
          <button type="button" className="button" onClick={() => ask('revoke')}>
            Revocar
          </button>
          <button type="button" className="button" onClick={() => ask('again')}>
            Crear otra
          </button>
        </>
      ) : (
        <button type="button" className="button button--primary" aria-disabled={busy} onClick={() => void make()}>
          {busy && <span className="spinner" aria-hidden="true" />}
          Crear dirección
        </button>
      )}
    </>
  )
  return (
    <Dialog title={TITLE} onClose={onClose} footer={footer}>
      <div className="feed stack gap-12">{content()}</div>
      {question && (
        <DangerDialog
          title={question.title}
          yes={question.yes}
          busy={busy}
          error={failed ? again(failed, question.fails) : undefined}
          onYes={() => void (asked === 'again' ? make() : end())}
          onClose={() => ask(undefined)}
        >
          {question.text}
        </DangerDialog>
      )}
    </Dialog>
  )
}
