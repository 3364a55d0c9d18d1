import { oneRow, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import {
  type BatchOrder,
  mergeTransfers,
  type Transfer,
  transfersOf,
} from '#app/payments/batches/batch_transfers'
import { refuseWrongFile } from '#app/payments/batches/refuse_wrong_file'
import type { PartyAddress } from '#app/payments/files/credit_transfer_file'
import { buildPain001 } from '#app/payments/files/pain001'
import type { XmlValidator } from '#app/payments/files/xml_validator'
import type { PaymentKind } from '#app/payments/kinds/payment_kind'

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
  await refuseWrongFile(xml, { batch, transfers, orders: orders.length }, validator)
  return { number: batch.number, xml }
}

const addressOf = ({ street, postalCode, town, country }: Batch): PartyAddress => ({
  ...(street ? { street } : {}),
  ...(postalCode ? { postcode: postalCode } : {}),
  town: town ?? '',
  country,
})

/** The file has room for euros only: cents of another currency would leave as euros. */
function refuseForeign(batch: Batch, transfers: readonly Transfer[]): void {
  const foreign = transfers.find(({ currency }) => currency !== 'EUR')
  if (batch.currency === 'EUR' && !foreign) return
  throw new DomainError(
    'E_CURRENCY',
    `Un fichero SEPA solo lleva euros, y ${foreign ? `el pago ${foreign.number} es en ${foreign.currency}` : `la remesa ${batch.number} es en ${batch.currency}`}.`
  )
}
