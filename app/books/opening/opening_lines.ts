import type { ManualLine } from '#app/books/models/manual_entry'
import {
  type Account,
  accountsOf,
  type OpeningFacts,
  openingFacts,
  type Party,
  type PartyRole,
} from '#app/books/opening/opening_facts'
import { fullCode, type OpeningRow } from '#app/books/opening/opening_rows'
import { codeProblem, type RowProblem } from '#app/books/plan_file/check_plan_rows'
import type { Transaction } from '#app/kernel/database/sql'
import { DomainError, isDomainError } from '#app/kernel/domain_error'
import { parseAmount } from '#app/kernel/money/money'
import { ensureAccount } from '#app/ledger/actions/ensure_account'
import { type NewSubaccount, openSubaccounts } from '#app/ledger/actions/open_subaccounts'

const MEMO_MAX = 250

type Asked = { siteId: number; balances: readonly OpeningRow[]; userId: number | null }

/**
 * The lines of an opening entry, one a balance. A debt of a supplier, of an employee or with a company of the group goes to
 * the account of who has the NIF; any other balance to the account of its number. Either is opened where it is missing, as
 * the plan of the company has it. Gives what is wrong with each row that fits none.
 */
export async function openingLines(
  asked: Asked,
  trx: Transaction
): Promise<{ lines: ManualLine[]; problems: RowProblem[] }> {
  const facts = await openingFacts(asked.siteId, asked.balances, trx)
  const opened = await openMissing(asked, facts, trx)
  const ofParty = partyAccounts(asked.siteId, facts.currency, trx)
  const lines: ManualLine[] = []
  const problems: RowProblem[] = []
  for (const balance of asked.balances) {
    try {
      const code = fullCode(balance.code, facts.plan.width)
      const role = facts.partyRoleOf(code)
      const account =
        role && balance.taxId !== ''
          ? await ofParty(role, facts.partyOf(role.subledger, balance.taxId))
          : accountOfCode(code, opened.get(code) ?? facts.accountOf(code), facts)
      lines.push(lineOf(balance, account, facts.currency))
    } catch (error) {
      if (!isDomainError(error)) throw error
      problems.push({ line: balance.line, message: error.message })
    }
  }
  return { lines, problems }
}

const NAME_MAX = 120

/** Opens the accounts that the plan has a place for and the company not yet; whose account it is, is found by NIF instead. */
async function openMissing({ siteId, balances, userId }: Asked, facts: OpeningFacts, trx: Transaction) {
  const missing = new Map<string, NewSubaccount>()
  for (const { code: written, name } of balances) {
    const code = fullCode(written, facts.plan.width)
    if (facts.accountOf(code) || facts.partyRoleOf(code) || codeProblem(code, '', facts.plan)) continue
    const named = name.length < 2 ? `Cuenta ${code}` : name.slice(0, NAME_MAX)
    missing.set(code, { code, name: named, reconcilable: null })
  }
  if (missing.size === 0) return new Map<string, Account>()
  await openSubaccounts(
    { siteId, accounts: [...missing.values()], origin: 'imported', createdBy: userId },
    trx
  )
  return accountsOf(siteId, [...missing.keys()], trx)
}

/** The account of who has a NIF, opened where it is missing and asked for once however many documents it has. */
function partyAccounts(siteId: number, currency: string, trx: Transaction) {
  const known = new Map<string, number>()
  return async (
    { prefix, subledger }: PartyRole,
    party: Party
  ): Promise<Pick<Account, 'id' | 'currency'>> => {
    const key = `${prefix} ${party.id}`
    const id =
      known.get(key) ??
      (
        await ensureAccount(
          { siteId, prefix, subledger, subledgerId: party.id, name: party.name, currency },
          trx
        )
      ).id
    known.set(key, id)
    return { id, currency }
  }
}

function accountOfCode(code: string, found: Account | undefined, facts: OpeningFacts): Account {
  const role = facts.partyRoleOf(code)
  const isOfGroup = role?.subledger === 'site' && found?.isOutside === false
  if (found?.isParty || isOfGroup || (!found && role))
    throw new DomainError('E_ACCOUNT', `La cuenta ${code} es de un tercero: indique su NIF.`)
  if (!found)
    throw new DomainError('E_ACCOUNT', codeProblem(code, '', facts.plan) ?? `La cuenta ${code} no existe.`)
  if (!found.isPostable) throw new DomainError('E_ACCOUNT', `La cuenta ${code} no admite apuntes.`)
  if (found.isOpened)
    throw new DomainError('E_OPENED', `La cuenta ${code} ya tiene el saldo inicial con que se creó.`)
  return found
}

function lineOf(
  balance: OpeningRow,
  account: Pick<Account, 'id' | 'currency'>,
  baseCurrency: string
): ManualLine {
  const memo = [balance.document, balance.memo].filter(Boolean).join(' · ').slice(0, MEMO_MAX)
  const line = {
    accountId: account.id,
    amountMinor: balance.amountMinor,
    memo: memo || null,
    dueOn: balance.dueOn,
  }
  if (account.currency === baseCurrency) return line
  const foreign = parseAmount(balance.foreign, account.currency)
  if (foreign === null || foreign === 0)
    throw new DomainError(
      'E_FOREIGN',
      `La cuenta está en ${account.currency}: indique el saldo en esa divisa en «Importe en divisa».`
    )
  return { ...line, foreignMinor: Math.sign(balance.amountMinor) * Math.abs(foreign) }
}
