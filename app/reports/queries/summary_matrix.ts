import { rows } from '#app/kernel/database/sql'
import { today } from '#app/kernel/time/calendar_date'
import { worthLeft } from '#app/ledger/fx/worth_sql'
import { MEASURE_NAMES, type Measure, sumOf } from '#app/reports/measures'
import { MOVED } from '#app/reports/queries/moved'
import type { Months, SummaryMode, SummaryRequest } from '#app/reports/summary_request'

/** The figures of one row in cents of the company's currency. */
export type Figures = Record<Measure | 'pending' | 'overdue', number>
export type MatrixRow = { key: string; label: string; figures: Figures }

type Place = { key: string; label: string; joins: string }

/** What a row of each mode stands for. */
const PLACES: Record<SummaryMode, Place> = {
  site: {
    key: 'm.site_id::text',
    label: `s.code || ' · ' || coalesce(nullif(s.trade_name, ''), s.legal_name::text)`,
    joins: 'join sites s on s.id = m.site_id',
  },
  month: { key: `to_char(m.month, 'YYYY-MM')`, label: `to_char(m.month, 'YYYY-MM')`, joins: '' },
  provider: {
    key: 'a.subledger_id::text',
    label: 'p.legal_name',
    joins: `join providers p on a.class = 'supplier' and p.id = a.subledger_id`,
  },
  category: {
    key: `coalesce(m.category_id::text, 'none')`,
    label: `coalesce(c.name::text, 'Sin categoría')`,
    joins: 'left join categories c on c.id = m.category_id',
  },
  center: {
    key: `coalesce(m.center_id::text, 'none')`,
    label: `coalesce(t.name, 'Sin centro')`,
    joins: 'left join site_centers t on t.id = m.center_id',
  },
}

export const bindingsOf = (
  { siteIds, eliminates, hiddenAccountIds }: SummaryRequest,
  { from, to }: Months
) => ({
  from,
  to,
  eliminates,
  all: siteIds === 'all',
  ids: siteIds === 'all' ? [] : siteIds,
  hidden: hiddenAccountIds,
})

type FoundRow = { key: string; label: string } & Record<string, string | number>

/** The summary of a period by its mode; rows of which every figure is zero are left out. */
export async function summaryMatrix(request: SummaryRequest, months: Months): Promise<MatrixRow[]> {
  const place = PLACES[request.mode]
  const sums = MEASURE_NAMES.map((measure) => `${sumOf(measure)} as "${measure}"`).join(', ')
  const found = await rows<FoundRow>(
    `with ${MOVED} select ${place.key} as key, max(${place.label}) as label, ${sums}
       from moved m join report_accounts a on a.account_id = m.account_id ${place.joins} group by 1`,
    bindingsOf(request, months)
  )
  const open = await openByKey(request, months)
  const matrix = withOpen(found.map(figuresOf), open)
  const shown = request.mode === 'month' ? runningBalances(matrix, months) : matrix
  return shown.filter(({ figures }) => Object.values(figures).some((minor) => minor !== 0))
}

function figuresOf(found: FoundRow): MatrixRow {
  const figures = Object.fromEntries(MEASURE_NAMES.map((measure) => [measure, Number(found[measure])]))
  return { key: found.key, label: found.label, figures: { ...figures, pending: 0, overdue: 0 } as Figures }
}

type Open = { key: string; label: string; pending: number; overdue: number }

/**
 * What is left to pay today of the invoices booked until the end of the period, in the company's currency (what is in
 * another at the rate it is booked at), by company or supplier; the partial index of open invoices gives it. Other modes have no such figure.
 */
async function openByKey(request: SummaryRequest, months: Months): Promise<Open[]> {
  if (request.mode !== 'site' && request.mode !== 'provider') return []
  const [key, label] =
    request.mode === 'site'
      ? ['i.site_id', `s.code || ' · ' || coalesce(nullif(s.trade_name, ''), s.legal_name::text)`]
      : ['i.provider_id', 'p.legal_name']
  return rows<Open>(
    `select ${key}::text as key, max(${label}) as label, sum(${worthLeft('i.payable_minor')})::bigint as pending,
        coalesce(sum(${worthLeft('i.payable_minor')}) filter (where i.due_on < :today), 0)::bigint as overdue
       from invoices i join sites s on s.id = i.site_id join providers p on p.id = i.provider_id where ${OPEN_OF_PERIOD} group by 1`,
    { ...bindingsOf(request, months), today: today() }
  )
}

/** Booked invoices with something left, of the period's end and before. */
const OPEN_OF_PERIOD = `i.outstanding_minor > 0 and i.payable_minor > 0 and i.status in ('booked', 'disputed') and (i.fx_rate is not null or i.currency = s.base_currency)
  and i.posted_on < :to::date + interval '1 month' and (:all or i.site_id = any(:ids::bigint[]))
  and not (:eliminates and (p.site_id_if_group is not null or p.ledger_prefix = '403'))`

function withOpen(matrix: MatrixRow[], open: Open[]): MatrixRow[] {
  const byKey = new Map(matrix.map((row) => [row.key, row]))
  for (const { key, label, pending, overdue } of open) {
    const row = byKey.get(key) ?? { key, label, figures: noFigures() }
    row.figures = { ...row.figures, pending, overdue }
    byKey.set(key, row)
  }
  return [...byKey.values()].toSorted((a, b) => a.label.localeCompare(b.label, 'es'))
}

const noFigures = (): Figures =>
  Object.fromEntries([...MEASURE_NAMES, 'pending', 'overdue'].map((name) => [name, 0])) as Figures

/** By month, each begins with the balance the one before ended with and what accounts were opened with in it. */
function runningBalances(matrix: MatrixRow[], { from }: Months): MatrixRow[] {
  const ofPeriod = matrix.filter(({ key }) => `${key}-01` >= from)
  const earlier = matrix.filter(({ key }) => `${key}-01` < from)
  let balance = earlier.reduce((sum, { figures }) => sum + figures.opening, 0)
  return ofPeriod.map(({ key, label, figures }) => {
    const opening = balance + figures.opening
    balance = opening + figures.collected - figures.paidOut + figures.transfers
    return { key, label, figures: { ...figures, opening, closing: balance } }
  })
}
