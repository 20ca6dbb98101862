// One stored email: its headers, its files and its content, as HTML in a sandboxed frame or as plain text.
import type { Reply } from '@padron/contract/call'
import { NOTICES } from '@padron/contract/common'
import { mailbox } from '@padron/contract/mailbox'
import { useEffect, useMemo, useRef, useState } from 'react'
import { statusOf } from '../../api/api-error.ts'
import { useQuietCall } from '../../api/use-call.ts'
import { dateInText } from '../../lib/dates.ts'
import { downloadFrom } from '../../lib/download.ts'
import { emailPage } from '../../lib/email-page.ts'
import { sizeText } from '../../lib/size-text.ts'
import { useUser } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { LoadFailure } from '../../ui/list/LoadFailure.tsx'
import { Message } from '../../ui/Message.tsx'
import { TableSkeleton } from '../../ui/table/TableSkeleton.tsx'

type Content = Reply<typeof mailbox.read>
type Header = Content['headers'][number]

const HEADER_NAMES: Readonly<Record<string, string>> = {
  From: 'De',
  To: 'Para',
  'Reply-To': 'Responder a',
  Date: 'Fecha',
}

const HeaderList = ({ headers }: { headers: readonly Header[] }) => (
  <dl className="email__headers stack gap-2 small">
    {headers.map(([name, value]) => (
      <div className="stack gap-12" key={name}>
        <dt className="muted break">{name}</dt>
        <dd className="break">{value}</dd>
      </div>
    ))}
  </dl>
)

/** Sender, recipients and date in Spanish; the original headers are collapsed. */
const Headers = ({ headers }: Pick<Content, 'headers'>) => {
  const { zone } = useUser()
  const translated = Object.entries(HEADER_NAMES).flatMap(([header, name]): Header[] =>
    headers
      .filter(([each]) => each === header)
      .map(([, value]) => [name, header === 'Date' ? dateInText(new Date(value).toISOString(), zone) : value]),
  )
  return (
    <>
      <HeaderList headers={translated} />
      <details className="email__raw">
        <summary className="small muted">Encabezados</summary>
        <HeaderList headers={headers} />
      </details>
    </>
  )
}

/** The files of the email: attached, or as links that expire. */
const Files = ({ files }: Pick<Content, 'files'>) =>
  files.length > 0 && (
    <ul className="email__files stack gap-6 soft rounded pad-8-12" aria-label="Archivos">
      {files.map(({ name, size, attached, fileUrl }) => (
        <li className="row-wrap" key={name}>
          <Icon name="file" size={16} />
          <span className="break narrow">{name}</span>
          <span className="muted">
            {sizeText(size)}, {attached ? 'adjunto' : 'como enlace'}
          </span>
          {fileUrl ? (
            <Button
              label="Descargar"
              sends
              small
              icon="download"
              iconSize={16}
              about={name}
              onClick={() => downloadFrom(fileUrl)}
            />
          ) : (
            <span className="muted">Ya no se puede abrir</span>
          )}
        </li>
      ))}
    </ul>
  )

const WAYS = [
  { isHtml: true, name: 'Como se ve' },
  { isHtml: false, name: 'Solo texto' },
] as const

const Body = ({ subject, html, text }: Content) => {
  const [way, setWay] = useState<(typeof WAYS)[number]>(WAYS[0])
  const page = useMemo(() => emailPage(html), [html])
  return (
    <>
      <fieldset className="flex gap-16">
        <legend className="visually-hidden">Cómo se muestra</legend>
        {WAYS.map((one) => (
          <label key={one.name} className="check">
            <input type="radio" name="way" checked={way === one} onChange={() => setWay(one)} />
            {one.name}
          </label>
        ))}
      </fieldset>
      {way.isHtml ? (
        <iframe
          title={`Correo: ${subject}`}
          className="email__frame wide bordered rounded"
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          srcDoc={page}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable box must be reachable by keyboard
          tabIndex={0}
        />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable box must be reachable by keyboard
        <pre className="email__text break bordered rounded scroll pad-12" tabIndex={0}>
          {text}
        </pre>
      )}
    </>
  )
}

/** @param alone whether it replaces the list, as on a phone; it then takes the focus */
export const Email = ({ mailId, alone }: { mailId: string; alone: boolean }) => {
  const { data, isError, error, refetch } = useQuietCall(mailbox.read, { params: { mailId } })
  const heading = useRef<HTMLHeadingElement>(null)
  const here = data !== undefined
  useEffect(() => {
    if (alone && here) heading.current?.focus()
  }, [alone, here])
  if (isError && !data)
    return statusOf(error) === 404 ? (
      <Message title={NOTICES[404]} detail="Este correo ya no está: elija otro de la lista." />
    ) : (
      <LoadFailure title={mailbox.read.fails} query={{ error, refetch }} />
    )
  if (!data) return <TableSkeleton label="Cargando el correo" rows={6} columns={1} />
  return (
    <article className="email stack gap-12">
      <h2 ref={heading} tabIndex={-1} className="break">
        {data.subject}
      </h2>
      <Headers headers={data.headers} />
      <Files files={data.files} />
      <Body {...data} />
    </article>
  )
}
