// One result of a source: its debts, its sums, how to pay it, and its notes.
import { COUNTRIES, type Country } from '@padron/contract/places/countries'
import {
  type DebtRow,
  noticeText,
  type ResourceResult,
  resourceStatus,
  unpricedText,
} from '@padron/contract/resource-status'
import type { UnitValue } from '@padron/contract/rules/official-rules'
import { numberText } from '@padron/contract/texts/count-of'
import { PAY_WORDS } from '@padron/contract/texts/payment-labels'
import type { ComponentProps } from 'react'
import { notify } from '../../api/notify.ts'
import { useAction } from '../../api/use-action.ts'
import { dateInText, dayInText } from '../../lib/dates.ts'
import { amountText, moneyText, NOTHING } from '../../lib/money-text.ts'
import { sinceText } from '../../lib/relative-time.ts'
import { isWebAddress } from '../../lib/web-address.ts'
import { useCan } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'
import { StatusSign } from '../../ui/domain/StatusSign.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import type { Column } from '../../ui/table/table-column.ts'
import { AppealLine } from './AppealLine.tsx'
import { listDebtRows, PaymentLine } from './PaymentLine.tsx'
import { useVehicle } from './vehicle-context.ts'

type Amounts = Pick<ResourceResult, 'subTotal' | 'discount' | 'surcharge' | 'total'>

const AMOUNTS = [
  { key: 'subTotal', title: () => 'Importe' },
  { key: 'discount', title: () => 'Descuento' },
  { key: 'surcharge', title: () => 'Recargo' },
  { key: 'total', title: (country: Country) => `Total ${COUNTRIES[country].currency}` },
] as const

const amountOf = (amounts: Amounts, key: keyof Amounts, country: Country): string =>
  amountText(key === 'discount' ? amounts.discount && -Math.abs(amounts.discount) : amounts[key], country)

type MarkProps = { row: DebtRow; resourceId: number }

const MarkButton = ({ row: { debtKey = '', folio, description, markedPaid }, resourceId }: MarkProps) => {
  const { vehicleAssetId } = useVehicle()
  const args = (paid: boolean) => ({ params: { vehicleId: `${vehicleAssetId}` }, body: { resourceId, debtKey, paid } })
  const { mutate, isPending } = useAction(resourceStatus.markPaid, {
    onSuccess: ({ message }, { body: { paid } }) =>
      notify('done', message, paid ? { action: { label: 'Deshacer', run: () => mutate(args(false)) } } : {}),
  })
  return (
    <Button
      label={markedPaid ? 'Quitar marca' : 'Marcar como pagado'}
      sends
      kind="link"
      className="small"
      off={isPending}
      aria-label={`${markedPaid ? 'Quitar marca de pago de' : 'Marcar como pagado'} ${folio ?? description}`}
      onClick={() => mutate(args(!markedPaid))}
    />
  )
}

/** 'Pagado, en espera': a user marked the debt as paid. It stays owed until its source reports otherwise. */
const PaidMark = ({ row, resourceId }: MarkProps) => {
  const { now, zone } = useVehicle().clock
  const marks = useCan('vehicles_edit') && row.debtKey
  const { markedPaid } = row
  if (!markedPaid && !marks) return null
  return (
    <span className="paid row-wrap">
      {markedPaid && (
        <>
          <span className="paid__mark tiny" title={dateInText(markedPaid.dateTime, zone)}>
            Pagado, en espera
          </span>
          <small className="muted">{sinceText(`lo marcó ${markedPaid.who}`, markedPaid.dateTime, now, zone)}</small>
        </>
      )}
      {marks && <MarkButton row={row} resourceId={resourceId} />}
    </span>
  )
}

/** For a camera fine: when it was notified, and what the source says about prompt payment. */
const noticeOf = (row: DebtRow, country: Country): string => {
  const less = row.promptPaymentDiscount
  const prompt = less ? `Por pronto pago, ${moneyText(less, country)} menos según la fuente` : ''
  return [noticeText(row), prompt].filter(Boolean).join('. ')
}

/** '10 UMA de $117.31', if the unit's value on that day is known. */
const statedText = (
  { units: count, unit, dateTime, total }: DebtRow,
  values: readonly UnitValue[],
  country: Country,
) => {
  const day = dateTime?.slice(0, 10)
  const found = values.find((each) => each.unit === unit && day && each.validFrom <= day && day <= each.validTo)
  return found && count !== undefined && total !== null
    ? `${numberText(count, country)} ${unit} de ${amountText(found.value, country)}`
    : ''
}

type Context = Pick<ReturnType<typeof useVehicle>, 'clock' | 'country' | 'units'>

const columnsOf = (resourceId: number, { clock: { zone }, country, units }: Context): readonly Column<DebtRow>[] => [
  {
    key: 'debt',
    title: `${PAY_WORDS[country].folio} y concepto`,
    cell: (row) => {
      const notice = noticeOf(row, country)
      const stated = statedText(row, units, country)
      return (
        <>
          {row.folio && <span className="strong block">{row.folio}</span>}
          {row.description}
          {notice && <small className="debts__since block muted">{notice}</small>}
          {stated && <small className="debts__since block muted">{stated}</small>}
          {row.appeal && <AppealLine appeal={row.appeal} />}
          {row.firstSeen && (
            <small className="debts__since block muted">
              Visto por primera vez el {dayInText(row.firstSeen, zone)}
            </small>
          )}
          <PaidMark row={row} resourceId={resourceId} />
        </>
      )
    },
  },
  {
    key: 'date',
    title: 'Fecha',
    cell: (row) => (
      <span className={row.dateTime ? 'nowrap' : 'debts__date--none'}>
        {row.dateTime ? dateInText(row.dateTime, zone) : NOTHING}
      </span>
    ),
  },
  ...AMOUNTS.map(
    ({ key, title }): Column<DebtRow> => ({
      key,
      title: title(country),
      kind: 'money',
      ...(key === 'total' && { className: 'strong' }),
      cell: (row) =>
        (key === 'total' && unpricedText(row)) ||
        amountOf({ ...row, discount: row.discountsSum, surcharge: row.surchargesSum }, key, country),
    }),
  ),
]

const Debts = ({ result, resourceId }: Pick<Props, 'result' | 'resourceId'>) => {
  const vehicle = useVehicle()
  const { country } = vehicle
  const rows = listDebtRows(result)
  const sums = {
    title: 'Suma según la fuente',
    cells: Object.fromEntries(AMOUNTS.map(({ key }) => [key, amountOf(result, key, country)])),
  }
  return (
    <DataTable
      box="debts"
      className="table"
      labels
      caption={`Detalle de ${result.name}`}
      columns={columnsOf(resourceId, vehicle)}
      rows={rows}
      // Two fines may be equal in every field, and they are not reordered.
      keyOf={(row) => rows.indexOf(row)}
      footer={rows.length > 1 && result.total !== null ? sums : undefined}
    />
  )
}

type Props = { result: ResourceResult; resourceId: number } & Pick<
  ComponentProps<typeof PaymentLine>,
  'renewal' | 'marked'
>

export const ResultBlock = ({ result, resourceId, renewal, marked }: Props) => {
  const { clock, country } = useVehicle()
  const { name, total, paymentLine, paymentLineDueDate, pdfUrl, sumMismatch } = result
  // If the line pays more than this result, the note is shown with the line.
  const covers = result.notes?.find(({ label }) => label === 'Línea de captura')?.value
  const notes = result.notes?.filter(({ label }) => label !== 'Línea de captura') ?? []
  const hasRows = listDebtRows(result).length > 0
  return (
    <div className="result">
      {(hasRows || (total !== null && total !== 0)) && (
        <p className="flex gap-12 between strong">
          {name}
          {!hasRows && <strong>{moneyText(total, country)}</strong>}
        </p>
      )}
      {hasRows && <Debts result={result} resourceId={resourceId} />}
      {sumMismatch && (
        <p className="result__flag warning-text">
          <StatusSign sign="warning" size={14} /> El total que dio la fuente no es la suma de sus importes; se muestra
          como lo dio.
        </p>
      )}
      {paymentLine && (
        <PaymentLine line={paymentLine} due={paymentLineDueDate} covers={covers} renewal={renewal} marked={marked} />
      )}
      {pdfUrl && isWebAddress(pdfUrl) && (
        <p>
          <a href={pdfUrl} target="_blank" rel="noopener noreferrer">
            Formato de pago (PDF)
          </a>
        </p>
      )}
      {notes.length > 0 && (
        <dl className="vehicle-facts">
          {notes.map(({ label, value }) => (
            <div key={label}>
              <dt className="tiny muted">{label}</dt>
              <dd className="break">{dateInText(value, clock.zone)}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}
