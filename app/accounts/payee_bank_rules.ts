import { DomainError } from '#app/kernel/domain_error'

/** What the rules of a payee's bank detail look at, whoever is paid (areas 03 and 04). */
export type PayeeBankState = {
  verification: string
  verificationMethod: string | null
  payableFrom: Date | null
  isDefault: boolean
  createdBy: number | null
  verifiedBy: number | null
  disabledAt: Date | null
}

/** Throws E_TRANSITION where there is nothing to verify, E_FOUR_EYES for who added it: two people see to each account. */
export function assertVerifiable(bank: PayeeBankState, userId: number | null): void {
  if (bank.verification === 'verified') throw new DomainError('E_TRANSITION', 'La cuenta ya está verificada.')
  assertInUse(bank)
  if (bank.createdBy === userId)
    throw new DomainError('E_FOUR_EYES', 'Debe verificarla una persona distinta de quien la dio de alta.')
}

/**
 * Only the wait of a verified account in use can be ended (E_TRANSITION), and not by who verified it (E_FOUR_EYES): the wait
 * is there for what they overlooked.
 */
export function assertWaits(bank: PayeeBankState, userId: number | null): void {
  if (bank.verification !== 'verified') throw new DomainError('E_TRANSITION', 'La cuenta no está verificada.')
  assertInUse(bank)
  if (bank.verifiedBy !== null && bank.verifiedBy === userId)
    throw new DomainError(
      'E_FOUR_EYES',
      'Debe anular la espera una persona distinta de quien verificó la cuenta.'
    )
}

/** Throws E_TRANSITION for an account that was rejected, listed or taken out of use. */
export function assertMayBeDefault(bank: PayeeBankState): void {
  assertInUse(bank)
  if (bank.verification === 'rejected' || bank.verification === 'blacklisted')
    throw new DomainError('E_TRANSITION', 'Esta cuenta no puede ser la predeterminada.')
}

/** Throws E_TRANSITION for an account that was taken out of use. */
export function assertInUse({ disabledAt }: PayeeBankState): void {
  if (disabledAt) throw new DomainError('E_TRANSITION', 'La cuenta está deshabilitada.')
}

/** What the history of an account tells before and after. */
export const auditableBank = ({
  verification,
  verificationMethod,
  payableFrom,
  isDefault,
  disabledAt,
}: PayeeBankState) => ({
  verification,
  verificationMethod,
  payableFrom: payableFrom?.toISOString() ?? null,
  isDefault,
  isDisabled: disabledAt !== null,
})
