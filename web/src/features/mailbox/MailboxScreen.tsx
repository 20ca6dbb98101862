// "Buzón local": the emails of a demo company, which are stored instead of sent, and the open one; on a phone one or
// the other. With a mail server, or for another company, it says so.
import { EMAILS_A_PAGE, mailbox } from '@padron/contract/mailbox'
import { countOf } from '@padron/contract/texts/count-of'
import { Link } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'
import { useCall } from '../../api/use-call.ts'
import { useConfig } from '../../api/use-config.ts'
import { useNow } from '../../api/use-now.ts'
import { useSearchState } from '../../lib/search-params.ts'
import { PHONE, useMedia } from '../../lib/use-media.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useClock } from '../../session/use-clock.ts'
import { useUser } from '../../session/user-context.ts'
import { Icon } from '../../ui/icons.tsx'
import { LoadFailure } from '../../ui/list/LoadFailure.tsx'
import { RefreshButton } from '../../ui/list/RefreshButton.tsx'
import { Message } from '../../ui/Message.tsx'
import { PrintLine } from '../../ui/PrintLine.tsx'
import { Pagination } from '../../ui/table/Pagination.tsx'
import { TableSkeleton } from '../../ui/table/TableSkeleton.tsx'
import '../../ui/listing.css'
import { Email } from './Email.tsx'
import { EmailList } from './EmailList.tsx'
import '../../ui/page.css'
import './mailbox.css'
import { MAILBOX_TITLE, MailboxSearch } from './search.ts'

const ABOUT = 'Esta instalación no tiene servidor de correo: lo que enviaría se guarda aquí y no llega a nadie.'

/** On a phone, focuses the email that was open when the user returns to the list. */
const useFocusBack = (list: RefObject<HTMLElement | null>, phone: boolean, correo: string | undefined): void => {
  const last = useRef(correo)
  useEffect(() => {
    const was = last.current
    last.current = correo
    if (phone && was && !correo) list.current?.querySelector<HTMLElement>(`[data-email="${was}"]`)?.focus()
  }, [list, phone, correo])
}

/** The list of emails, and the open one beside it. */
export const Emails = () => {
  const phone = useMedia(PHONE)
  const clock = useClock()
  const [{ page = 1, correo }, setSearch] = useSearchState(MailboxSearch)
  const listElement = useRef<HTMLElement>(null)
  useFocusBack(listElement, phone, correo)
  const list = useCall(mailbox.list, { query: { page: `${page}` } }, { keep: true })
  const total = list.data?.total
  const last = Math.max(1, Math.ceil((total ?? 0) / EMAILS_A_PAGE))
  const beyond = total !== undefined && !list.isPlaceholderData && page > last
  useEffect(() => {
    if (beyond) setSearch({ page: last === 1 ? undefined : last }, { replace: true })
  }, [beyond, last, setSearch])

  const content = () => {
    if (list.isError && !list.data) return <LoadFailure title={mailbox.list.fails} query={list} />
    if (!list.data) return <TableSkeleton label="Cargando correos" rows={8} columns={1} />
    if (!total)
      return (
        <Message
          title="Sin correos"
          detail={
            'Aquí aparecen los reportes, avisos y pruebas que se pidan; por ejemplo, «Enviar prueba a mi correo» en ' +
            'Reportes programados.'
          }
        />
      )
    return (
      <div className="mailbox__both stack gap-16 align-start">
        {!(phone && correo) && (
          <div className="mailbox__list stack gap-8 narrow" data-waiting={list.isPlaceholderData}>
            <EmailList
              ref={listElement}
              emails={list.data.letters}
              open={correo}
              clock={clock}
              onOpen={(mailId) => setSearch({ correo: mailId }, { replace: true })}
            />
            <Pagination
              page={page}
              pageSize={EMAILS_A_PAGE}
              total={total}
              narrow
              onPage={(next) => setSearch({ page: next === 1 ? undefined : next })}
            />
          </div>
        )}
        {!(phone && !correo) && (
          <section className="mailbox__right box narrow pad-16" aria-label="Correo elegido">
            {phone && (
              <Link
                to="."
                search={((before: object) => ({ ...before, correo: undefined })) as never}
                className="mailbox__back row-inline gap-4"
              >
                <Icon name="left" size={16} />
                Todos los correos
              </Link>
            )}
            {correo ? <Email key={correo} mailId={correo} alone={phone} /> : <Message title="Elija un correo" />}
          </section>
        )}
      </div>
    )
  }
  return (
    <>
      <header className="listing__head row-wrap gap-4-12 mailbox__head">
        <h1>{MAILBOX_TITLE}</h1>
        <p className="listing__total muted" role="status">
          {total === undefined ? '' : countOf(total, 'correo', 'correos')}
        </p>
        <RefreshButton list={list} row={mailbox.list} />
      </header>
      <p className="measure muted">{ABOUT}</p>
      {content()}
    </>
  )
}

const SENDS =
  'Esta instalación envía sus correos con un servidor de correo. Cómo le fue a cada uno se ve en las entregas ' +
  'de su trabajo.'
const ONLY_DEMO =
  'Los correos guardados solo se muestran en una empresa de demostración. Cómo le fue a cada uno se ve en las ' +
  'entregas de su trabajo.'

export const MailboxScreen = () => {
  useTitle(MAILBOX_TITLE)
  const now = useNow()
  const config = useConfig()
  const { demo } = useUser()
  const whyNot = config && (config.mail ? SENDS : !demo && ONLY_DEMO)
  return (
    <div className="page mailbox flex column gap-10 wide">
      <PrintLine now={now} />
      {config && !whyNot && <Emails />}
      {whyNot && (
        <>
          <h1>{MAILBOX_TITLE}</h1>
          <Message title="Aquí no hay correos guardados" detail={whyNot} />
        </>
      )}
      {!config && <TableSkeleton label="Cargando" rows={8} columns={1} />}
    </div>
  )
}
