import { type Client, row, type Transaction } from '#app/kernel/database/sql'

/** A fund as the books have it; amounts in cents of its currency. */
export type ReserveFund = {
  virtualAccountId: number
  bankAccountId: number
  account: string
  siteId: number
  site: string
  currency: string
  /** Ledger accounts of the fund and of the account it lies in. */
  ledgerAccountId: number
  mainAccountId: number
  balanceMinor: number
  /** What approved payments out of it wait for. */
  heldMinor: number
  /** What the account it lies in has to give: neither set aside nor held. */
  availableMinor: number
}

const FUND = `
  select v.id as virtual_account_id, v.bank_account_id, b.name as account, v.site_id, coalesce(nullif(s.trade_name, ''), s.legal_name::text) as site, b.currency,
      v.ledger_account_id, b.ledger_account_id as main_account_id, coalesce(l.balance_minor, 0)::bigint as balance_minor,
      (select coalesce(sum(h.amount_minor), 0)::bigint from account_holds h
        where h.virtual_account_id = v.id and h.document_type = 'payment_order' and h.kind = 'hard' and h.released_at is null) as held_minor,
      p.available_minor
    from virtual_accounts v join bank_accounts b on b.id = v.bank_account_id join sites s on s.id = v.site_id
    join bank_account_positions p on p.bank_account_id = b.id left join account_balances l on l.account_id = v.ledger_account_id
   where v.id = :virtualAccountId`

export const readFund = (virtualAccountId: number, client?: Client): Promise<ReserveFund | null> =>
  row<ReserveFund>(FUND, { virtualAccountId }, client)

/** The fund under its row lock, read once it is held. */
export async function lockFund(virtualAccountId: number, trx: Transaction): Promise<ReserveFund> {
  await row(
    `select id from virtual_accounts where id = :virtualAccountId for update`,
    { virtualAccountId },
    trx
  )
  const fund = await readFund(virtualAccountId, trx)
  if (!fund) throw new Error(`There is no virtual account ${virtualAccountId}`)
  return fund
}

export type AccountPlace = { bankAccountId: number; siteId: number }

/** The account that a supplier's fund lies in; null where it has none. */
export const placeOfFund = (providerId: number): Promise<AccountPlace | null> =>
  row<AccountPlace>(
    `select v.bank_account_id, v.site_id from providers p join virtual_accounts v on v.id = p.reserve_virtual_account_id where p.id = :providerId`,
    { providerId }
  )

/** A bank account and its company; null where there is no such account. */
export const placeOfAccount = (bankAccountId: number): Promise<AccountPlace | null> =>
  row<AccountPlace>(`select id as bank_account_id, site_id from bank_accounts where id = :bankAccountId`, {
    bankAccountId,
  })
