// One result of a source: its debts line by line, its sums, how to pay it, and the remarks worth reading.
import { COUNTRIES, type Country } from '@padron/contract/countries'
import { type DebtRow, noticeText, type ResourceResult } from '@padron/contract/resource-status'
import type { ReactNode } from 'react'
import type { Clock } from '../../lib/clock.ts'
import { dateTime } from '../../lib/dates.ts'
import { amountText, moneyText, NOTHING } from '../../lib/money-text.ts'
import { PAY_WORDS } from '../../lib/pay-words.ts'
import { isWebAddress } from '../../lib/web-address.ts'
import { StatusSign } from '../../ui/StatusSign.tsx'
import { PaidMark } from './PaidMark.tsx'
import { type Marked, PaymentLine, type Renewal } from './PaymentLine.tsx'

type Money = { subTotal: number | null; discount: number | null; surcharge: number | null; total: number | null }

const Amounts = ({ amounts, country }: { amounts: Money; country: Country }): ReactNode => (
  <>
    <td className="money" data-label="Importe">
      {amountText(amounts.subTotal, country)}
    </td>
    <td className="money" data-label="Descuento">
      {amountText(amounts.discount && -Math.abs(amounts.discount), country)}
    </td>
    <td className="money" data-label="Recargo">
      {amountText(amounts.surcharge, country)}
    </td>
    <td className="money money--total" data-label={`Total ${COUNTRIES[country].currency}`}>
      {amountText(amounts.total, country)}
    </td>
  </>
)

/** Of a fine by camera, when it was notified, and what the source says of prompt payment. */
const Notice = ({ row, country }: { row: DebtRow; country: Country }): ReactNode => {
  const less = row.promptPaymentDiscount
  const prompt = less ? `Por pronto pago, ${moneyText(less, country)} menos según la fuente` : ''
  const words = [noticeText(row), prompt].filter(Boolean).join('. ')
  return words && <small className="debts__since muted">{words}</small>
}

const Debts = ({ rows, result, resourceId, clock, country }: BlockProps & { rows: readonly DebtRow[] }): ReactNode => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must do so by keyboard
  <section className="debts" tabIndex={0} aria-label={`Detalle de ${result.name}`}>
    <table>
      <thead>
        <tr>
          <th scope="col">{PAY_WORDS[country].folio} y concepto</th>
          <th scope="col">Fecha</th>
          <th scope="col" className="money">
            Importe
          </th>
          <th scope="col" className="money">
            Descuento
          </th>
          <th scope="col" className="money">
            Recargo
          </th>
          <th scope="col" className="money">
            Total {COUNTRIES[country].currency}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two fines may be alike in everything, and they never move
          <tr key={i}>
            <td>
              {row.folio && <span className="debts__folio">{row.folio}</span>}
              {row.description}
              <Notice row={row} country={country} />
              {row.firstSeen && (
                <small className="debts__since muted">
                  Visto por primera vez el {dateTime(row.firstSeen, clock.zone).slice(0, 10)}
                </small>
              )}
              <PaidMark row={row} resourceId={resourceId} clock={clock} />
            </td>
            <td className={row.dateTime ? 'debts__date' : 'debts__date--none'}>
              {row.dateTime ? dateTime(row.dateTime, clock.zone) : NOTHING}
            </td>
            <Amounts amounts={{ ...row, discount: row.discountsSum, surcharge: row.surchargesSum }} country={country} />
          </tr>
        ))}
      </tbody>
      {rows.length > 1 && result.total !== null && (
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>
              Suma según la fuente
            </th>
            <Amounts amounts={result} country={country} />
          </tr>
        </tfoot>
      )}
    </table>
  </section>
)

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
        <p className="result__name">
          {name}
          {rows.length === 0 && <strong>{moneyText(total, country)}</strong>}
        </p>
      )}
      {rows.length > 0 && <Debts rows={rows} result={result} resourceId={resourceId} clock={clock} country={country} />}
      {sumMismatch && (
        <p className="result__flag">
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
              <dt>{label}</dt>
              <dd>{dateTime(value, clock.zone)}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}
