import { allowsAccount, deniedAccounts } from '#app/accounts/queries/account_scope'
import type { Role } from '#app/identity/roles'
import { oneRow, rows } from '#app/kernel/database/sql'
import { type CalendarDate, endOfMonth, today } from '#app/kernel/time/calendar_date'
import { documentNumber } from '#app/ledger/document_kinds'
import { RESERVE_KINDS, type ReserveKind } from '#app/providers/actions/move_reserve'
import { type ReserveFund, readFund } from '#app/providers/queries/reserve_fund'
import { isOneOf, PROVIDER_KEEPERS } from '#app/providers/roles'

const MOVEMENTS_MAX = 200
/** How long a fund may be below its target before it is told. */
const BELOW_MONTHS = 3

type Settings = {
  isEnabled: boolean
  targetMinor: number | null
  monthlyMinor: number | null
  day: number | null
  virtualAccountId: number | null
  isMerged: boolean
}
type Reader = { id: number; role: Role }

/** The fund of a supplier as its tab shows it; of one in an account that the reader may not see nothing but that. */
export async function reservePage(providerId: number, reader: Reader, scope: number[] | 'all') {
  const settings = await oneRow<Settings>(
    `select reserve_fund_enabled as is_enabled, reserve_target_minor as target_minor, reserve_monthly_minor as monthly_minor, reserve_day as day,
        reserve_virtual_account_id as virtual_account_id, status = 'merged' as is_merged from providers where id = :providerId`,
    { providerId }
  )
  const fund = settings.virtualAccountId === null ? null : await readFund(settings.virtualAccountId)
  if (fund && !(await isSeen(fund, reader, scope))) return { isElsewhere: true as const }
  const movements = await movementsOf(providerId)
  const money = (minor: number) => ({ minor, currency: fund?.currency ?? 'EUR' })
  return {
    isElsewhere: false as const,
    settings: {
      isEnabled: settings.isEnabled,
      target: settings.targetMinor === null ? null : money(settings.targetMinor),
      monthly: settings.monthlyMinor === null ? null : money(settings.monthlyMinor),
      day: settings.day,
      bankAccountId: fund?.bankAccountId ?? null,
    },
    fund: fund && {
      account: `${fund.account} · ${fund.site}`,
      ledgerAccountId: fund.ledgerAccountId,
      balance: money(fund.balanceMinor),
      held: money(fund.heldMinor),
      free: money(fund.balanceMinor - fund.heldMinor),
      available: money(Math.max(fund.availableMinor, 0)),
    },
    alerts: fund && settings.isEnabled ? await alertsOf(providerId, settings, fund) : [],
    movements: movements
      .slice(-MOVEMENTS_MAX)
      .toReversed()
      .map(({ kind, amountMinor, balanceMinor, orderId, orderNumber, entryId, on, by, note, id }) => ({
        id,
        on,
        kind: RESERVE_KINDS[kind],
        amount: money(amountMinor),
        balance: money(balanceMinor),
        note,
        by,
        entryId,
        order: orderId === null ? null : { id: orderId, number: orderNumber ?? '' },
      })),
    chart: [...new Map(movements.map(({ on, balanceMinor }) => [on, balanceMinor]))].map(([on, minor]) => ({
      on,
      minor,
    })),
    accounts: await accountsToChoose(reader.id, scope),
    canEdit: isOneOf(PROVIDER_KEEPERS, reader.role) && !settings.isMerged,
  }
}

async function isSeen(
  { siteId, bankAccountId }: ReserveFund,
  { id }: Reader,
  scope: number[] | 'all'
): Promise<boolean> {
  if (scope !== 'all' && !scope.includes(siteId)) return false
  return !(await deniedAccounts(id, 'view')).includes(bankAccountId)
}

type Moved = {
  id: number
  on: CalendarDate
  kind: ReserveKind
  amountMinor: number
  balanceMinor: number
  note: string | null
  by: string | null
  entryId: number
  orderId: number | null
  orderNumber: string | null
}

const movementsOf = (providerId: number) =>
  rows<Moved>(
    `select m.id, m.on_date as "on", m.kind, m.amount_minor, sum(m.amount_minor) over (partition by m.virtual_account_id order by m.on_date, m.id)::bigint as balance_minor,
        m.note, u.name as by, m.journal_entry_id as entry_id, m.payment_order_id as order_id, ${documentNumber(`'payment_order'`, 'm.payment_order_id')} as order_number
       from provider_reserve_movements m left join users u on u.id = m.created_by
      where m.provider_id = :providerId order by m.on_date, m.id`,
    { providerId }
  )

/** Accounts that a fund may lie in: active ones in euro of the reader's companies. */
async function accountsToChoose(userId: number, scope: number[] | 'all') {
  const found = await rows<{ id: number; name: string; site: string }>(
    `select b.id, b.name, coalesce(nullif(s.trade_name, ''), s.legal_name::text) as site from bank_accounts b join sites s on s.id = b.site_id
      where b.status = 'active' and b.kind = 'bank' and b.currency = 'EUR' and b.iban is not null and (:all or b.site_id = any(:siteIds::bigint[]))
        and ${allowsAccount('view', 'b.id', ':userId::bigint')} order by 3, b.is_payer_default desc, b.name`,
    { userId, all: scope === 'all', siteIds: scope === 'all' ? [] : scope }
  )
  return found.map(({ id, name, site }) => ({ value: String(id), label: `${site} · ${name}` }))
}

/** Below its target for three months, or a contribution that waits for money (area 04 §3). */
async function alertsOf(providerId: number, settings: Settings, fund: ReserveFund): Promise<string[]> {
  const day = today()
  const lastDay = Number(endOfMonth(day).slice(8))
  const { isPaid, reachedLately, isOld } = await oneRow<{
    isPaid: boolean
    reachedLately: boolean
    isOld: boolean
  }>(
    `with told as (select on_date, created_at, sum(amount_minor) over (order by on_date, id) as balance from provider_reserve_movements
        where provider_id = :providerId and virtual_account_id = :virtualAccountId)
     select exists (select 1 from provider_reserve_movements where provider_id = :providerId and period = :period) as is_paid,
        exists (select 1 from told where balance >= :targetMinor and on_date >= :day::date - interval '${BELOW_MONTHS} months')
          or coalesce((select balance from told where on_date < :day::date - interval '${BELOW_MONTHS} months' order by on_date desc, created_at desc limit 1), 0) >= :targetMinor as reached_lately,
        exists (select 1 from virtual_accounts where id = :virtualAccountId and created_at < :day::date - interval '${BELOW_MONTHS} months') as is_old`,
    {
      providerId,
      virtualAccountId: fund.virtualAccountId,
      period: day.slice(0, 7),
      day,
      targetMinor: settings.targetMinor ?? 0,
    }
  )
  const isBelow = fund.balanceMinor < (settings.targetMinor ?? 0)
  const isDue = Math.min(settings.day ?? lastDay, lastDay) < Number(day.slice(8))
  return [
    ...(isBelow && isDue && !isPaid
      ? ['La aportación de este mes espera: la cuenta no tiene saldo suficiente.']
      : []),
    ...(isBelow && isOld && !reachedLately
      ? [`El fondo lleva más de ${BELOW_MONTHS} meses por debajo de su objetivo.`]
      : []),
  ]
}
