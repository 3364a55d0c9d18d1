import { tellOwnAccountChanged } from '#app/accounts/own_account_followers'
import { closingHindrances } from '#app/accounts/ports'
import {
  type BankAccountStatus,
  type BankAccountTransition,
  bankAccountWorkflow,
} from '#app/accounts/workflows/bank_account_workflow'
import { type Actor, recordEvent } from '#app/audit/record_event'
import type { Role } from '#app/identity/roles'
import { execute, inTransaction, oneRow, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { findHindrances } from '#app/kernel/hindrances'
import { formatAmount } from '#app/kernel/money/money'
import { counted } from '#app/kernel/text/counted'
import { today } from '#app/kernel/time/calendar_date'
import { lockReconciliations } from '#app/ledger/actions/lock_reconciliations'

type Input = {
  bankAccountId: number
  transition: BankAccountTransition
  reason: string
  role: Role
  actor: Actor
}

/**
 * Pauses, resumes, closes or reopens an account; one that is paused or closed is no longer the one its company pays from. Throws at `reason` where one is asked for, E_NOT_EMPTY when an account
 * that still has money, payments or movements to reconcile is to be closed, E_ROLE for a role that may not.
 */
export async function moveBankAccount({
  bankAccountId,
  transition,
  reason,
  role,
  actor,
}: Input): Promise<void> {
  if (transition !== 'resume' && reason.trim().length < 3)
    throw new DomainError('E_REASON', 'Indique el motivo.', { field: 'reason' })
  await inTransaction(async (trx) => {
    const account = await oneRow<{ siteId: number; status: BankAccountStatus; isPayerDefault: boolean }>(
      `select site_id, status, is_payer_default from bank_accounts where id = :bankAccountId for update`,
      { bankAccountId },
      trx
    )
    const to = bankAccountWorkflow.next(account.status, transition)
    if (!bankAccountWorkflow.can(account.status, transition, role))
      throw new DomainError('E_ROLE', 'No tiene permisos para realizar esta acción.')
    if (transition === 'close') {
      // Whoever posts holds it until they have committed: their money is seen then.
      await lockReconciliations(account.siteId, trx)
      await refuseNotEmpty(bankAccountId, trx)
    }
    if (to === 'active') await refuseArchived(account.siteId, trx)
    await execute(
      `update bank_accounts set status = :to, closed_on = :closedOn, is_payer_default = is_payer_default and :to = 'active', lock_version = lock_version + 1, updated_by = :userId where id = :bankAccountId`,
      { bankAccountId, to, closedOn: to === 'closed' ? today() : null, userId: actor.userId },
      trx
    )
    await execute(
      `update ledger_accounts set active = :isOpen where id = (select ledger_account_id from bank_accounts where id = :bankAccountId)`,
      { bankAccountId, isOpen: to !== 'closed' },
      trx
    )
    await recordEvent(
      {
        actor,
        objectType: 'bank_account',
        objectId: bankAccountId,
        siteId: account.siteId,
        event: `bank_account.${transition}`,
        from: account.status,
        to,
        reason: reason || null,
        ...(account.isPayerDefault && to !== 'active' ? { diff: { isPayerDefault: [true, false] } } : {}),
      },
      trx
    )
  })
  await tellOwnAccountChanged(bankAccountId)
}

async function refuseArchived(siteId: number, trx: Transaction): Promise<void> {
  const { status } = await oneRow<{ status: string }>(
    `select status from sites where id = :siteId for share`,
    { siteId },
    trx
  )
  if (status === 'archived')
    throw new DomainError('E_SITE', 'La empresa está archivada: reactívela antes.', { field: 'form' })
}

async function refuseNotEmpty(bankAccountId: number, trx: Transaction): Promise<void> {
  const left = await oneRow<{
    balanceMinor: number
    currency: string
    holds: number
    pending: number
    virtuals: number
    transitMinor: number
    cards: number
  }>(
    `select p.balance_minor, p.currency,
            (select count(*)::int from account_holds h where h.bank_account_id = :bankAccountId and h.released_at is null) as holds,
            (select count(*)::int from bank_statement_lines l where l.bank_account_id = :bankAccountId and l.status in ('pending', 'suggested', 'partially_matched')) as pending,
            (select count(*)::int from virtual_accounts v join account_balances b on b.account_id = v.ledger_account_id where v.bank_account_id = :bankAccountId and b.balance_minor <> 0) as virtuals,
            coalesce((select sum(b.balance_minor)::bigint from ledger_accounts a join account_balances b on b.account_id = a.id
              where a.subledger = 'bank' and a.subledger_id = :bankAccountId and not exists (select 1 from bank_accounts own where own.ledger_account_id = a.id)), 0) as transit_minor,
            (select count(*)::int from bank_accounts c where c.parent_account_id = :bankAccountId and c.status <> 'closed') as cards
       from bank_account_positions p where p.bank_account_id = :bankAccountId`,
    { bankAccountId },
    trx
  )
  const refuse = (message: string): never => {
    throw new DomainError('E_NOT_EMPTY', `No se puede cerrar la cuenta: ${message}`, { field: 'form' })
  }
  if (left.balanceMinor !== 0) refuse(`su saldo es ${formatAmount(left.balanceMinor, left.currency)}.`)
  if (left.virtuals > 0)
    refuse(`tiene ${counted(left.virtuals, 'cuenta virtual', 'cuentas virtuales')} con saldo.`)
  const [use] = await findHindrances(closingHindrances.all(), bankAccountId, { client: trx })
  if (use) refuse(use.text)
  if (left.holds > 0 || left.transitMinor !== 0) refuse('tiene pagos en tránsito.')
  if (left.pending > 0) refuse(`tiene ${counted(left.pending, 'movimiento', 'movimientos')} sin conciliar.`)
  if (left.cards > 0) refuse(`tiene ${counted(left.cards, 'tarjeta abierta', 'tarjetas abiertas')}.`)
}
