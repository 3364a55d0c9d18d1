import { auditableBank, type PayeeBankState } from '#app/accounts/payee_bank_rules'
import { type Actor, changedFields, recordEvent } from '#app/audit/record_event'
import { touchEmployee } from '#app/employees/actions/lock_employee'
import type Employee from '#app/employees/models/employee'
import { oneRow, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { maskIban } from '#app/kernel/identifiers/iban'

/** A bank detail as its acts need it. */
export type Bank = PayeeBankState & { id: number; employeeId: number; iban: string }

const COLUMNS =
  'id, employee_id, iban, verification, verification_method, payable_from, is_default, created_by, verified_by, disabled_at'

/** The bank detail under its row lock; E_BANK when it is another employee's. */
export async function lockBank(employeeId: number, bankId: number, trx: Transaction): Promise<Bank> {
  const bank = await row<Bank>(
    `select ${COLUMNS} from employee_banks where id = :bankId and employee_id = :employeeId for update`,
    { employeeId, bankId },
    trx
  )
  if (!bank) throw new DomainError('E_BANK', 'La cuenta no es de este empleado.')
  return bank
}

type Said = { reason?: string | null; changes?: Record<string, [unknown, unknown]> }

/** Writes what a bank detail was and what it is, so that the history tells who made a payment to it possible. */
export async function recordBankChange(
  employee: Employee,
  before: Bank,
  event: string,
  actor: Actor,
  trx: Transaction,
  reason: string | null = null
): Promise<void> {
  const after = await oneRow<Bank>(
    `select ${COLUMNS} from employee_banks where id = :id`,
    { id: before.id },
    trx
  )
  const changes = changedFields(auditableBank(before), auditableBank(after)) ?? {}
  await recordBank(employee, before.iban, event, actor, trx, { reason, changes })
}

/** An event of a bank detail in the history of its employee, with the account it is about. */
export async function recordBank(
  { id, siteId }: Employee,
  iban: string,
  event: string,
  actor: Actor,
  trx: Transaction,
  { reason = null, changes = {} }: Said = {}
): Promise<void> {
  await touchEmployee(id, actor.userId, trx)
  await recordEvent(
    {
      actor,
      objectType: 'employee',
      objectId: id,
      siteId,
      event,
      reason,
      diff: { iban: [null, maskIban(iban)], ...changes },
    },
    trx
  )
}
