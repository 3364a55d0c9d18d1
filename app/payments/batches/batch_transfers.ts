import { rows, type Transaction } from '#app/kernel/database/sql'
import { normalizeIban } from '#app/kernel/identifiers/iban'
import type { OrderRecord } from '#app/payments/orders/payment_order'

/** One payment of the file; `number` is its order, or the first of those that leave together. */
export type Transfer = {
  number: string
  endToEndId: string
  amountMinor: number
  creditorName: string
  creditorIban: string
  creditorBic: string | null
  currency: string
  remittance: string
  groupId: string | null
}

/** The orders of a batch as they were locked, when they were checked. */
export type BatchOrder = Pick<
  OrderRecord,
  | 'number'
  | 'endToEndId'
  | 'amountMinor'
  | 'currency'
  | 'creditorName'
  | 'creditorIban'
  | 'providerBankId'
  | 'employeeBankId'
  | 'remittance'
  | 'transferGroupId'
>

/** The transfers of these orders, in the order of their numbers. */
export async function transfersOf(orders: readonly BatchOrder[], trx: Transaction): Promise<Transfer[]> {
  const bics = await bicsOf(orders, trx)
  return orders
    .toSorted((a, b) => (a.number < b.number ? -1 : 1))
    .map(({ creditorIban, transferGroupId, providerBankId, employeeBankId, ...order }) => ({
      ...order,
      creditorIban: creditorIban ?? '',
      groupId: transferGroupId,
      creditorBic: bics.get(keyOf({ providerBankId, employeeBankId })) ?? null,
    }))
}

type Payee = Pick<BatchOrder, 'providerBankId' | 'employeeBankId'>

/** One account of a payee, among those of suppliers and employees. */
const keyOf = ({ providerBankId, employeeBankId }: Payee) =>
  providerBankId === null ? `employee ${employeeBankId}` : `provider ${providerBankId}`

/** The banks of the payees that are known by their BIC. */
async function bicsOf(orders: readonly BatchOrder[], trx: Transaction): Promise<ReadonlyMap<string, string>> {
  const found = await rows<Payee & { bic: string }>(
    `select id as provider_bank_id, null::bigint as employee_bank_id, bic from provider_banks where id = any(:providerBankIds::bigint[]) and bic is not null
     union all
     select null, id, bic from employee_banks where id = any(:employeeBankIds::bigint[]) and bic is not null`,
    {
      providerBankIds: orders.flatMap(({ providerBankId }) => providerBankId ?? []),
      employeeBankIds: orders.flatMap(({ employeeBankId }) => employeeBankId ?? []),
    },
    trx
  )
  return new Map(found.map(({ bic, ...payee }) => [keyOf(payee), bic]))
}

/**
 * Payments to one creditor that were asked to go together leave as one transfer, under the identifiers of the first, with
 * the documents of all in its text (area 28 §5). Each order keeps its own state and posting.
 */
export function mergeTransfers(orders: readonly Transfer[]): Transfer[] {
  const groups = Map.groupBy(orders, ({ number, groupId, creditorIban, currency }) =>
    groupId === null ? number : `${groupId} ${normalizeIban(creditorIban)} ${currency}`
  )
  return [...groups.values()].flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : [
          {
            ...first,
            amountMinor: others.reduce((sum, { amountMinor }) => sum + amountMinor, first.amountMinor),
            remittance: joinRemittances([first, ...others].map(({ remittance }) => remittance)),
          },
        ]
  )
}

/** «FRA 118, 119, NC 12» of «FRA 118» and «FRA 119, NC 12». */
function joinRemittances([first = '', ...others]: string[]): string {
  const kind = /^[A-Z]+ /.exec(first)?.[0] ?? ''
  return [
    first,
    ...others.map((text) => (kind !== '' && text.startsWith(kind) ? text.slice(kind.length) : text)),
  ].join(', ')
}
