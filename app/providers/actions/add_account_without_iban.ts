import { tellBankChanged } from '#app/accounts/payee_bank_followers'
import type { Actor } from '#app/audit/record_event'
import { inTransaction, row } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import {
  type ForeignKind,
  normalizeNumber,
  numberProblem,
  ROUTING_LABELS,
  routingProblem,
} from '#app/kernel/identifiers/account_number'
import { isValidBic, normalizeBic } from '#app/kernel/identifiers/bic'
import { lockProvider, recordBank } from '#app/providers/actions/bank_history'
import { type BankDetails, insertBank, type KeptAccount, reviveBank } from '#app/providers/actions/keep_bank'
import { bankDoubts } from '#app/providers/queries/bank_doubts'

export type ForeignAccount = {
  kind: ForeignKind
  number: string
  routingCode: string | null
  bic: string | null
  bankName: string | null
  country: string | null
}

/**
 * Adds an account without IBAN, unverified as any other; one that was disabled comes back the same way. No payment of
 * ours goes to it and the list of blocked accounts does not reach it (docs/decisions/0045). Throws at the field that is
 * wrong; E_DOUBT at `is_confirmed`.
 */
export async function addAccountWithoutIban(
  bank: BankDetails,
  given: ForeignAccount,
  actor: Actor
): Promise<number> {
  const account = checkedAccount(given)
  const { providerId } = bank
  const bankId = await inTransaction(async (trx) => {
    await lockProvider(providerId, trx)
    const own = await row<{ id: number; isDisabled: boolean }>(
      `select id, disabled_at is not null as is_disabled from provider_banks where provider_id = :providerId and account_number = :number`,
      { providerId, number: account.accountNumber },
      trx
    )
    if (own && !own.isDisabled)
      throw new DomainError('E_ACCOUNT_TAKEN', 'El proveedor ya tiene una cuenta con este número.', {
        field: 'account_number',
      })
    const doubts = bank.isConfirmed ? [] : await bankDoubts({ ...bank, account }, trx)
    if (doubts.length > 0) throw new DomainError('E_DOUBT', doubts.join(' '), { field: 'is_confirmed' })
    const id = own
      ? await reviveBank(own.id, bank, account, actor, trx)
      : await insertBank(bank, account, actor, trx)
    await recordBank({ ...account, id, providerId }, 'provider_bank.added', actor, trx)
    return id
  })
  await tellBankChanged({ payee: 'provider', payeeId: providerId, iban: null })
  return bankId
}

const COUNTRIES = { us_ach: 'US', uk_sort: 'GB' } as const

/** As it is kept: what its kind does not have is not kept. */
function checkedAccount(given: ForeignAccount): KeptAccount {
  const { kind } = given
  refuse('account_number', given.number, numberProblem(kind, given.number))
  if (ROUTING_LABELS[kind] !== null)
    refuse('routing_code', given.routingCode, routingProblem(kind, given.routingCode ?? ''))
  const isSwift = kind === 'swift_other'
  const bankName = given.bankName?.trim() || null
  if (isSwift) {
    const isBic = isValidBic(given.bic ?? '')
    refuse('bic', given.bic, isBic ? null : 'El BIC no es válido: debe tener 8 u 11 caracteres.')
    refuse('bank_name', bankName, null)
    refuse('country', given.country, null)
  }
  return {
    accountKind: kind,
    iban: null,
    accountNumber: normalizeNumber(given.number),
    routingCode: ROUTING_LABELS[kind] === null ? null : normalizeNumber(given.routingCode ?? ''),
    bic: isSwift ? normalizeBic(given.bic ?? '') : null,
    bankName,
    country: isSwift ? (given.country ?? '') : COUNTRIES[kind],
  }
}

function refuse(field: string, text: string | null, problem: string | null): void {
  if (!text?.trim()) throw new DomainError('E_REQUIRED', 'Este campo es obligatorio.', { field })
  if (problem !== null) throw new DomainError('E_ACCOUNT', problem, { field })
}
