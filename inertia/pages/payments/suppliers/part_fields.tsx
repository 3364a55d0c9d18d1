import { decimalText } from '#app/kernel/money/amount_text'
import { AmountField } from '~/kit/fields/amount_field'
import { moneyText } from '~/kit/money'
import type { PayableRow } from './payment_rows'

/** What is paid of each invoice, as it is typed, by the key of the invoice. */
export type Parts = Readonly<Record<string, string>>

/** All that is left of each. */
export const wholeParts = (invoices: readonly PayableRow[]): Parts =>
  Object.fromEntries(invoices.map(({ id, pending }) => [id, decimalText(pending.minor, pending.currency)]))

/** As the server takes them: only of what is not paid whole. */
export const partsOf = (invoices: readonly PayableRow[], parts: Parts) =>
  invoices
    .filter(({ id, pending }) => parts[id] !== decimalText(pending.minor, pending.currency))
    .map(({ id, pending }) => ({ invoiceId: id, currency: pending.currency, amount: parts[id] ?? '' }))

type Props = {
  invoices: readonly PayableRow[]
  parts: Parts
  onChange: (parts: Parts) => void
  errors: Record<string, string>
}

/** An amount for each of several invoices. */
export function PartFields({ invoices, parts, onChange, errors }: Props) {
  const sent = partsOf(invoices, parts)
  return invoices.map(({ id, number, provider, pending }) => {
    const error = errors[`parts.${sent.findIndex(({ invoiceId }) => invoiceId === id)}.amount`]
    return (
      <AmountField
        key={id}
        name={`part_${id}`}
        label={`Importe de ${number}`}
        isRequired
        currency={pending.currency}
        help={`${provider}, pendiente ${moneyText(pending)}`}
        value={parts[id] ?? ''}
        onChange={(amount) => onChange({ ...parts, [id]: amount })}
        {...(error ? { error } : {})}
      />
    )
  })
}
