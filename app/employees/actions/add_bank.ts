import type { Actor } from '#app/audit/record_event'
import { recordBank } from '#app/employees/actions/bank_history'
import { lockEmployee } from '#app/employees/actions/lock_employee'
import { refuseListed } from '#app/employees/actions/refuse_listed'
import { tellNewBanks } from '#app/employees/actions/tell_new_bank'
import type Employee from '#app/employees/models/employee'
import { bankDoubts } from '#app/employees/queries/bank_doubts'
import { execute, inTransaction, oneRow, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { checkedBic } from '#app/kernel/identifiers/bic'
import { ibanBankName, isValidIban, normalizeIban } from '#app/kernel/identifiers/iban'

export type NewBank = {
  employeeId: number
  iban: string
  bic: string | null
  holderName: string
  /** Somebody has looked at what is doubtful about it and stands by it. */
  isConfirmed: boolean
}

/**
 * Adds a bank detail, unverified: nothing is paid to it before a second person verifies it, and the employee is told by
 * e-mail. One that was disabled comes back the same way. Throws at `iban`, `bic`; E_DOUBT at `is_confirmed` when it is
 * somebody else's too, or in another name.
 */
export async function addBank(given: NewBank, actor: Actor): Promise<number> {
  const bank = { ...given, iban: normalizeIban(given.iban), bic: checkedBic(given) }
  if (!isValidIban(bank.iban)) throw new DomainError('E_IBAN', 'El IBAN no es válido.', { field: 'iban' })
  return inTransaction(async (trx) => {
    const employee = await lockEmployee(bank.employeeId, trx)
    await refuseListed(bank.iban, { point: 'employee_bank.create', employeeId: bank.employeeId, actor }, trx)
    const own = await row<{ id: number; isDisabled: boolean }>(
      `select id, disabled_at is not null as is_disabled from employee_banks where employee_id = :employeeId and iban = :iban`,
      { employeeId: bank.employeeId, iban: bank.iban },
      trx
    )
    if (own && !own.isDisabled)
      throw new DomainError('E_IBAN_TAKEN', 'El empleado ya tiene este IBAN.', { field: 'iban' })
    const doubts = bank.isConfirmed ? [] : await bankDoubts(bank, trx)
    if (doubts.length > 0) throw new DomainError('E_DOUBT', doubts.join(' '), { field: 'is_confirmed' })
    const id = own ? await reviveBank(own.id, bank, actor, trx) : await insertBank(bank, actor, trx)
    await told(employee, bank.iban, actor, trx)
    return id
  })
}

async function told(employee: Employee, iban: string, actor: Actor, trx: Transaction): Promise<void> {
  await recordBank(employee, iban, 'employee_bank.added', actor, trx)
  await tellNewBanks([{ employeeId: employee.id, iban }], trx)
}

/** The default when the employee has none. */
async function insertBank(bank: NewBank, actor: Actor, trx: Transaction): Promise<number> {
  const { id } = await oneRow<{ id: number }>(
    `insert into employee_banks (employee_id, iban, bic, bank_name, holder_name, is_default, created_by, last_changed_by)
     values (:employeeId, :iban, :bic, :bankName, :holderName, not exists (select 1 from employee_banks where employee_id = :employeeId and is_default), :userId, :userId)
     returning id`,
    { ...columnsOf(bank), employeeId: bank.employeeId, iban: bank.iban, userId: actor.userId },
    trx
  )
  return id
}

/** A disabled detail in use again: as new, and whoever brings it back does not verify it. */
async function reviveBank(bankId: number, bank: NewBank, actor: Actor, trx: Transaction): Promise<number> {
  await execute(
    `update employee_banks set disabled_at = null, verification = 'unverified', verification_method = null, verified_by = null, verified_at = null,
        payable_from = null, waived_by = null, holder_name = :holderName, bic = :bic, bank_name = :bankName, created_by = :userId, last_changed_by = :userId,
        created_at = now(), is_default = not exists (select 1 from employee_banks where employee_id = :employeeId and is_default) where id = :bankId`,
    { ...columnsOf(bank), bankId, employeeId: bank.employeeId, userId: actor.userId },
    trx
  )
  return bankId
}

const columnsOf = ({ iban, bic, holderName }: NewBank) => ({
  bic,
  bankName: ibanBankName(iban),
  holderName: holderName.trim().slice(0, 140),
})
