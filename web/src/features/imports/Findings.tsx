// What the check found besides the rows: an earlier copy of the file, the number of rows of each kind, the most
// frequent messages, and the other effects of applying it.
import type { Import, ImportCounts, ImportKind, ImportState } from '@padron/contract/imports'
import type { RowFilter } from '@padron/contract/imports/rows'
import { vehiclesText } from '@padron/contract/texts/count-of'
import { Link } from '@tanstack/react-router'
import { numberText } from '../../lib/number-text.ts'
import { useUser } from '../../session/user-context.ts'
import { StatusSign } from '../../ui/domain/StatusSign.tsx'
import { NoteList } from '../../ui/rows-grid/NoteLine.tsx'
import { isCorrectable, onDay, tilesOf } from './import-texts.ts'

const SIGNS: Partial<Record<RowFilter, 'debt' | 'warning'>> = { refused: 'debt', warned: 'warning' }

type TilesProps = { kind: ImportKind; counts: ImportCounts; show: RowFilter; onShow: (show: RowFilter) => void }

/** Each count filters the rows. */
export const Tiles = ({ kind, counts, show, onShow }: TilesProps) => (
  <ul className="tiles flex-wrap gap-8" aria-label="Filas por resultado">
    {tilesOf(counts, kind).map(({ show: of, text, count }) => {
      const sign = count > 0 && SIGNS[of]
      return (
        <li key={of}>
          <button
            type="button"
            className="tile box stack wide pad-8-12 text-start"
            aria-pressed={of === show}
            onClick={() => onShow(of)}
          >
            <span className="tile__count figures-text">{numberText(count)}</span>
            <span className="row-inline gap-6 muted">
              {sign && <StatusSign sign={sign} size={14} />}
              {text}
            </span>
          </button>
        </li>
      )
    })}
  </ul>
)

/** @param atMost number of messages shown; the rest are counted */
export const CommonNotes = ({ file, atMost }: { file: Import; atMost: number }) => {
  const { commonNotes, otherNotes } = file
  if (commonNotes.length === 0) return null
  const rest = Math.max(0, commonNotes.length - atMost) + otherNotes
  return (
    <>
      <NoteList label="Mensajes más frecuentes" notes={commonNotes.slice(0, atMost)} />
      {rest > 0 && <p className="muted">y {rest === 1 ? 'otro mensaje' : `otros ${numberText(rest)} mensajes`}.</p>}
    </>
  )
}

const TAGS_NAMED = 10

type Tense = 'does' | 'did'
const TENSES: Partial<Record<ImportState, Tense>> = {
  checked: 'does',
  refused: 'does',
  queued: 'does',
  applied: 'did',
  undoing: 'did',
}

type Verb = Readonly<Record<Tense, readonly [one: string, many: string]>>
const VERBS: Readonly<Record<'deactivated' | 'reactivated' | 'replaced', Verb>> = {
  deactivated: { does: ['se da de baja', 'se dan de baja'], did: ['se dio de baja', 'se dieron de baja'] },
  reactivated: { does: ['se reactiva', 'se reactivan'], did: ['se reactivó', 'se reactivaron'] },
  replaced: { does: ['se reemplaza', 'se reemplazan'], did: ['se reemplazó', 'se reemplazaron'] },
}
const CREATES: Readonly<Record<Tense, readonly [one: string, many: string]>> = {
  does: ['Se crea la etiqueta', 'Se crean'],
  did: ['Se creó la etiqueta', 'Se crearon'],
}

/** 'a, b y 290 más' */
const namesOf = ({ newTags, newTagCount }: Import['effects']): string => {
  const named = newTags.slice(0, TAGS_NAMED)
  const rest = newTagCount - named.length
  return `${named.join(', ')}${rest > 0 ? ` y ${numberText(rest)} más` : ''}`
}

/** An effect as a sentence. `names`: the tags that it names. */
type Effect = { text: string; names?: string }
export const effectsOf = ({ state, effects }: Pick<Import, 'state' | 'effects'>): readonly Effect[] => {
  const tense = TENSES[state]
  if (!tense) return []
  const vehicles = (['deactivated', 'reactivated', 'replaced'] as const)
    .filter((what) => effects[what] > 0)
    .map((what) => ({ text: `${vehiclesText(effects[what])} ${VERBS[what][tense][effects[what] === 1 ? 0 : 1]}` }))
  const { newTagCount } = effects
  if (newTagCount === 0) return vehicles
  const [one, many] = CREATES[tense]
  const text = newTagCount === 1 ? `${one}: ` : `${many} ${numberText(newTagCount)} etiquetas: `
  return [...vehicles, { text, names: namesOf(effects) }]
}

export const Effects = ({ file }: { file: Import }) => {
  const effects = effectsOf(file)
  if (effects.length === 0) return null
  return (
    <ul className="bullets stack gap-4" aria-label="Además">
      {effects.map(({ text, names }) => (
        <li key={text}>
          {text}
          {names && <strong>{names}</strong>}
        </li>
      ))}
    </ul>
  )
}

type Words = { did: string; means: string }
const SEEN: Words = { did: 'ya se revisó', means: 'Aquella revisión no cambió nada.' }
const WORDS: Partial<Record<ImportState, Words>> = {
  applied: {
    did: 'ya se aplicó',
    means: 'Aplicarlo otra vez no repite lo que ya está hecho: revise qué queda por cambiar.',
  },
  queued: { did: 'se está aplicando', means: 'Espere a que termine antes de aplicar este.' },
  undoing: { did: 'se está deshaciendo', means: 'Espere a que termine antes de aplicar este.' },
  undone: { did: 'ya se aplicó y después se deshizo', means: 'Aplicarlo vuelve a hacer los cambios.' },
}

const doneText = ({ counts }: Import): string =>
  counts.new === 0
    ? ': sus vehículos ya están en la flota, no hay nada que dar de alta.'
    : `; quedan por dar de alta ${vehiclesText(counts.new)} que no están en la flota.`

/** A warning that the same file was sent before: when, by whom, and the consequence for this one. */
export const SameAs = ({ file }: { file: Import }) => {
  const { zone } = useUser()
  const { sameAs } = file
  if (!sameAs) return null
  const { did, means } = WORDS[sameAs.state] ?? SEEN
  // An `add` file that was applied can only register the vehicles that the first copy left out.
  const done = file.kind === 'add' && sameAs.state === 'applied'
  const what = done ? doneText(file) : `. ${means}`
  // A button where seeing the earlier file is the main action; otherwise a link within the sentence.
  const link = (
    <Link to="." search={{ archivo: sameAs.importId } as never} {...(done && { className: 'button button--small' })}>
      Ver aquel archivo
    </Link>
  )
  return (
    <p className="notice-line flex-wrap align-top bordered rounded pad-8-12">
      <StatusSign sign="warning" size={18} />
      <span>
        Este mismo archivo {did} {onDay(sameAs.dateTime, zone)} por {sameAs.who}
        {isCorrectable(file) ? what : '.'} {!done && link}
      </span>
      {done && link}
    </p>
  )
}
