// Rules of payment as the code declares them: which debts get cheaper until when, and which stand in the way of which
// procedure. A dated table with the source of each. They inform and advise nobody: what binds is what the authority
// publishes.
import type { Country } from '@padron/contract/countries'

/** Until so many days after that of the debt, so much less. */
type Step = { days: number; percent: number }
type Common = {
  key: string
  country: Country
  title: string
  /** Of the vehicles; absent: the whole country. */
  states?: readonly number[]
  /** Kinds of debt. */
  types: readonly number[]
  says: string
  from?: string
  to?: string
  source: string
  sourceDate: string
  note?: string
  /** Its sources say otherwise, or are not enough. */
  disagreement?: string
}
type Discount = Common & {
  kind: 'discount'
  /** The soonest first; each but the last is followed by the next. */
  steps: readonly Step[]
  days?: 'business'
  /** Whose day the days follow; absent: that of the debt. */
  countsFrom?: 'notification'
  /** Only debts that their source says are by camera, or only those of which it does not; absent: all. */
  electronic?: boolean
  /** Where other sources count the days otherwise, so that they end later: both ends are shown. */
  otherReading?: { days: 'calendar' | 'business'; says: string; source: string; sourceDate: string }
  /**
   * Words, folded, one of which the description must have; of `electronic: true`, where the source does not say it
   * otherwise.
   */
  only?: readonly string[]
  /** Words, folded, none of which the description or the source's name may have. */
  except?: readonly string[]
}
type Blocks = Common & { kind: 'blocks' }
export type DeclaredPaymentRule = Discount | Blocks

const CDMX = 9
const JALISCO = 14
const EDOMEX = 15

const TENENCIA = 0
const FINES = 1
const ENVIRONMENT = 7
const REFRENDO = 8
const CDMX_FINES = 9
const COMPARENDOS = 13

const CAMERAS_MX = ['fotocivica', 'fotoinfraccion', 'fotomulta', 'camara', 'radar'] as const
const CAMERAS_CO = ['fotodetec', 'fotomulta', 'electronic', 'camara'] as const
const BY_THE_RULE = 'El ahorro es el que resulta de la regla; donde la fuente da un descuento, se parte del suyo.'
const UNO_TV = 'UnoTV (2026-01-13) dice que no impide verificar: las fuentes no coinciden.'

/** In the order in which they are shown. */
export const PAYMENT_RULES: readonly DeclaredPaymentRule[] = [
  {
    key: 'descuento-multas-cdmx',
    kind: 'discount',
    country: 'MX',
    title: 'Descuento por pronto pago de multas de tránsito de la Ciudad de México',
    types: [CDMX_FINES],
    steps: [
      { days: 10, percent: 90 },
      { days: 30, percent: 50 },
    ],
    except: [...CAMERAS_MX, 'parquimetro', 'ambiental'],
    says: '90 % hasta 10 días después de la multa y 50 % hasta 30 días después.',
    source: 'Reglamento de Tránsito de la Ciudad de México, según prensa de 2025 y 2026 (El Universal, Infobae, UnoTV)',
    sourceDate: '2026-01-01',
    note:
      'Para placas de cualquier estado. No aplica a fotocívicas ni otras multas de cámara, parquímetros ' +
      'o sanciones ' +
      `ambientales. ${BY_THE_RULE}`,
  },
  {
    key: 'descuento-multas-edomex',
    kind: 'discount',
    country: 'MX',
    title: 'Descuento por pronto pago de multas de tránsito del Estado de México',
    states: [EDOMEX],
    types: [FINES],
    steps: [
      { days: 0, percent: 70 },
      { days: 14, percent: 50 },
    ],
    says: '70 % el mismo día y 50 % hasta 14 o 15 días después.',
    source: 'Prensa de 2025 y 2026',
    sourceDate: '2026-01-01',
    disagreement: 'Unas fuentes dan el 50 % hasta el día 14 y otras hasta el 15: no coinciden.',
  },
  {
    key: 'descuento-comparendos',
    kind: 'discount',
    country: 'CO',
    title: 'Descuento por pronto pago de comparendos',
    types: [COMPARENDOS],
    steps: [
      { days: 5, percent: 50 },
      { days: 20, percent: 25 },
    ],
    days: 'business',
    electronic: false,
    except: CAMERAS_CO,
    says: '50 % hasta 5 días hábiles después del comparendo y 25 % hasta 20, con el curso sobre normas de tránsito.',
    source: 'Artículo 136 de la Ley 769 de 2002, según El Tiempo',
    sourceDate: '2026-01-01',
    note:
      'Exige el curso. No aplica a los que la fuente dice que son de fotodetección. Donde no lo dice, ' +
      'un comparendo ' +
      `de cámara tendría más plazo que este. ${BY_THE_RULE}`,
  },
  {
    key: 'descuento-fotodeteccion',
    kind: 'discount',
    country: 'CO',
    title: 'Descuento por pronto pago de comparendos de fotodetección',
    types: [COMPARENDOS],
    steps: [
      { days: 11, percent: 50 },
      { days: 26, percent: 25 },
    ],
    countsFrom: 'notification',
    electronic: true,
    only: CAMERAS_CO,
    says: '50 % hasta 11 días después de la notificación y 25 % hasta 26, con el curso sobre normas de tránsito.',
    source: 'Secretaría de Movilidad de Santander de Quilichao (camarassalvavidasquilichao.com/curso-vial)',
    sourceDate: '2026-11-26',
    otherReading: {
      days: 'business',
      says: '50 % hasta 11 días hábiles después de la notificación y 25 % hasta 26 días hábiles.',
      source: 'Semana (2025-09-19 y 2025-11-11)',
      sourceDate: '2025-11-11',
    },
    note:
      'Exige el curso, y sólo se calcula donde la fuente da la fecha de notificación. Unas fuentes ' +
      'cuentan días del ' +
      `calendario y otras días hábiles: el plazo seguro es el que termina antes. ${BY_THE_RULE}`,
  },
  {
    key: 'verificacion-cdmx-multas',
    kind: 'blocks',
    country: 'MX',
    title: 'Verificación vehicular de la Ciudad de México',
    states: [CDMX],
    types: [FINES, CDMX_FINES, ENVIRONMENT],
    says: 'No se verifica un vehículo con multas de tránsito o sanciones ambientales sin pagar.',
    from: '2026-01-01',
    to: '2026-12-31',
    source:
      'Sedema, según Infobae (2025-03-27), El Mañana (2025-06-25), De Cero a Cien (2025-09-15) y La Silla Rota ' +
      '(2023-08-01)',
    sourceDate: '2025-09-15',
    note: 'Por el programa de 2026. No distingue vehículos exentos de verificar.',
  },
  {
    key: 'verificacion-cdmx-tenencia',
    kind: 'blocks',
    country: 'MX',
    title: 'Verificación vehicular de la Ciudad de México, por tenencia o refrendo',
    states: [CDMX],
    types: [TENENCIA, REFRENDO],
    says: 'No se verifica un vehículo con adeudo de tenencia o refrendo.',
    from: '2026-01-01',
    to: '2026-12-31',
    source: 'El Mañana (2025-06-25), De Cero a Cien (2025-09-15) e Infobae (2026-01-14)',
    sourceDate: '2026-01-14',
    disagreement: UNO_TV,
  },
  {
    key: 'verificacion-edomex-tenencia',
    kind: 'blocks',
    country: 'MX',
    title: 'Verificación vehicular del Estado de México, por tenencia o refrendo',
    states: [EDOMEX],
    types: [TENENCIA, REFRENDO],
    says: 'No se verifica un vehículo con adeudo de tenencia o refrendo.',
    from: '2026-01-01',
    to: '2026-12-31',
    source: 'Teoloyuquenses (2025-05-18) e Informador (2025-08-25)',
    sourceDate: '2025-08-25',
    disagreement: UNO_TV,
  },
  {
    key: 'refrendo-cdmx-subsidio',
    kind: 'blocks',
    country: 'MX',
    title: 'Refrendo de la Ciudad de México con subsidio de la tenencia',
    states: [CDMX],
    types: [TENENCIA],
    says: 'Con adeudos de tenencia de años anteriores no hay subsidio: se paga la tenencia completa.',
    from: '2026-01-01',
    to: '2026-03-31',
    source: 'Infobae (2026-01-14) y TV Azteca (2026)',
    sourceDate: '2026-01-14',
    disagreement: 'Infobae exige también no tener multas y TV Azteca no: las fuentes no coinciden.',
  },
  {
    key: 'refrendo-jalisco-multas',
    kind: 'blocks',
    country: 'MX',
    title: 'Refrendo anual de Jalisco',
    states: [JALISCO],
    types: [FINES],
    says: 'No se paga el refrendo sin pagar antes las multas del vehículo.',
    source: 'Informador (2022-07-17)',
    sourceDate: '2022-07-17',
    disagreement: 'Lo dice una sola fuente, de 2022, y ninguna posterior lo confirma.',
  },
]
