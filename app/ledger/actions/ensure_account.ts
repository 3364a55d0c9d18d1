import { oneRow, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'

export type Subledger = 'provider' | 'channel' | 'employee' | 'site' | 'bank' | 'virtual' | 'loan' | 'tax'

/** Numbers whose lines are matched with each other unless somebody says otherwise (area 00 §2). */
export const RECONCILABLE_CODES =
  '^(400|403|407|410|411|430|433|438|440|465|476|4750|4751|52009|523|552|555|57)'

type Wanted = {
  siteId: number
  /** PGC code of three or four digits under which the account lies: `410`, `5550`. */
  prefix: string
  /** The whole number where the chart fixes it: `47200021` for input VAT at 21 %. */
  exactCode?: string
  /** Whose account it is: one account a party, prefix and currency. */
  subledger?: Subledger
  subledgerId?: number
  /** Of the party, or of a number that means something of its own; else the plan names it, never whoever needs it first. */
  name?: string
  currency?: string
  allowNegative?: boolean
}

export type AccountKey = { id: number; code: string }

/**
 * The postable account of a party under a prefix, opened when it is missing; its number is the prefix filled up
 * with the next free sequence. Without a party it is the first account of the prefix (`62800000`), which everything that is
 * booked under it shares: it is opened with the title that the plan has for its number.
 * Throws E_NO_PLAN when the company's plan has no such prefix.
 */
export async function ensureAccount(wanted: Wanted, trx: Transaction): Promise<AccountKey> {
  const known = await findAccount(wanted, trx)
  if (known) return known
  // One opener at a time for a company and prefix, so that two invoices of a new supplier get one account.
  await oneRow(
    `select pg_advisory_xact_lock(hashtext('ledger_account'), hashtext(:key)) as locked`,
    { key: `${wanted.siteId}:${wanted.prefix}` },
    trx
  )
  return (await findAccount(wanted, trx)) ?? open(wanted, trx)
}

/** The same where it is there already; null where it would have to be opened. */
export const findAccount = (wanted: Wanted, trx: Transaction): Promise<AccountKey | null> =>
  wanted.subledger ? findOfParty(wanted, trx) : findFirst(wanted, trx)

function findOfParty({ siteId, prefix, subledger, subledgerId, currency }: Wanted, trx: Transaction) {
  return row<AccountKey>(
    `select id, code from ledger_accounts
      where site_id = :siteId and subledger = :subledger and subledger_id = :subledgerId and code like :like and is_postable and currency = :currency`,
    {
      siteId,
      subledger,
      subledgerId: subledgerId ?? null,
      like: `${prefix}%`,
      currency: currency ?? 'EUR',
    },
    trx
  )
}

function findFirst({ siteId, prefix, exactCode }: Wanted, trx: Transaction) {
  return row<AccountKey>(
    `select a.id, a.code from ledger_accounts a join sites s on s.id = a.site_id
      where a.site_id = :siteId and a.code = rpad(:code, s.account_width, '0') and a.is_postable`,
    { siteId, code: exactCode ?? prefix },
    trx
  )
}

async function open(wanted: Wanted, trx: Transaction): Promise<AccountKey> {
  const parent = await row<{ id: number; type: string; normalSide: string; width: number }>(
    `select a.id, a.type, a.normal_side, s.account_width as width from ledger_accounts a join sites s on s.id = a.site_id
      where a.site_id = :siteId and not a.is_postable and :prefix like a.code || '%' order by length(a.code) desc limit 1`,
    { siteId: wanted.siteId, prefix: wanted.prefix },
    trx
  )
  if (!parent) {
    throw new DomainError(
      'E_NO_PLAN',
      `El plan de cuentas de la empresa no tiene la cuenta ${wanted.prefix}.`
    )
  }
  const code = wanted.subledger
    ? await nextCode(wanted, parent.width, trx)
    : (wanted.exactCode ?? wanted.prefix).padEnd(parent.width, '0')
  return oneRow<AccountKey>(
    `insert into ledger_accounts (site_id, code, parent_id, name, type, normal_side, currency, is_postable, reconcilable,
        subledger, subledger_id, allow_negative, origin)
     values (:siteId, :code, :parentId, :name, :type, :normalSide, :currency, true,
        :code ~ :reconcilableCodes, :subledger, :subledgerId, :allowNegative, 'auto')
     returning id, code`,
    {
      siteId: wanted.siteId,
      code,
      parentId: parent.id,
      name: (wanted.name ?? (await titleOf(wanted.siteId, code, trx))).slice(0, 120),
      type: parent.type,
      normalSide: parent.normalSide,
      currency: wanted.currency ?? 'EUR',
      subledger: wanted.subledger ?? 'none',
      subledgerId: wanted.subledgerId ?? null,
      allowNegative: wanted.allowNegative ?? true,
      reconcilableCodes: RECONCILABLE_CODES,
    },
    trx
  )
}

/**
 * What the plan calls an account number: the title of the lowest node that it is the first account of (`62800000` of 628),
 * else that of the lowest node it lies under.
 */
export async function titleOf(siteId: number, code: string, trx: Transaction): Promise<string> {
  const { name } = await oneRow<{ name: string }>(
    `select name from ledger_accounts where site_id = :siteId and not is_postable and :code like code || '%'
      order by rpad(code, length(:code), '0') = :code desc, length(code) desc limit 1`,
    { siteId, code },
    trx
  )
  return name
}

/**
 * The next number of the sequence of a prefix. Numbers of a longer code that means something else (4009 under 400, 5729
 * under 572) are no part of it; a code that only fills up with zeros (5720) shares it.
 */
async function nextCode({ siteId, prefix }: Wanted, width: number, trx: Transaction): Promise<string> {
  const { last, reserved } = await oneRow<{ last: string | null; reserved: string[] }>(
    `with reserved as (
       select distinct r.account_code as code from ledger_account_roles r
        where (r.site_id = :siteId or r.site_id is null) and r.account_code ^@ :prefix::text and r.account_code !~ ('^' || :prefix || '0*$'))
     select (select max(a.code) from ledger_accounts a where a.site_id = :siteId and a.is_postable and a.code ^@ :prefix::text and length(a.code) = :width
               and not exists (select 1 from reserved r where a.code ^@ r.code)) as last,
            (select coalesce(array_agg(code), '{}') from reserved) as reserved`,
    { siteId, prefix, width },
    trx
  )
  const digits = width - prefix.length
  let sequence = last ? Number(last.slice(prefix.length)) + 1 : 1
  for (const code of reserved.toSorted()) {
    const size = 10 ** (width - code.length)
    const from = Number(code.slice(prefix.length)) * size
    if (sequence >= from && sequence < from + size) sequence = from + size
  }
  const tail = String(sequence).padStart(digits, '0')
  if (tail.length > digits)
    throw new DomainError('E_PLAN_FULL', `No quedan números de cuenta bajo ${prefix}.`)
  return prefix + tail
}
