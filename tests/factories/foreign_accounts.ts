import { SYSTEM } from '#app/audit/record_event'
import { bookInvoice } from '#app/invoices/booking/book_invoice'
import { execute, oneRow } from '#app/kernel/database/sql'
import { addAccountWithoutIban, type ForeignAccount } from '#app/providers/actions/add_account_without_iban'
import { disableBank, makeDefaultBank, verifyBank } from '#app/providers/actions/provider_banks'
import { makeInvoice, type TestProvider } from '#tests/factories/documents'
import type { Person } from '#tests/factories/people'
import { approveByHand, type TestTreasury } from '#tests/factories/sent_payments'
import { uniqueNumber } from '#tests/factories/unique_numbers'

/** A number that no other test has. */
export const someNumber = (): string => `4700${String(uniqueNumber(10 ** 11)).padStart(11, '0')}`

/** An American account. */
export const american = (number = someNumber()): ForeignAccount => ({
  kind: 'us_ach',
  number,
  routingCode: '021000021',
  bic: null,
  bankName: 'Banco de Nueva York',
  country: null,
})

/** The only account of a supplier is now one without IBAN, verified and long past its wait. Gives its key. */
export async function payWithoutIban(provider: TestProvider, verifier: Person): Promise<number> {
  const { id: providerId } = provider
  const bankId = await addAccountWithoutIban(
    { providerId, holderName: 'Suministros de prueba', isConfirmed: true },
    american(),
    SYSTEM
  )
  await verifyBank({ providerId, bankId }, 'phone_call', verifier.actor)
  await execute(`update provider_banks set payable_from = now() - interval '1 day' where id = :bankId`, {
    bankId,
  })
  await makeDefaultBank({ providerId, bankId }, verifier.actor)
  await disableBank({ providerId, bankId: provider.bankId }, verifier.actor)
  return bankId
}

/** A booked invoice of 121,00 € that names the account to be paid, or none; with the line of its debt. */
export async function makeInvoiceTo(
  { siteId, provider, person }: TestTreasury,
  bankId: number | null,
  number: string
): Promise<{ id: number; journalLineId: number }> {
  const id = await makeInvoice({ siteId, providerId: provider.id, creator: person, number })
  await execute(`update invoices set provider_bank_id = :bankId where id = :id`, { bankId, id })
  await approveByHand(id)
  await bookInvoice(id, SYSTEM)
  const debt = await oneRow<{ id: number }>(
    `select l.id from journal_lines l join ledger_accounts a on a.id = l.account_id where l.document_type = 'invoice' and l.document_id = :id and a.subledger = 'provider'`,
    { id }
  )
  return { id, journalLineId: debt.id }
}
