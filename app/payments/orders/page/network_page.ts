import type User from '#app/identity/models/user'
import { row } from '#app/kernel/database/sql'
import { formatIban, maskIban } from '#app/kernel/identifiers/iban'
import type PaymentOrder from '#app/payments/orders/payment_order'

const FULL_IBAN_ROLES = ['s1st3ma', 'aprobador', 'superC0ntab1l1dad']

/** The IBAN that it goes to, or the end of the account of a beneficiary that its provider knows otherwise. */
export async function shownAccount(
  { creditorIban, providerBeneficiaryId }: PaymentOrder,
  user: User
): Promise<string> {
  if (creditorIban !== null)
    return FULL_IBAN_ROLES.includes(user.role) ? formatIban(creditorIban) : maskIban(creditorIban)
  const found = await row<{ account: string }>(
    `select account from provider_beneficiaries where id = :providerBeneficiaryId::bigint`,
    { providerBeneficiaryId }
  )
  return found?.account ?? ''
}

/** A document may still go with it. */
export const isBeforeBank = ({ status }: PaymentOrder) =>
  status === 'draft' || status === 'buffered' || status === 'approved'

/** Nobody authorised it at its provider, and nobody has decided since what becomes of it. */
export const isUnsent = ({ status, holdReason }: PaymentOrder) =>
  status === 'approved' && (holdReason === 'authorisation_denied' || holdReason === 'authorisation_expired')

/** What its account is charged and what of it the provider keeps; null where that is the amount itself. */
export const chargeOf = ({ chargeMinor, chargeCurrency, chargeFeeMinor }: PaymentOrder) =>
  chargeMinor === null || chargeCurrency === null
    ? null
    : {
        total: { minor: chargeMinor, currency: chargeCurrency },
        fee: { minor: chargeFeeMinor ?? 0, currency: chargeCurrency },
      }
