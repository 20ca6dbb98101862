// The matching template, and what its cells mean.
import type { ImportKind } from '@padron/contract/imports'
import type { ReactNode } from 'react'
import { useUser } from '../../session/user-context.ts'
import { EmptyTemplate } from './EmptyTemplate.tsx'
import { FilledTemplate } from './FilledTemplate.tsx'
import { KIND_WORDS } from './kinds.ts'

export const TemplateCard = ({ kind }: { kind: ImportKind }): ReactNode => {
  const { country } = useUser()
  return (
    <section className="panel template stack gap-12 justify-start" aria-labelledby="template-title">
      <h2 id="template-title">Plantilla</h2>
      {kind === 'add' ? <EmptyTemplate /> : <FilledTemplate kind={kind} />}
      <ul className="template__help stack gap-4 small muted bullets">
        {KIND_WORDS[kind].help(country).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  )
}
