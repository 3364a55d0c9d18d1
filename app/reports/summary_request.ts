import type { HttpContext } from '@adonisjs/core/http'
import { hiddenLedgerAccounts } from '#app/accounts/queries/account_scope'
import { scopeOf } from '#app/identity/http/scope'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { NotFound } from '#app/kernel/http/access_denied'
import { addMonths, type CalendarDate, isPlausibleDay, today } from '#app/kernel/time/calendar_date'

export const SUMMARY_MODES = {
  site: 'Empresa',
  category: 'Categoría',
  provider: 'Proveedor',
  center: 'Centro',
  month: 'Mes',
} as const
export type SummaryMode = keyof typeof SUMMARY_MODES
export const COMPARISONS = {
  none: 'Sin comparar',
  previous: 'Período anterior',
  year: 'Año anterior',
} as const
export type Comparison = keyof typeof COMPARISONS

/** Whole months: the first day of the first and of the last. */
export type Months = { from: CalendarDate; to: CalendarDate }

export type SummaryRequest = Months & {
  mode: SummaryMode
  compare: Comparison
  /** Operations among companies of the group are left out. */
  eliminates: boolean
  siteIds: number[] | 'all'
  /** Rows before the first one shown, where there are more than a page holds. */
  skip: number
  /** Ledger accounts of bank accounts that the caller may not look into. */
  hiddenAccountIds: number[]
}

const MONTHS_MAX = 60

/** What the query string asks of the summary; what is malformed falls back to the year so far. 404 for foreign companies. */
export async function summaryRequest(ctx: HttpContext): Promise<SummaryRequest> {
  const query = ctx.request.qs() as Record<string, unknown>
  return {
    ...monthsOf(query.from, query.to),
    mode: known(SUMMARY_MODES, query.mode) ?? 'site',
    compare: known(COMPARISONS, query.compare) ?? 'none',
    eliminates: query.eliminates === '1',
    skip: skipOf(query.skip),
    siteIds: chosenSites(ctx),
    hiddenAccountIds: await hiddenLedgerAccounts(requireSignedIn(ctx).user.id),
  }
}

/** The companies of `?site_ids[]=`, or the caller's. Throws NotFound for one that is not the caller's. */
export function chosenSites(ctx: HttpContext): number[] | 'all' {
  const scope = scopeOf(ctx)
  const asked = (ctx.request.qs() as Record<string, unknown>).site_ids
  const ids = (Array.isArray(asked) ? asked : asked === undefined ? [] : [asked])
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id > 0)
  if (ids.length === 0) return scope
  if (scope !== 'all' && ids.some((id) => !scope.includes(id))) throw new NotFound()
  return ids
}

function monthsOf(from: unknown, to: unknown): Months {
  const [first, last] = [monthStart(from), monthStart(to)]
  if (first && last && first <= last && addMonths(first, MONTHS_MAX) > last) return { from: first, to: last }
  const thisMonth = `${today().slice(0, 7)}-01` as CalendarDate
  return { from: `${today().slice(0, 4)}-01-01` as CalendarDate, to: thisMonth }
}

function monthStart(value: unknown): CalendarDate | null {
  const day = `${String(value)}-01`
  return /^\d{4}-\d{2}$/.test(String(value)) && isPlausibleDay(day) ? day : null
}

const SKIP_MAX = 1_000_000

function skipOf(value: unknown): number {
  const skip = Number(value)
  return Number.isSafeInteger(skip) && skip > 0 && skip <= SKIP_MAX ? skip : 0
}

function known<Names extends object>(names: Names, value: unknown): keyof Names | null {
  return typeof value === 'string' && Object.hasOwn(names, value) ? (value as keyof Names) : null
}

/** How many months a period has. */
function countMonths({ from, to }: Months): number {
  const index = (day: CalendarDate) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))
  return index(to) - index(from) + 1
}

/** How many months before the period the one lies that it is compared with. */
export const monthsBack = (request: SummaryRequest): number =>
  request.compare === 'year' ? 12 : countMonths(request)

/** The period a summary is compared with. */
export function comparedMonths(request: SummaryRequest): Months | null {
  if (request.compare === 'none') return null
  const back = monthsBack(request)
  return { from: addMonths(request.from, -back), to: addMonths(request.to, -back) }
}
