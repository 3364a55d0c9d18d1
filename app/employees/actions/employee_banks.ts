import { type ChangedBank, tellBankChanged } from '#app/accounts/payee_bank_followers'
import {
  assertInUse,
  assertMayBeDefault,
  assertVerifiable,
  assertWaits,
} from '#app/accounts/payee_bank_rules'
import type { Actor } from '#app/audit/record_event'
import { type Bank, lockBank, recordBankChange } from '#app/employees/actions/bank_history'
import { lockEmployee } from '#app/employees/actions/lock_employee'
import { refuseOrNoteListed } from '#app/employees/actions/refuse_listed'
import type { VerificationMethod } from '#app/employees/employee_labels'
import type Employee from '#app/employees/models/employee'
import { execute, inTransaction, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { givenReason } from '#app/kernel/text/given_reason'
import { coolingHours } from '#app/sites/actions/set_cooling_hours'

/** A bank detail is always named with its employee: one of another employee is refused. */
export type BankKey = { employeeId: number; bankId: number }

/** A second person vouches for a bank detail; the first payment waits for the cooling time. */
export async function verifyBank(key: BankKey, method: VerificationMethod, actor: Actor): Promise<void> {
  await onBank(key, async ({ employee, bank, trx }) => {
    assertVerifiable(bank, actor.userId)
    if (employee.userId !== null && employee.userId === actor.userId)
      throw new DomainError('E_FOUR_EYES', 'No puede verificar la cuenta en la que cobra usted.')
    await refuseOrNoteListed(
      bank.iban,
      { point: 'employee_bank.verify', employeeId: employee.id, actor },
      trx
    )
    await execute(
      `update employee_banks set verification = 'verified', verification_method = :method, verified_by = :userId, verified_at = now(),
          payable_from = now() + make_interval(hours => :hours), waived_by = null, last_changed_by = :userId where id = :bankId`,
      { bankId: bank.id, method, userId: actor.userId, hours: await coolingHours(trx) },
      trx
    )
    await recordBankChange(employee, bank, 'employee_bank.verified', actor, trx)
  })
}

/** The approver's override of the cooling time, with its reason. */
export async function waiveCooling(key: BankKey, reason: string | null, actor: Actor): Promise<void> {
  const why = givenReason(reason)
  await onBank(key, async ({ employee, bank, trx }) => {
    assertWaits(bank, actor.userId)
    await execute(
      `update employee_banks set payable_from = now(), waived_by = :userId, last_changed_by = :userId where id = :bankId`,
      { bankId: bank.id, userId: actor.userId },
      trx
    )
    await recordBankChange(employee, bank, 'employee_bank.cooling_waived', actor, trx, why)
  })
}

/** Somebody says that a bank detail is not right; nothing is paid to it. Throws E_REASON without a reason. */
export async function rejectBank(key: BankKey, reason: string | null, actor: Actor): Promise<void> {
  const why = givenReason(reason)
  const rejected = await onBank(key, async ({ employee, bank, trx }) => {
    await execute(
      `update employee_banks set verification = 'rejected', verification_method = null, verified_by = null, verified_at = null, payable_from = null, waived_by = null,
          is_default = false, last_changed_by = :userId where id = :bankId`,
      { bankId: bank.id, userId: actor.userId },
      trx
    )
    await recordBankChange(employee, bank, 'employee_bank.rejected', actor, trx, why)
    return bank
  })
  await tellBankChanged(bankOf(rejected))
}

/**
 * The bank says that the account is wrong: it must be verified again before it is paid (area 28 §2). Nothing to do for one that
 * is not verified any more, nor for a person whose data are forgotten.
 */
export async function doubtEmployeeBank(
  bankId: number,
  reason: string,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  const known = await row<{ employeeId: number }>(
    `select b.employee_id from employee_banks b join employees e on e.id = b.employee_id where b.id = :bankId and e.anonymised_at is null`,
    { bankId },
    trx
  )
  if (!known) return
  const employee = await lockEmployee(known.employeeId, trx)
  const bank = await lockBank(known.employeeId, bankId, trx)
  if (bank.verification !== 'verified') return
  await execute(
    `update employee_banks set verification = 'unverified', verification_method = null, verified_by = null, verified_at = null, payable_from = null, waived_by = null
      where id = :bankId`,
    { bankId },
    trx
  )
  await recordBankChange(employee, bank, 'employee_bank.doubted', actor, trx, reason)
}

/** Takes a bank detail out of use; it is never deleted. */
export async function disableBank(key: BankKey, actor: Actor): Promise<void> {
  const disabled = await onBank(key, async ({ employee, bank, trx }) => {
    assertInUse(bank)
    await execute(
      `update employee_banks set disabled_at = now(), is_default = false, last_changed_by = :userId where id = :bankId`,
      { bankId: bank.id, userId: actor.userId },
      trx
    )
    await recordBankChange(employee, bank, 'employee_bank.disabled', actor, trx)
    return bank
  })
  await tellBankChanged(bankOf(disabled))
}

/** Makes a bank detail the one that is paid. */
export async function makeDefaultBank(key: BankKey, actor: Actor): Promise<void> {
  const replaced = await onBank(key, async ({ employee, bank, trx }) => {
    assertMayBeDefault(bank)
    const previous = await row<Pick<Bank, 'employeeId' | 'iban'>>(
      `update employee_banks set is_default = false where employee_id = :employeeId and is_default and id <> :bankId returning employee_id, iban`,
      key,
      trx
    )
    await execute(
      `update employee_banks set is_default = true, last_changed_by = :userId where id = :bankId`,
      { bankId: bank.id, userId: actor.userId },
      trx
    )
    await recordBankChange(employee, bank, 'employee_bank.default', actor, trx)
    return previous
  })
  if (replaced) await tellBankChanged({ ...bankOf(replaced), isReplaced: true })
}

const bankOf = ({ employeeId, iban }: Pick<Bank, 'employeeId' | 'iban'>): ChangedBank => ({
  payee: 'employee',
  payeeId: employeeId,
  iban,
})

type Work<Result> = (locked: { employee: Employee; bank: Bank; trx: Transaction }) => Promise<Result>

/** One change of an employee's accounts at a time: which is the default is a matter of all of them. */
function onBank<Result>({ employeeId, bankId }: BankKey, work: Work<Result>): Promise<Result> {
  return inTransaction(async (trx) => {
    const employee = await lockEmployee(employeeId, trx)
    return work({ employee, bank: await lockBank(employeeId, bankId, trx), trx })
  })
}
