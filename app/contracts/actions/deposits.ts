import { type Actor, recordEvent } from '#app/audit/record_event'
import { lockContract } from '#app/contracts/actions/lock_contract'
import type { DepositTerm } from '#app/contracts/contract_labels'
import type ProviderContract from '#app/contracts/models/provider_contract'
import { depositPaid, depositReturned } from '#app/contracts/postings/deposit_posting'
import { execute, inTransaction, oneRow, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { type CalendarDate, formatDay, today } from '#app/kernel/time/calendar_date'
import { ensureAccount } from '#app/ledger/actions/ensure_account'
import { postEntry } from '#app/ledger/actions/post_entry'
import { roleCode } from '#app/ledger/queries/role_account'

export type DepositPayment = {
  siteId: number
  bankAccountId: number
  term: DepositTerm
  amountMinor: number
  paidOn: CalendarDate
}

/** A deposit left the bank: D 260 or 565, H 572. One open deposit a contract and company. Throws at the field that is wrong. */
export async function payDeposit(contractId: number, payment: DepositPayment, actor: Actor): Promise<void> {
  if (payment.amountMinor <= 0)
    throw new DomainError('E_AMOUNT', 'La fianza debe ser mayor que cero.', { field: 'amount' })
  refuseFuture(payment.paidOn, 'paid_on')
  await inTransaction(async (trx) => {
    const contract = await lockContract(contractId, trx)
    if (contract.isAmendment || ['draft', 'pending_approval'].includes(contract.status))
      throw new DomainError('E_NOT_ACTIVE', 'La fianza se registra en un contrato aprobado.')
    if (!contract.siteIds.includes(payment.siteId))
      throw new DomainError('E_SITE', 'El contrato no es de esa empresa.', { field: 'site_id' })
    const open = await row(
      `select 1 as found from contract_deposits where contract_id = :contractId and site_id = :siteId and returned_on is null`,
      { contractId, siteId: payment.siteId },
      trx
    )
    if (open)
      throw new DomainError('E_DEPOSIT', 'Ya hay una fianza entregada sin devolver de esta empresa.', {
        field: 'site_id',
      })
    const { id } = await oneRow<{ id: number }>(
      `insert into contract_deposits (contract_id, site_id, bank_account_id, term, amount_minor, paid_on, created_by)
       values (:contractId, :siteId, :bankAccountId, :term, :amountMinor, :paidOn, :userId) returning id`,
      { contractId, ...payment, userId: actor.userId },
      trx
    )
    await say(contract, 'contract.deposit_paid', payment, actor, trx)
    const draft = depositPaid(await toPost({ id, ...payment }, contract, actor, trx), payment.paidOn)
    const { entryId } = await postEntry(draft, trx)
    await execute(
      `update contract_deposits set paid_entry_id = :entryId where id = :id`,
      { id, entryId },
      trx
    )
  })
}

export type DepositReturn = { bankAccountId: number; returnedOn: CalendarDate }

/** It came back: D 572, H 260 or 565. Throws at the field that is wrong. */
export async function returnDeposit(
  contractId: number,
  depositId: number,
  { bankAccountId, returnedOn }: DepositReturn,
  actor: Actor
): Promise<void> {
  refuseFuture(returnedOn, 'returned_on')
  await inTransaction(async (trx) => {
    const contract = await lockContract(contractId, trx)
    const deposit = await row<Omit<DepositPayment, 'bankAccountId'> & { id: number }>(
      `select id, site_id, term, amount_minor, paid_on from contract_deposits where id = :depositId and contract_id = :contractId and returned_on is null for update`,
      { depositId, contractId },
      trx
    )
    if (!deposit) throw new DomainError('E_DEPOSIT', 'La fianza ya está devuelta: recargue la página.')
    if (returnedOn < deposit.paidOn)
      throw new DomainError('E_DAYS', `No puede ser anterior a su entrega (${formatDay(deposit.paidOn)}).`, {
        field: 'returned_on',
      })
    await execute(
      `update contract_deposits set returned_on = :returnedOn, returned_bank_account_id = :bankAccountId where id = :depositId`,
      { depositId, returnedOn, bankAccountId },
      trx
    )
    await say(contract, 'contract.deposit_returned', deposit, actor, trx)
    const posting = await toPost({ ...deposit, bankAccountId }, contract, actor, trx)
    const { entryId } = await postEntry(depositReturned(posting, returnedOn), trx)
    await execute(
      `update contract_deposits set returned_entry_id = :entryId where id = :depositId`,
      { depositId, entryId },
      trx
    )
  })
}

async function toPost(
  deposit: { id: number; siteId: number; bankAccountId: number; term: DepositTerm; amountMinor: number },
  { reference, providerId, currency }: ProviderContract,
  actor: Actor,
  trx: Transaction
) {
  const { siteId, bankAccountId, term, id, amountMinor } = deposit
  const bank = await row<{ ledgerAccountId: number }>(
    `select ledger_account_id from bank_accounts where id = :bankAccountId and site_id = :siteId and status <> 'closed' and currency = :currency and ledger_account_id is not null`,
    { bankAccountId, siteId, currency },
    trx
  )
  if (!bank)
    throw new DomainError('E_BANK', 'Elija una cuenta de la empresa en la moneda del contrato.', {
      field: 'bank_account_id',
    })
  const { name } = await oneRow<{ name: string }>(
    `select legal_name as name from providers where id = :providerId`,
    { providerId },
    trx
  )
  const prefix = await roleCode(
    siteId,
    term === 'long' ? 'contract_deposit_long' : 'contract_deposit_short',
    trx
  )
  const account = await ensureAccount(
    {
      siteId,
      prefix,
      subledger: 'provider',
      subledgerId: providerId,
      name: `Fianza ${name}`.slice(0, 120),
      currency,
    },
    trx
  )
  return {
    id,
    siteId,
    reference,
    providerName: name,
    providerId,
    amountMinor,
    depositAccountId: account.id,
    bankLedgerAccountId: bank.ledgerAccountId,
    createdBy: actor.userId,
  }
}

function refuseFuture(day: CalendarDate, field: string): void {
  if (day > today()) throw new DomainError('E_DAYS', 'No puede ser una fecha futura.', { field })
}

function say(
  contract: ProviderContract,
  event: string,
  { siteId, amountMinor }: { siteId: number; amountMinor: number },
  actor: Actor,
  trx: Transaction
): Promise<void> {
  const isPaid = event === 'contract.deposit_paid'
  const diff: Record<string, [unknown, unknown]> = {
    depositMinor: isPaid ? [null, amountMinor] : [amountMinor, null],
  }
  return recordEvent(
    { actor, objectType: 'provider_contract', objectId: contract.id, siteId, event, diff },
    trx
  )
}
