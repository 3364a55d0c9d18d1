import type { Actor } from '#app/audit/record_event'
import { purposesFor } from '#app/banking/queries/purposes_of'
import { prepaymentAccount } from '#app/invoices/provisions/create_provision'
import { execute, inTransaction, oneRow, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { isValidIban } from '#app/kernel/identifiers/iban'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { IS_BOOKABLE } from '#app/payments/kinds/direct/direct_payment'
import { orderDirect } from '#app/payments/kinds/direct/order_direct'
import { refusedAt } from '#app/payments/orders/checks/check_order'
import type PaymentOrder from '#app/payments/orders/payment_order'

export type WantedDirect = {
  siteId: number
  /** The account that is charged. */
  fromAccountId: number
  /** Somebody whom the provider of that account has, or an account by its IBAN. */
  payee: { beneficiaryId: number } | { name: string; iban: string }
  /** What the payee gets, in minor units of `currency`. */
  amountMinor: number
  currency: string
  /** What was agreed on where the account is in another currency. */
  quoteId: number | null
  concept: string
  /** The provider's own word for what it is for; null where it asks for none of such a payment. */
  purpose: string | null
  /** Where it is booked; the advances of the supplier (407) where the beneficiary is one's and none is chosen. */
  ledgerAccountId: number | null
  attachmentFileIds: readonly number[]
  /** The first day that the bank can take it, unless told. */
  executionDate: CalendarDate | null
  /** Made as a draft in the provider's own pages, where it has such. */
  asDraft: boolean
}

type Payee = {
  beneficiaryId: number | null
  providerId: number | null
  creditorName: string
  iban: string | null
}

/**
 * A payment that no invoice or other document asks for, and its draft order, which is approved like any other. Throws at
 * `from_account_id` for an account of another company, at `beneficiary_id` for one of another connection, at `iban`, at
 * `ledger_account_id` for none that it may be booked on, at `purpose` where the provider asks what it is for, and what `placeOrder` refuses (E_QUOTE, E_CHECK at the field that the check is about).
 */
export function createDirect(wanted: WantedDirect, actor: Actor, outer?: Transaction): Promise<PaymentOrder> {
  return inTransaction(async (trx) => {
    const { siteId, fromAccountId } = wanted
    const source = await row(
      `select 1 as found from bank_accounts where id = :fromAccountId and site_id = :siteId for share`,
      { fromAccountId, siteId },
      trx
    )
    if (!source) throw refused('La cuenta de cargo no es de la empresa.', 'from_account_id')
    const payee = await payeeOf(wanted, trx)
    await refuseWithoutPurpose(wanted, trx)
    const { id } = await oneRow<{ id: number }>(
      `insert into direct_payments (site_id, from_account_id, beneficiary_id, provider_id, creditor_name, iban, amount_minor, currency, concept, purpose, as_draft, ledger_account_id, created_by)
       values (:siteId, :fromAccountId, :beneficiaryId, :providerId, :creditorName, :iban, :amountMinor, :currency, :concept, :purpose, :asDraft, :ledgerAccountId, :userId) returning id`,
      {
        ...payee,
        siteId,
        fromAccountId,
        amountMinor: wanted.amountMinor,
        currency: wanted.currency,
        concept: wanted.concept,
        purpose: wanted.purpose,
        asDraft: wanted.asDraft,
        ledgerAccountId: await bookedOn(wanted, payee, trx),
        userId: actor.userId,
      },
      trx
    )
    const { executionDate, quoteId } = wanted
    const order = await refusedAt(fieldsOf(wanted), () =>
      orderDirect(id, { executionDate, quoteId }, actor, trx)
    )
    await attach(order.id, wanted.attachmentFileIds, actor, trx)
    return order
  }, outer)
}

/** The fields that checks of a new order are about. */
function fieldsOf({ payee }: Pick<WantedDirect, 'payee'>): Readonly<Record<string, string>> {
  const whom = 'beneficiaryId' in payee ? 'beneficiary_id' : 'iban'
  const ofPayee = ['iban', 'blacklist', 'creditor', 'unverified', 'waiting', 'bank', 'blocked', 'collects']
  return {
    ...Object.fromEntries(ofPayee.map((check) => [check, whom])),
    account: 'from_account_id',
    file: 'from_account_id',
  }
}

const refused = (message: string, field: string) => new DomainError('E_DIRECT', message, { field })

async function payeeOf({ payee, fromAccountId }: WantedDirect, trx: Transaction): Promise<Payee> {
  if (!('beneficiaryId' in payee)) {
    if (!isValidIban(payee.iban)) throw refused('El IBAN no es válido.', 'iban')
    await refuseKnownAccount(payee.iban, trx)
    return { beneficiaryId: null, providerId: null, creditorName: payee.name, iban: payee.iban }
  }
  const found = await row<Payee>(
    `select n.id as beneficiary_id, p.provider_id, n.name as creditor_name, n.iban from provider_beneficiaries n join bank_accounts b on b.connector_id = n.connector_id and b.id = :fromAccountId
       left join provider_banks p on p.id = n.provider_bank_id where n.id = :beneficiaryId and n.employee_bank_id is null for share of n`,
    { beneficiaryId: payee.beneficiaryId, fromAccountId },
    trx
  )
  if (!found) throw refused('El beneficiario no es de la conexión de la cuenta de cargo.', 'beneficiary_id')
  return found
}

/** Where the provider asks what a payment to somebody is for, it is one of its words. The database refuses any other (CA069). */
async function refuseWithoutPurpose(
  { payee, currency, purpose }: WantedDirect,
  trx: Transaction
): Promise<void> {
  if (!('beneficiaryId' in payee)) return
  const asked = await purposesFor(payee.beneficiaryId, currency, trx)
  if (asked.length > 0 && !asked.some(({ code }) => code === purpose))
    throw refused('Elija el motivo del pago: el banco lo exige para este país y divisa.', 'purpose')
}

/** What stops a payment to an account that the product knows would not be asked of a mere IBAN: it is paid where it is. */
async function refuseKnownAccount(iban: string, trx: Transaction): Promise<void> {
  const known = await row<{ isEmployee: boolean; name: string | null }>(
    `select true as is_employee, null::text as name from employee_banks where iban = :iban
     union all select false, p.legal_name::text from provider_banks b join providers p on p.id = b.provider_id where b.iban = :iban
     order by 1 desc limit 1`,
    { iban },
    trx
  )
  if (!known) return
  throw refused(
    known.isEmployee
      ? 'Ese IBAN es de un empleado: páguele por Pagar Nómina o Nota de Gastos.'
      : `Ese IBAN es de «${known.name}»: páguele por Pagar Proveedores o Pagos Recurrentes.`,
    'iban'
  )
}

/** Of an account in the currency of the books, or in the payment's own. Throws at `ledger_account_id`. */
async function bookedOn(
  { siteId, ledgerAccountId, currency }: WantedDirect,
  { providerId }: Payee,
  trx: Transaction
): Promise<number> {
  if (ledgerAccountId === null) {
    if (providerId === null) throw refused('Elija la cuenta contable.', 'ledger_account_id')
    return prepaymentAccount({ siteId, providerId }, trx)
  }
  const account = await row(
    `select 1 as found from ledger_accounts a join sites s on s.id = a.site_id where a.id = :ledgerAccountId and a.site_id = :siteId and ${IS_BOOKABLE}
        and a.currency in (s.base_currency, :currency)`,
    { ledgerAccountId, siteId, currency },
    trx
  )
  if (!account) throw refused('En esa cuenta contable no se puede registrar un pago.', 'ledger_account_id')
  return ledgerAccountId
}

/** Files that somebody has stored and no other payment of another company has. */
async function attach(
  orderId: number,
  fileIds: readonly number[],
  { userId }: Actor,
  trx: Transaction
): Promise<void> {
  if (fileIds.length === 0) return
  await execute(
    `insert into payment_order_files (order_id, file_id, added_by) select :orderId, f.id, :userId from files f where f.id = any(:fileIds::bigint[]) and f.created_by is not distinct from :userId::bigint
     on conflict do nothing`,
    { orderId, fileIds: [...fileIds], userId },
    trx
  )
}
