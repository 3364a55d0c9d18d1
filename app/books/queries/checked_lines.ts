import { hiddenLedgerAccounts } from '#app/accounts/queries/account_scope'
import type { ManualLine } from '#app/books/models/manual_entry'
import { row, rows, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { formatAmount } from '#app/kernel/money/money'
import type { DraftLine } from '#app/ledger/journal_draft'
import { type RoleOfCode, roleFinder } from '#app/ledger/queries/role_account'

type Account = {
  id: number
  code: string
  isPostable: boolean
  active: boolean
  currency: string
  subledger: string
  subledgerId: number | null
  groupBalance: string | null
}

const COUNTERPARTIES = ['provider', 'employee', 'site', 'channel'] as const

type Asked = {
  siteId: number
  lines: ManualLine[] /** Who writes or approves them. */
  userId: number | null
}

/**
 * The lines of a manual entry as the ledger takes them; a line on somebody's account carries whose it is. Throws at
 * `lines.N.account_id` for an account of another company or that this person may not look into, one without postings, one in another currency, VAT (it is
 * posted with its document, for the tax returns) and payments in transit (they belong to their orders), and at `lines`
 * when they do not add up to zero.
 */
export async function checkedLines({ siteId, lines, userId }: Asked, trx: Transaction): Promise<DraftLine[]> {
  const site = await row<{ currency: string }>(
    `select base_currency as currency from sites where id = :siteId and status <> 'archived'`,
    { siteId },
    trx
  )
  if (!site) throw new DomainError('E_SITE', 'El valor seleccionado no es válido.', { field: 'site_id' })
  const { currency } = site
  const accounts = await rows<Account>(
    `select id, code, is_postable, active, currency, subledger, subledger_id, group_balance from ledger_accounts where site_id = :siteId and id = any(:ids::bigint[]) and id <> all(:hidden::bigint[])`,
    {
      siteId,
      ids: lines.map((line) => line.accountId),
      hidden: userId === null ? [] : await hiddenLedgerAccounts(userId, trx),
    },
    trx
  )
  const known = new Map(accounts.map((account) => [account.id, account]))
  const rolesOf = await roleFinder(siteId, trx)
  const drafts: DraftLine[] = []
  for (const [index, line] of lines.entries()) {
    const account = known.get(line.accountId)
    const problem = account
      ? problemOf(account, { line, currency, roles: rolesOf(account.code) })
      : 'Elija una cuenta de la empresa.'
    if (!account || problem)
      throw new DomainError('E_ACCOUNT', problem ?? '', { field: `lines.${index}.account_id` })
    drafts.push(draftLine(line, account))
  }
  refuseUnbalanced(lines, currency)
  return drafts
}

type Wanted = { line: ManualLine; currency: string; roles: readonly RoleOfCode[] }

function problemOf(account: Account, { line, currency, roles }: Wanted): string | null {
  if (!account.isPostable || !account.active) return `La cuenta ${account.code} no admite apuntes.`
  if (account.groupBalance !== null && account.groupBalance !== 'outside' && account.subledger !== 'site')
    return `La cuenta ${account.code} es de saldos con el grupo y no dice con qué empresa: indíquelo en el plan de cuentas.`
  if (account.currency !== currency && line.foreignMinor === undefined)
    return `La cuenta ${account.code} está en ${account.currency}: los asientos manuales van en ${currency}.`
  if (roles.some(({ role }) => role === 'vat_input' || role === 'vat_output'))
    return 'El IVA se contabiliza con su factura o su liquidación, no a mano.'
  if (roles.some(({ role }) => role === 'payments_in_transit'))
    return 'Los pagos en curso pertenecen a sus órdenes de pago.'
  return null
}

function draftLine(line: ManualLine, account: Account): DraftLine {
  const type = COUNTERPARTIES.find((known) => known === account.subledger)
  return {
    accountId: line.accountId,
    ...(line.foreignMinor === undefined
      ? { amountMinor: line.amountMinor }
      : { amountMinor: line.foreignMinor, baseMinor: line.amountMinor, currency: account.currency }),
    ...(line.dueOn ? { dueOn: line.dueOn } : {}),
    ...(line.memo ? { memo: line.memo } : {}),
    ...(type && account.subledgerId !== null
      ? { counterpartyType: type, counterpartyId: account.subledgerId }
      : {}),
  }
}

function refuseUnbalanced(lines: ManualLine[], currency: string): void {
  const sum = lines.reduce((total, line) => total + line.amountMinor, 0)
  if (lines.length >= 2 && sum === 0 && lines.every((line) => line.amountMinor !== 0)) return
  throw new DomainError(
    'E_UNBALANCED',
    sum === 0
      ? 'El asiento debe tener al menos dos apuntes y cuadrar.'
      : `El asiento no cuadra (diferencia ${formatAmount(Math.abs(sum), currency)}).`,
    { field: 'lines' }
  )
}
