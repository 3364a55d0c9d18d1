import { oneRow, rows, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { normalizeIban } from '#app/kernel/identifiers/iban'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import type { PartyAddress } from '#app/payments/files/credit_transfer_file'
import { buildPain001 } from '#app/payments/files/pain001'
import { readWrittenTransfers, type WrittenTransfer } from '#app/payments/files/read_written_transfers'
import type { XmlValidator } from '#app/payments/files/xml_validator'
import type { PaymentKind } from '#app/payments/kinds/payment_kind'
import type { OrderRecord } from '#app/payments/orders/payment_order'

type Batch = {
  number: string
  messageId: string
  executionDate: CalendarDate
  speed: string
  purpose: PaymentKind['purpose']
  count: number
  totalMinor: number
  companyName: string
  street: string | null
  postalCode: string | null
  town: string | null
  country: string
  taxId: string
  sepaSuffix: string
  currency: string
  iban: string
  bic: string | null
  painVersion: '001.001.09' | '001.001.03'
  charset: 'latin' | 'spanish'
  batchBooking: boolean
  needsNifSuffix: boolean
  createdAt: Date
}

type Transfer = {
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

/**
 * The pain.001 file of a batch, of its orders as they stand under their row locks. It is held against what the database
 * counts and adds up of the batch, read back and validated against the official schema before it may leave: throws E_FILE
 * when count, sum, a transfer or the schema are not right, E_CURRENCY for anything but euros.
 */
export async function writeBatchFile(
  batchId: number,
  locked: readonly BatchOrder[],
  validator: XmlValidator,
  trx: Transaction
): Promise<{ number: string; xml: string }> {
  const batch = await oneRow<Batch>(
    `select b.number, b.message_id, b.execution_date, b.speed, b.purpose, b.count, b.total_minor, b.currency, coalesce(b.written_at, b.created_at) as created_at, s.legal_name::text as company_name, s.tax_id::text,
            s.address as street, s.postal_code, s.city as town, s.country,
            a.sepa_suffix, a.iban, a.bic, coalesce(p.pain_version, '001.001.09') as pain_version, coalesce(p.charset, 'latin') as charset,
            coalesce(p.batch_booking, false) as batch_booking, coalesce(p.needs_nif_suffix, true) as needs_nif_suffix
       from payment_batches b join sites s on s.id = b.site_id join bank_accounts a on a.id = b.debtor_account_id left join bank_profiles p on p.id = a.bank_profile_id
      where b.id = :batchId`,
    { batchId },
    trx
  )
  const orders = await transfersOf(locked, trx)
  const transfers = mergeTransfers(orders)
  refuseForeign(batch, transfers)
  const xml = buildPain001({
    version: batch.painVersion,
    messageId: batch.messageId,
    createdAt: batch.createdAt,
    charset: batch.charset,
    initiator: {
      name: batch.companyName,
      ...(batch.needsNifSuffix ? { nif: batch.taxId, suffix: batch.sepaSuffix } : {}),
    },
    blocks: [
      {
        id: batch.number.replaceAll('-', ''),
        debtor: {
          name: batch.companyName,
          iban: batch.iban,
          ...(batch.bic ? { bic: batch.bic } : {}),
          address: addressOf(batch),
        },
        executionOn: batch.executionDate,
        batchBooking: batch.batchBooking || batch.purpose === 'SALA',
        categoryPurpose: batch.purpose ?? 'SUPP',
        instant: batch.speed === 'instant',
        transfers: transfers.map((transfer) => ({
          instructionId: transfer.number,
          endToEndId: transfer.endToEndId,
          amountMinor: transfer.amountMinor,
          creditor: {
            name: transfer.creditorName,
            iban: transfer.creditorIban,
            ...(transfer.creditorBic ? { bic: transfer.creditorBic } : {}),
          },
          remittance: transfer.remittance,
        })),
      },
    ],
  })
  await refuseWrong(xml, { batch, transfers, orders: orders.length }, validator)
  return { number: batch.number, xml }
}

const addressOf = ({ street, postalCode, town, country }: Batch): PartyAddress => ({
  ...(street ? { street } : {}),
  ...(postalCode ? { postcode: postalCode } : {}),
  town: town ?? '',
  country,
})

/** The transfers of these orders, in the order of their numbers. */
async function transfersOf(orders: readonly BatchOrder[], trx: Transaction): Promise<Transfer[]> {
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

/** The file has room for euros only: cents of another currency would leave as euros. */
function refuseForeign(batch: Batch, transfers: readonly Transfer[]): void {
  const foreign = transfers.find(({ currency }) => currency !== 'EUR')
  if (batch.currency === 'EUR' && !foreign) return
  throw new DomainError(
    'E_CURRENCY',
    `Un fichero SEPA solo lleva euros, y ${foreign ? `el pago ${foreign.number} es en ${foreign.currency}` : `la remesa ${batch.number} es en ${batch.currency}`}.`
  )
}

async function refuseWrong(
  xml: string,
  { batch, transfers, orders }: { batch: Batch; transfers: readonly Transfer[]; orders: number },
  validator: XmlValidator
): Promise<void> {
  // The schema is asked in a thread of its own, while the file is read back here.
  const judged = validator.validate(xml, `pain.${batch.painVersion}`)
  const isSame = saysTheSame(xml, { batch, transfers, orders })
  const { isValid, errors } = await judged
  if (!isSame)
    throw new DomainError('E_FILE', `El fichero de la remesa ${batch.number} no cuadra con sus pagos.`)
  if (!isValid)
    throw new DomainError(
      'E_FILE',
      `El fichero de la remesa ${batch.number} no cumple el esquema oficial: ${errors[0]?.message ?? ''}`
    )
}

/** Whether count, sum and every transfer of the file are those of the orders, in the header, in the block and one by one. */
function saysTheSame(
  xml: string,
  { batch, transfers, orders }: { batch: Batch; transfers: readonly Transfer[]; orders: number }
): boolean {
  const written = readWrittenTransfers(xml)
  return (
    orders === batch.count &&
    written.transfers.length === transfers.length &&
    written.totalMinor === batch.totalMinor &&
    written.declared.length === PLACES_OF_TOTALS &&
    written.declared.every(({ count, minor }) => count === transfers.length && minor === batch.totalMinor) &&
    transfers.every((transfer, index) => isWritten(transfer, written.transfers[index]))
  )
}

/** The header and the one block. */
const PLACES_OF_TOTALS = 2

/** Whether the file says of a transfer what its order says: whom, how much, in which currency and under which identifier. */
function isWritten(transfer: Transfer, read: WrittenTransfer | undefined): boolean {
  return (
    read !== undefined &&
    read.endToEndId === transfer.endToEndId &&
    read.instructionId === transfer.number &&
    read.amountMinor === transfer.amountMinor &&
    read.currency === transfer.currency &&
    read.creditorIban === normalizeIban(transfer.creditorIban)
  )
}
