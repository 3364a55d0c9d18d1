import type { Actor } from '#app/audit/record_event'
import { execute, inTransaction, oneRow, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { formatAmount } from '#app/kernel/money/money'
import { givenReason } from '#app/kernel/text/given_reason'
import { today } from '#app/kernel/time/calendar_date'
import { ensureAccount } from '#app/ledger/actions/ensure_account'
import { postEntry } from '#app/ledger/actions/post_entry'
import { roleCode } from '#app/ledger/queries/role_account'
import { type LockedProcedure, lockProcedure, record } from '#app/legal/actions/lock_procedure'
import type { Term } from '#app/legal/legal_labels'
import { lossPosting } from '#app/legal/postings/loss_posting'
import { refuseAct } from '#app/legal/procedure_hindrances'
import { chargeAccount } from '#app/legal/queries/charge_account'

export type ProvisionTarget = {
  /** What is expected to be lost in all, in cents of EUR; zero releases the provision. */
  amountMinor: number
  term: Term
  /** Account of group 6 that an increase is charged to: by nature, 678 when it is exceptional. */
  expenseCode: string | null
  reason: string | null
}

/**
 * Brings the provision of a probable loss to an amount (area 30): what it grows is charged to its expense, what it shrinks is
 * released (7952), another term carries it over. Throws E_IMPROBABLE unless the loss is probable, and at the field.
 */
export async function setProvision(
  procedureId: number,
  { amountMinor, term, expenseCode, reason }: ProvisionTarget,
  actor: Actor
): Promise<void> {
  const said = givenReason(reason)
  if (amountMinor < 0)
    throw new DomainError('E_AMOUNT', 'La provisión no puede ser negativa.', { field: 'amount' })
  await inTransaction(async (trx) => {
    const procedure = await lockProcedure(procedureId, trx)
    refuseAct('provide', procedure, 'E_NOT_OPEN')
    if (amountMinor > 0 && procedure.probability !== 'probable')
      throw new DomainError('E_IMPROBABLE', 'Solo se provisiona una pérdida probable.', { field: 'amount' })
    const before = procedure.provisionMinor
    const changeMinor = amountMinor - before
    if (changeMinor === 0 && (term === procedure.provisionTerm || before === 0))
      throw new DomainError('E_SAME', 'La provisión ya tiene ese importe.', { field: 'amount' })
    if (changeMinor > 0 && expenseCode === null)
      throw new DomainError('E_ACCOUNT', 'Indique la cuenta de gasto.', { field: 'expense_account' })
    const other =
      changeMinor > 0
        ? await chargeAccount(procedure.siteId, expenseCode ?? '', 'expense_account', trx)
        : await releaseAccount(procedure.siteId, trx)
    await execute(
      `update legal_procedures set provision_minor = :amountMinor, provision_term = :term, lock_version = lock_version + 1, updated_by = :userId where id = :procedureId`,
      { amountMinor, term, procedureId, userId: actor.userId },
      trx
    )
    await record(procedure, 'legal_provision.set', actor, trx, {
      reason: said,
      diff: { provisionMinor: [before, amountMinor] },
    })
    await write(
      procedure,
      {
        event: changeMinor >= 0 ? 'set' : 'released',
        changeMinor,
        term,
        otherAccountId: other,
        reason: said,
      },
      actor,
      trx
    )
  })
}

/**
 * The procedure is over: so much of the provision is used for what was lost (against the expense that the loss was charged
 * to), the rest is released. Throws at `used_amount` above the provision.
 */
export async function endProvision(
  procedure: LockedProcedure,
  { usedMinor, reason }: { usedMinor: number; reason: string },
  actor: Actor,
  trx: Transaction
): Promise<void> {
  const { id, siteId, provisionMinor, provisionTerm } = procedure
  if (usedMinor < 0 || usedMinor > provisionMinor)
    throw new DomainError('E_AMOUNT', `La provisión es de ${formatAmount(provisionMinor, 'EUR')}.`, {
      field: 'used_amount',
    })
  if (provisionMinor === 0) return
  await execute(
    `update legal_procedures set provision_minor = 0, updated_by = :userId where id = :id`,
    { id, userId: actor.userId },
    trx
  )
  await record(procedure, 'legal_provision.ended', actor, trx, {
    diff: { usedMinor: [null, usedMinor], releasedMinor: [null, provisionMinor - usedMinor] },
  })
  const part = { term: provisionTerm, reason: reason.padEnd(5, '.').slice(0, 500) }
  const left = { ...procedure, provisionMinor: provisionMinor - usedMinor }
  if (usedMinor > 0)
    await write(
      procedure,
      { ...part, event: 'used', changeMinor: -usedMinor, otherAccountId: await lastExpense(id, trx) },
      actor,
      trx
    )
  if (left.provisionMinor > 0)
    await write(
      left,
      {
        ...part,
        event: 'released',
        changeMinor: -left.provisionMinor,
        otherAccountId: await releaseAccount(siteId, trx),
      },
      actor,
      trx
    )
}

type Move = {
  event: 'set' | 'used' | 'released'
  changeMinor: number
  term: Term
  otherAccountId: number
  reason: string
}

/** The entry of one change, and the line of it that stays. `procedure` still says what was provided before. */
async function write(procedure: LockedProcedure, move: Move, actor: Actor, trx: Transaction): Promise<void> {
  const { id, siteId, number, provisionMinor: beforeMinor, provisionTerm } = procedure
  const { done } = await oneRow<{ done: number }>(
    `select count(*)::int as done from legal_loss_provisions where procedure_id = :id`,
    { id },
    trx
  )
  const { entryId } = await postEntry(
    lossPosting({
      procedureId: id,
      round: done + 1,
      siteId,
      number,
      event: move.event,
      beforeMinor,
      afterMinor: beforeMinor + move.changeMinor,
      accounts: {
        before: await provisionAccount(siteId, provisionTerm, trx),
        after: await provisionAccount(siteId, move.term, trx),
        other: move.otherAccountId,
      },
      postedOn: today(),
      createdBy: actor.userId,
    }),
    trx
  )
  await execute(
    `insert into legal_loss_provisions (procedure_id, event, amount_minor, balance_minor, term, reason, journal_entry_id, created_by)
     values (:id, :event, :amountMinor, :balanceMinor, :term, :reason, :entryId, :userId)`,
    {
      id,
      event: move.event,
      amountMinor: move.changeMinor === 0 ? beforeMinor : move.changeMinor,
      balanceMinor: beforeMinor + move.changeMinor,
      term: move.term,
      reason: move.reason,
      entryId,
      userId: actor.userId,
    },
    trx
  )
}

async function provisionAccount(siteId: number, term: Term, trx: Transaction): Promise<number> {
  const prefix = await roleCode(
    siteId,
    term === 'long' ? 'litigation_provision_long' : 'litigation_provision_short',
    trx
  )
  return (await ensureAccount({ siteId, prefix }, trx)).id
}

async function releaseAccount(siteId: number, trx: Transaction): Promise<number> {
  const prefix = await roleCode(siteId, 'litigation_provision_release', trx)
  return (await ensureAccount({ siteId, prefix }, trx)).id
}

/** The expense that the provision was charged to last: what was really lost is charged there too. */
async function lastExpense(procedureId: number, trx: Transaction): Promise<number> {
  const { accountId } = await oneRow<{ accountId: number }>(
    `select l.account_id from legal_loss_provisions p join journal_lines l on l.entry_id = p.journal_entry_id join ledger_accounts a on a.id = l.account_id and a.code like '6%'
      where p.procedure_id = :procedureId order by p.id desc limit 1`,
    { procedureId },
    trx
  )
  return accountId
}
