import { fullCode, type OpeningRow } from '#app/books/opening/opening_rows'
import type { KnownPlan } from '#app/books/plan_file/check_plan_rows'
import { knownPlan } from '#app/books/queries/known_plan'
import { oneRow, rows, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { COUNTER_ROLES } from '#app/ledger/actions/group_account'
import { partiesByTaxId } from '#app/ledger/party_kinds'
import { roleFinder } from '#app/ledger/queries/role_account'

export type Account = {
  id: number
  code: string
  currency: string
  isPostable: boolean
  /** An account of one supplier, employee or company: it is found by who has it. */
  isParty: boolean
  /** A balance with a company of the group whose books are not kept here. */
  isOutside: boolean
  /** A bank account that was opened with its balance. */
  isOpened: boolean
}
export type Party = { id: number; taxId: string; name: string }
export type PartyRole = { prefix: string; subledger: 'provider' | 'employee' | 'site' }

export type OpeningFacts = {
  currency: string
  plan: KnownPlan
  accountOf: (code: string) => Account | undefined
  /** Whose accounts lie under a number; null where they are nobody's. */
  partyRoleOf: (code: string) => PartyRole | null
  /** Throws E_PARTY where nobody of that kind has the NIF. */
  partyOf: (subledger: PartyRole['subledger'], taxId: string) => Party
}

/** What the rows of a file of opening balances are held against, read at once. */
export async function openingFacts(
  siteId: number,
  balances: readonly OpeningRow[],
  trx: Transaction
): Promise<OpeningFacts> {
  const { currency } = await oneRow<{ currency: string }>(
    `select base_currency as currency from sites where id = :siteId`,
    { siteId },
    trx
  )
  const plan = await knownPlan(siteId, trx)
  const accounts = await accountsOf(
    siteId,
    balances.map(({ code }) => fullCode(code, plan.width)),
    trx
  )
  const rolesOf = await roleFinder(siteId, trx)
  const taxIds = [...new Set(balances.map(({ taxId }) => taxId))].filter((taxId) => taxId !== '')
  const parties: Record<PartyRole['subledger'], Map<string, Party>> = {
    provider: await partiesOf('provider', { siteId, taxIds }, trx),
    employee: await partiesOf('employee', { siteId, taxIds }, trx),
    site: await partiesOf('site', { siteId, taxIds }, trx),
  }
  return {
    currency,
    plan,
    accountOf: (code) => accounts.get(code),
    partyRoleOf: (code) => {
      const [found] = rolesOf(code).flatMap(({ role, code: prefix }) => {
        const subledger = SUBLEDGERS[role]
        return subledger ? [{ prefix, subledger }] : []
      })
      return found ?? null
    },
    partyOf: (subledger, taxId) => {
      const party = parties[subledger].get(taxId)
      if (party) return party
      throw new DomainError('E_PARTY', `${NOBODY[subledger]} con el NIF ${taxId}: dé de alta su ficha antes.`)
    },
  }
}

const NOBODY: Record<PartyRole['subledger'], string> = {
  provider: 'No hay un proveedor',
  employee: 'No hay un empleado de la empresa',
  site: 'No hay otra empresa del grupo',
}

/** Accounts of a company by their numbers. */
export async function accountsOf(
  siteId: number,
  codes: string[],
  trx: Transaction
): Promise<Map<string, Account>> {
  const found = await rows<Account>(
    `select a.id, a.code, a.currency, a.is_postable and a.active as is_postable, a.subledger in ('provider', 'employee', 'site') as is_party, coalesce(a.group_balance = 'outside', false) as is_outside,
        exists (select 1 from bank_accounts b join journal_entries e on e.source_type = 'bank_account' and e.source_id = b.id and e.kind = 'bank_account.opening'
           where b.ledger_account_id = a.id and not exists (select 1 from journal_entries r where r.reverses_id = e.id)) as is_opened
       from ledger_accounts a where a.site_id = :siteId and a.code = any(:codes::text[])`,
    { siteId, codes },
    trx
  )
  return new Map(found.map((account) => [account.code, account]))
}

const SUBLEDGERS: Record<string, PartyRole['subledger']> = {
  supplier_payable: 'provider',
  services_payable: 'provider',
  bills_payable: 'provider',
  asset_payable: 'provider',
  prepayment: 'provider',
  payroll_payable: 'employee',
  employee_expenses_payable: 'employee',
  ...Object.fromEntries(Object.keys(COUNTER_ROLES).map((role) => [role, 'site' as const])),
}

async function partiesOf(
  subledger: PartyRole['subledger'],
  asked: { siteId: number; taxIds: string[] },
  trx: Transaction
): Promise<Map<string, Party>> {
  const found = await rows<Party>(partiesByTaxId(subledger), asked, trx)
  return new Map(found.map((party) => [party.taxId.toUpperCase(), party]))
}
