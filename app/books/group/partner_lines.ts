import { hiddenLedgerAccounts } from '#app/accounts/queries/account_scope'
import type { ManualLine } from '#app/books/models/manual_entry'
import { type Client, rows, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { COUNTER_ROLES, type GroupRole, groupLine } from '#app/ledger/actions/group_account'
import type { BookDraft } from '#app/ledger/actions/post_books'
import type { DraftLine } from '#app/ledger/journal_draft'
import { roleFinder } from '#app/ledger/queries/role_account'

/** A line of a manual entry on a balance with a company of the group. */
type GroupedLine = { index: number; line: ManualLine; code: string; partnerId: number; partner: string }

/** The companies whose books a manual entry touches beside its own. */
export async function partnersOf(lines: readonly ManualLine[], client?: Client): Promise<number[]> {
  const found = await rows<{ id: number }>(
    `select distinct case when a.id = any(:counters::bigint[]) then a.site_id else a.subledger_id end as id from ledger_accounts a
      where a.id = any(:counters::bigint[]) or a.id = any(:accounts::bigint[]) and a.subledger = 'site' and a.group_balance <> 'outside'`,
    {
      accounts: lines.map(({ accountId }) => accountId),
      counters: lines.flatMap(({ counterAccountId }) => counterAccountId ?? []),
    },
    client
  )
  return found.map(({ id }) => id)
}

type Asked = { siteId: number; lines: readonly ManualLine[]; userId: number | null }

/**
 * What the other companies’ books get of a manual entry: of each line on a balance with one of them the same from its side,
 * against the account that the line names there. Throws at `lines.N.counter_account_id` where none is named, or one that
 * takes no such line.
 */
export async function partnerLines(
  { siteId, lines, userId }: Asked,
  trx: Transaction
): Promise<Pick<BookDraft, 'siteId' | 'lines'>[]> {
  const grouped = await groupedLines(lines, trx)
  if (grouped.length === 0) return []
  const roles = await roleFinder(siteId, trx)
  const books = new Map<number, DraftLine[]>()
  for (const { index, line, code, partnerId, partner } of grouped) {
    const counterId = await counterAccount({ index, line, partnerId, partner, userId }, trx)
    const role = roles(code)
      .map((found) => found.role)
      .find((found): found is GroupRole => found in COUNTER_ROLES)
    if (!role) throw at(index, 'account_id', `La cuenta ${code} ya no es de saldos con el grupo: use otra.`)
    const { amountMinor, memo } = line
    const own = await groupLine(
      { siteId: partnerId, partnerId: siteId, role: COUNTER_ROLES[role], amountMinor: -amountMinor },
      trx
    )
    const told = memo ? { memo } : {}
    books.set(partnerId, [
      ...(books.get(partnerId) ?? []),
      { ...own, ...told },
      { accountId: counterId, amountMinor, ...told },
    ])
  }
  return [...books].map(([partnerId, drafts]) => ({ siteId: partnerId, lines: drafts }))
}

async function groupedLines(lines: readonly ManualLine[], trx: Transaction): Promise<GroupedLine[]> {
  const accounts = await rows<{ id: number; code: string; partnerId: number; partner: string }>(
    `select a.id, a.code, a.subledger_id as partner_id, s.legal_name::text as partner from ledger_accounts a join sites s on s.id = a.subledger_id
      where a.id = any(:ids::bigint[]) and a.subledger = 'site' and a.group_balance <> 'outside'`,
    { ids: lines.map(({ accountId }) => accountId) },
    trx
  )
  const known = new Map(accounts.map((account) => [account.id, account]))
  return lines.flatMap((line, index) => {
    const account = known.get(line.accountId)
    return account ? [{ ...account, index, line }] : []
  })
}

type Counter = Omit<GroupedLine, 'code'> & { userId: number | null }

async function counterAccount(
  { index, line, partnerId, partner, userId }: Counter,
  trx: Transaction
): Promise<number> {
  const id = line.counterAccountId ?? null
  if (id === null)
    throw at(index, 'counter_account_id', `Indique la cuenta que lo recoge en los libros de ${partner}.`)
  const hidden = userId === null ? [] : await hiddenLedgerAccounts(userId, trx)
  const [account] = await rows<{ code: string; isFree: boolean }>(
    `select a.code, a.is_postable and a.active and a.currency = s.base_currency and a.group_balance is null as is_free from ledger_accounts a join sites s on s.id = a.site_id
      where a.id = :id and a.site_id = :partnerId and a.id <> all(:hidden::bigint[])`,
    { id, partnerId, hidden },
    trx
  )
  if (!account) throw at(index, 'counter_account_id', `Elija una cuenta de ${partner}.`)
  const roles = (await roleFinder(partnerId, trx))(account.code).map(({ role }) => role)
  if (!account.isFree || roles.some((role) => CLOSED_ROLES.includes(role)))
    throw at(
      index,
      'counter_account_id',
      `La cuenta ${account.code} de ${partner} no admite este apunte: elija otra.`
    )
  return id
}

/** VAT is posted with its document, payments in transit belong to their orders. */
const CLOSED_ROLES: readonly string[] = ['vat_input', 'vat_output', 'payments_in_transit']

const at = (index: number, field: string, message: string) =>
  new DomainError('E_ACCOUNT', message, { field: `lines.${index}.${field}` })
