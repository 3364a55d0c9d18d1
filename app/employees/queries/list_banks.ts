import { BANK_VERIFICATION, type BankVerification } from '#app/accounts/bank_verification'
import type Employee from '#app/employees/models/employee'
import { A } from '#app/identity/roles'
import { rows } from '#app/kernel/database/sql'
import { ibanBankName, maskIban } from '#app/kernel/identifiers/iban'

type Found = {
  id: number
  iban: string
  bic: string | null
  holderName: string
  isDefault: boolean
  verification: BankVerification
  verifiedBy: string | null
  verifierId: number | null
  verifiedAt: Date | null
  payableFrom: Date | null
  disabled: boolean
  createdBy: number | null
  creator: string | null
}

/** The bank details of an employee as this reader sees them: the IBAN is masked until it is asked for. */
export async function listBanks(employee: Employee, viewer: { id: number; role: string }) {
  const banks = await rows<Found>(
    `select b.id, b.iban, b.bic, b.holder_name, b.is_default, b.verification, v.name as verified_by, b.verified_by as verifier_id, b.verified_at, b.payable_from,
        b.disabled_at is not null as disabled, b.created_by, c.name as creator
       from employee_banks b left join users v on v.id = b.verified_by left join users c on c.id = b.created_by
      where b.employee_id = :employeeId and b.iban is not null order by b.disabled_at is not null, b.is_default desc, b.id`,
    { employeeId: employee.id }
  )
  const isSelf = employee.userId === viewer.id
  return banks.map((bank) => {
    const waitsUntil = bank.payableFrom && bank.payableFrom > new Date() ? bank.payableFrom : null
    return {
      id: bank.id,
      iban: maskIban(bank.iban),
      bic: bank.bic,
      bank: ibanBankName(bank.iban),
      holder: bank.holderName,
      isDefault: bank.isDefault,
      verification: BANK_VERIFICATION[bank.verification],
      verifiedBy: bank.verifiedBy,
      verifiedAt: bank.verifiedAt?.toISOString() ?? null,
      payableFrom: waitsUntil?.toISOString() ?? null,
      disabled: bank.disabled,
      creator: bank.creator,
      /** Four eyes: never who added it, nor who is paid on it. */
      canVerify:
        !bank.disabled && bank.verification !== 'verified' && bank.createdBy !== viewer.id && !isSelf,
      isOwn: bank.createdBy === viewer.id,
      canWaive:
        viewer.role === A &&
        bank.verification === 'verified' &&
        bank.verifierId !== viewer.id &&
        waitsUntil !== null,
    }
  })
}
