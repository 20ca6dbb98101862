// One result of a source: its debts line by line, its sums, how to pay it, and the remarks worth reading.
import { COUNTRIES, type Country } from '@padron/contract/countries'
import { type DebtRow, noticeText, type ResourceResult } from '@padron/contract/resource-status'
import type { ReactNode } from 'react'
import type { Clock } from '../../lib/clock.ts'
import { dateTime } from '../../lib/dates.ts'
import { amountText, moneyText, NOTHING } from '../../lib/money-text.ts'
import { PAY_WORDS } from '../../lib/pay-words.ts'
import { isWebAddress } from '../../lib/web-address.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { StatusSign } from '../../ui/StatusSign.tsx'
import type { Column } from '../../ui/table-column.ts'
import { PaidMark } from './PaidMark.tsx'
import { type Marked, PaymentLine, type Renewal } from './PaymentLine.tsx'

type Amounts = Pick<ResourceResult, 'subTotal' | 'discount' | 'surcharge' | 'total'>

const AMOUNTS = [
  { key: 'subTotal', title: () => 'Importe' },
  { key: 'discount', title: () => 'Descuento' },
  { key: 'surcharge', title: () => 'Recargo' },
  { key: 'total', title: (country: Country) => `Total ${COUNTRIES[country].currency}` },
] as const

const amountOf = (amounts: Amounts, key: keyof Amounts, country: Country): string =>
  amountText(key === 'discount' ? amounts.discount && -Math.abs(amounts.discount) : amounts[key], country)

/** Of a fine by camera, when it was notified, and what the source says of prompt payment. */
const Notice = ({ row, country }: { row: DebtRow; country: Country }): ReactNode => {
  const less = row.promptPaymentDiscount
  const prompt = less ? `Por pronto pago, ${moneyText(less, country)} menos según la fuente` : ''
  const words = [noticeText(row), prompt].filter(Boolean).join('. ')
  return words && <small className="debts__since block muted">{words}</small>
}

const columnsOf = ({ resourceId, clock, country }: BlockProps): readonly Column<DebtRow>[] => [
  {
    key: 'debt',
    title: `${PAY_WORDS[country].folio} y concepto`,
    cell: (row) => (
      <>
        {row.folio && <span className="strong block">{row.folio}</span>}
        {row.description}
        <Notice row={row} country={country} />
        {row.firstSeen && (
          <small className="debts__since block muted">
            Visto por primera vez el {dateTime(row.firstSeen, clock.zone).slice(0, 10)}
          </small>
        )}
        <PaidMark row={row} resourceId={resourceId} clock={clock} />
      </>
    ),
  },
  {
    key: 'date',
    title: 'Fecha',
    cell: (row) => (
      <span className={row.dateTime ? 'nowrap' : 'debts__date--none'}>
        {row.dateTime ? dateTime(row.dateTime, clock.zone) : NOTHING}
      </span>
    ),
  },
  ...AMOUNTS.map(
    ({ key, title }): Column<DebtRow> => ({
      key,
      title: title(country),
      kind: 'money',
      ...(key === 'total' && { className: 'money--total' }),
      cell: (row) => amountOf({ ...row, discount: row.discountsSum, surcharge: row.surchargesSum }, key, country),
    }),
  ),
]

const Debts = ({ rows, ...props }: BlockProps & { rows: readonly DebtRow[] }): ReactNode => {
  const { result, country } = props
  const hasSum = rows.length > 1 && result.total !== null
  return (
    <DataTable
      box="debts"
      className="table"
      labels
      caption={`Detalle de ${result.name}`}
      columns={columnsOf(props)}
      rows={rows}
      // Two fines may be alike in everything, and they never move.
      keyOf={(row) => rows.indexOf(row)}
      footer={
        hasSum
          ? {
              title: 'Suma según la fuente',
              cells: Object.fromEntries(AMOUNTS.map(({ key }) => [key, amountOf(result, key, country)])),
            }
          : undefined
      }
    />
  )
}

type BlockProps = { result: ResourceResult; resourceId: number; clock: Clock; country: Country }
type Props = BlockProps & { renewal: Renewal; marked: Marked | undefined }

export const ResultBlock = ({ result, resourceId, renewal, marked, clock, country }: Props): ReactNode => {
  const { name, total, paymentLine, paymentLineDueDate, pdfUrl, sumMismatch } = result
  // What the line pays when it is more than this result: told with the line, not after it.
  const covers = result.notes?.find(({ label }) => label === 'Línea de captura')?.value
  const notes = result.notes?.filter(({ label }) => label !== 'Línea de captura') ?? []
  const rows = [...result.scrapedTickets, ...result.scrapedTenencias, ...result.scrapedRefrendo]
  return (
    <div className="result">
      {(rows.length > 0 || (total !== null && total !== 0)) && (
        <p className="flex gap-12 between strong">
          {name}
          {rows.length === 0 && <strong>{moneyText(total, country)}</strong>}
        </p>
      )}
      {rows.length > 0 && <Debts rows={rows} result={result} resourceId={resourceId} clock={clock} country={country} />}
      {sumMismatch && (
        <p className="result__flag warning-text">
          <StatusSign sign="warning" size={14} /> El total que dio la fuente no es la suma de sus importes; se muestra
          como lo dio.
        </p>
      )}
      {paymentLine && (
        <PaymentLine
          line={paymentLine}
          due={paymentLineDueDate}
          covers={covers}
          renewal={renewal}
          marked={marked}
          clock={clock}
          country={country}
        />
      )}
      {pdfUrl && isWebAddress(pdfUrl) && (
        <p>
          <a href={pdfUrl} target="_blank" rel="noopener noreferrer">
            Formato de pago (PDF)
          </a>
        </p>
      )}
      {notes.length > 0 && (
        <dl className="facts">
          {notes.map(({ label, value }) => (
            <div key={label}>
              <dt className="tiny muted">{label}</dt>
              <dd className="break">{dateTime(value, clock.zone)}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}
