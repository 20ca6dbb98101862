// The rules that raise an alarm. Pure: figures in, sentences out. A rule with too few answers or days returns undefined
// and leaves an open alarm open. Every company reads the sentences, so they contain counts and our own words and
// nothing from an answer.

/** Hard: answers are being lost now. Soft: they may be wrong. */
export const ALARM_KINDS = {
  credit: { hard: true, name: 'Sin saldo' },
  drift: { hard: true, name: 'La fuente cambió su respuesta' },
  share: { hard: false, name: 'Respuestas limpias fuera de lo habitual' },
  silence: { hard: false, name: 'Nada por pagar donde suele haberlo' },
  fields: { hard: false, name: 'Campos nuevos en la respuesta' },
  sums: { hard: false, name: 'Sumas que no cuadran' },
} as const
export type AlarmKind = keyof typeof ALARM_KINDS

export type SourceFigures = {
  /** The contract of its portal has no credit. */
  hasNoCredit: boolean
  /** The connector is queried once an hour because its answers are not understood. */
  isPaused: boolean
  /** Of the last twenty runs: how many there were, and how many vehicles drifted. */
  drift: { runs: number; vehicles: number }
  /** Of the last 24 hours. */
  good: number
  mismatches: number
  debts: number
  clear: number
  /** Answers since the last one with a debt. */
  streak: number
  unknown: readonly string[]
  /** Full days before today. */
  days: readonly { debts: number; clear: number }[]
}
/** `detail` null: the alarm does not hold. */
export type Verdict = { kind: AlarmKind; detail: string | null }

const DRIFTED = 5
const DAYS_AT_LEAST = 10
const RUNS_A_DAY = 50
const SIGMAS = 3
const UNLIKELY = 0.001
const SUMS_SHARE = 0.02

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`

/** Mean and deviation of the daily share of clear answers; undefined with too few days. */
const usual = (days: SourceFigures['days']): { mean: number; sigma: number } | undefined => {
  const shares = days.flatMap(({ debts, clear }) => (debts + clear >= RUNS_A_DAY ? [clear / (debts + clear)] : []))
  if (shares.length < DAYS_AT_LEAST) return undefined
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length
  const variance = shares.reduce((sum, share) => sum + (share - mean) ** 2, 0) / (shares.length - 1)
  return { mean, sigma: Math.sqrt(variance) }
}

type AlarmRule = (figures: SourceFigures) => string | null | undefined

const credit: AlarmRule = ({ hasNoCredit }) =>
  hasNoCredit
    ? 'Sin saldo: el saldo del contrato con la fuente se agotó. Se le pregunta una vez por hora hasta que haya.'
    : null

const drift: AlarmRule = ({ drift: { runs, vehicles }, isPaused }) => {
  if (isPaused)
    return (
      'La fuente cambió su respuesta y cada consulta cuesta: se pregunta por un vehículo cada hora hasta ' +
      'que se revise.'
    )
  if (runs === 0) return undefined
  if (vehicles < DRIFTED) return null
  return `De las últimas ${runs} consultas, las de ${vehicles} vehículos tuvieron una respuesta que no se pudo leer.`
}

/** Small samples vary by chance: sigma is at least the standard error for today's number of answers. */
const share: AlarmRule = ({ debts, clear, days }) => {
  const normal = usual(days)
  const answers = debts + clear
  if (!normal || answers < RUNS_A_DAY) return undefined
  const { mean } = normal
  const chance = Math.sqrt((mean * (1 - mean)) / answers)
  const sigma = Math.max(normal.sigma, chance, 1 / answers)
  if (Math.abs(clear / answers - mean) <= SIGMAS * sigma) return null
  return (
    `El ${percent(clear / answers)} de las respuestas del último día no tiene nada por pagar; lo habitual es el ` +
    `${percent(mean)} (±${percent(sigma)}).`
  )
}

const silence: AlarmRule = ({ streak, days }) => {
  const normal = usual(days)
  if (!normal) return undefined
  if (streak < RUNS_A_DAY || normal.mean ** streak >= UNLIKELY) return null
  return (
    `Las últimas ${streak} respuestas no traen nada por pagar; lo habitual es que el ` +
    `${percent(1 - normal.mean)} lo traiga.`
  )
}

const NAMES_LISTED = 10
const FIELD_NAME = /^[A-Za-z_][\w.[\]]{0,60}$/
/** Capitals with digits, or digits in a row: possibly a plate, VIN or folio in place of a name. */
const IDENTIFIES = (piece: string): boolean => /\d\d/.test(piece) || (/\d/.test(piece) && !/[a-z]/.test(piece))
const isFieldName = (name: string): boolean => FIELD_NAME.test(name) && !name.split(/[.[\]]+/).some(IDENTIFIES)

/** A source may use data or a whole sentence as a key: keys that do not look like field names are only counted. */
const fields: AlarmRule = ({ unknown }) => {
  if (unknown.length === 0) return null
  const listed = unknown.slice(0, NAMES_LISTED)
  const named = listed.filter(isFieldName)
  const more = unknown.length > NAMES_LISTED
  const hidden = listed.length - named.length
  if (named.length === 0) {
    if (more) return `La respuesta trae más de ${NAMES_LISTED} campos que no se conocían.`
    return `La respuesta trae ${hidden} ${hidden === 1 ? 'campo que no se conocía' : 'campos que no se conocían'}.`
  }
  const unnamed = hidden > 0 ? ` y ${hidden} más cuyo nombre no se muestra` : ''
  return `La respuesta trae campos que no se conocían: ${named.join(', ')}${more ? ' y otros' : unnamed}.`
}

const sums: AlarmRule = ({ good, mismatches }) => {
  if (good < RUNS_A_DAY) return undefined
  if (mismatches / good <= SUMS_SHARE) return null
  return `En el ${percent(mismatches / good)} de las respuestas del último día el total no es la suma de sus filas.`
}

const ALARM_RULES: Readonly<Record<AlarmKind, AlarmRule>> = { credit, drift, share, silence, fields, sums }

/** Evaluates all rules for a connector; kinds without enough data are left out. */
export const evaluateAlarms = (figures: SourceFigures): Verdict[] =>
  (Object.keys(ALARM_RULES) as AlarmKind[]).flatMap((kind) => {
    const detail = ALARM_RULES[kind](figures)
    return detail === undefined ? [] : [{ kind, detail }]
  })
