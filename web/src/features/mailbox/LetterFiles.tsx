// What travels with a letter: attached, or as a link in it that ends.
import type { Reply } from '@padron/contract/call'
import type { mailbox } from '@padron/contract/mailbox'
import type { ReactNode } from 'react'
import { downloadFrom } from '../../lib/download.ts'
import { sizeText } from '../../lib/size-text.ts'
import { Icon } from '../../ui/icons.tsx'

type Files = Reply<typeof mailbox.read>['files']

export const LetterFiles = ({ files }: { files: Files }): ReactNode =>
  files.length > 0 && (
    <ul className="letter__files stack gap-6 soft rounded pad-8-12" aria-label="Archivos">
      {files.map(({ name, size, attached, fileUrl }) => (
        <li className="row-wrap" key={name}>
          <Icon name="file" size={16} />
          <span className="break narrow">{name}</span>
          <span className="muted">
            {sizeText(size)}, {attached ? 'adjunto' : 'como enlace'}
          </span>
          {fileUrl ? (
            <button type="button" className="button button--small" onClick={() => downloadFrom(fileUrl)}>
              <Icon name="download" size={16} />
              Descargar<span className="visually-hidden"> {name}</span>
            </button>
          ) : (
            <span className="muted">Ya no se puede abrir</span>
          )}
        </li>
      ))}
    </ul>
  )
