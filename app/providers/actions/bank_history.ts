import { auditableBank, type PayeeBankState } from '#app/accounts/payee_bank_rules'
import { type Actor, changedFields, recordEvent } from '#app/audit/record_event'
import { oneRow, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { type AccountNumbers, maskAccount } from '#app/kernel/identifiers/account_number'

/** A bank detail as its acts need it. */
export type Bank = PayeeBankState &
  AccountNumbers & {
    id: number
    providerId: number
    siteId: number | null
    movedBy: number | null
  }

/** One change of a supplier's accounts at a time: which is the default is a matter of all of them. Throws E_MERGED. */
export async function lockProvider(providerId: number, trx: Transaction): Promise<void> {
  const provider = await row<{ status: string }>(
    `select status from providers where id = :providerId for update`,
    { providerId },
    trx
  )
  if (!provider) throw new DomainError('E_PROVIDER', 'El proveedor no existe: recargue la página.')
  if (provider.status === 'merged')
    throw new DomainError('E_MERGED', 'El proveedor está fusionado con otro: sus cuentas se llevan allí.')
}

const COLUMNS =
  'id, provider_id, site_id, iban, account_number, verification, verification_method, payable_from, is_default, created_by, verified_by, disabled_at, moved_by'

/** The bank detail under its row lock; E_BANK when it is another supplier's. */
export async function lockBank(providerId: number, bankId: number, trx: Transaction): Promise<Bank> {
  const bank = await row<Bank>(
    `select ${COLUMNS} from provider_banks where id = :bankId and provider_id = :providerId for update`,
    { providerId, bankId },
    trx
  )
  if (!bank) throw new DomainError('E_BANK', 'La cuenta no es de este proveedor.')
  return bank
}

type Said = { reason?: string | null; changes?: Record<string, [unknown, unknown]> }

/** Writes what a bank detail was and what it is, so that the history tells who made a payment to it possible. */
export async function recordChange(
  before: Bank,
  event: string,
  actor: Actor,
  trx: Transaction,
  { reason = null, previous = null, changes: more = {} }: Said & { previous?: AccountNumbers | null } = {}
): Promise<void> {
  const after = await oneRow<Bank>(
    `select ${COLUMNS} from provider_banks where id = :id`,
    { id: before.id },
    trx
  )
  const changes: Record<string, [unknown, unknown]> = {
    ...changedFields(auditableBank(before), auditableBank(after)),
    ...more,
  }
  if (previous !== null) changes.defaultIban = [maskAccount(previous), maskAccount(before)]
  await recordBank(before, event, actor, trx, { reason, changes })
}

/** An event of a bank detail in the history of its supplier, with the account it is about. */
export function recordBank(
  { id, providerId, ...account }: Pick<Bank, 'id' | 'providerId'> & AccountNumbers,
  event: string,
  actor: Actor,
  trx: Transaction,
  { reason = null, changes = {} }: Said = {}
): Promise<void> {
  return recordEvent(
    {
      actor,
      objectType: 'provider',
      objectId: providerId,
      event,
      reason,
      diff: {
        [account.iban === null ? 'accountNumber' : 'iban']: [null, maskAccount(account)],
        bank: [null, id],
        ...changes,
      },
    },
    trx
  )
}
