/** What the summary measures; each is a sum of lines of the journal, and the list behind it is those lines. */
export type Measure =
  | 'opening'
  | 'collected'
  | 'paidOut'
  | 'transfers'
  | 'closing'
  | 'invoiced'
  | 'settled'
  | 'payroll'
  | 'taxes'
  | 'loans'
  | 'sales'
  | 'cost'
  | 'margin'
  | 'rebilled'

type Rule = {
  label: string
  classes: readonly string[]
  /** Over a row of `moved m`, whatever its month. */
  where: string
  /** `debit` and `credit` are what went to one side alone; `in` is debit less credit, `out` the other way round. */
  side: 'debit' | 'credit' | 'in' | 'out'
  /** Lines of the period, of all that was before it, or of both. */
  span: 'period' | 'before' | 'until'
}

/** Closing a year empties every account and opens the next: none of that is a movement. */
export const CLOSING_JOURNALS = `('apertura', 'cierre', 'regularizacion')`
const REAL = `m.journal not in ${CLOSING_JOURNALS}`
/** Among companies of the group, when those are left out. */
const INTERNAL = `(:eliminates and m.is_internal)`
const OUTSIDE = `${REAL} and not ${INTERNAL}`
/** What companies charge on to each other, and what they bear of a shared cost: entries that stand in the books of both. */
const AMONG_COMPANIES = `${REAL} and m.is_internal`
const FLOW = `${OUTSIDE} and not m.is_transfer and m.journal <> 'saldo_inicial'`

/**
 * The rule of each measure (area 10 §2). The balance an account is opened with belongs to the initial balance of the
 * period it is opened in, so that initial balance + collected - paid + transfers is the final one.
 */
export const MEASURES: Record<Measure, Rule> = {
  opening: { label: 'Saldo inicial', classes: ['cash'], where: REAL, side: 'in', span: 'before' },
  collected: { label: 'Cobros', classes: ['cash'], where: FLOW, side: 'debit', span: 'period' },
  paidOut: { label: 'Pagos', classes: ['cash'], where: FLOW, side: 'credit', span: 'period' },
  transfers: {
    label: 'Traspasos',
    classes: ['cash'],
    where: `${REAL} and m.journal <> 'saldo_inicial' and (m.is_transfer or ${INTERNAL})`,
    side: 'in',
    span: 'period',
  },
  closing: { label: 'Saldo final', classes: ['cash'], where: REAL, side: 'in', span: 'until' },
  invoiced: {
    label: 'Facturado (proveedores)',
    classes: ['supplier'],
    where: `${OUTSIDE} and m.journal = 'compras'`,
    side: 'out',
    span: 'period',
  },
  settled: {
    label: 'Pagado (proveedores)',
    classes: ['supplier'],
    where: `${OUTSIDE} and m.journal <> 'compras'`,
    side: 'in',
    span: 'period',
  },
  payroll: {
    label: 'Nóminas',
    classes: ['operating'],
    where: `${OUTSIDE} and m.journal = 'nomina'`,
    side: 'in',
    span: 'period',
  },
  taxes: { label: 'Impuestos (neto)', classes: ['tax'], where: OUTSIDE, side: 'out', span: 'period' },
  loans: { label: 'Préstamos (neto)', classes: ['loan'], where: OUTSIDE, side: 'out', span: 'period' },
  sales: { label: 'Ventas', classes: ['sales'], where: OUTSIDE, side: 'out', span: 'period' },
  cost: {
    label: 'Gastos de explotación',
    classes: ['operating'],
    where: OUTSIDE,
    side: 'in',
    span: 'period',
  },
  margin: {
    label: 'Margen operativo',
    classes: ['sales', 'operating'],
    where: OUTSIDE,
    side: 'out',
    span: 'period',
  },
  rebilled: {
    label: 'Refacturado (neto)',
    classes: ['operating'],
    where: AMONG_COMPANIES,
    side: 'out',
    span: 'period',
  },
}

export const MEASURE_NAMES = Object.keys(MEASURES) as Measure[]

const AMOUNTS = { debit: 'm.debit', credit: 'm.credit', in: 'm.debit - m.credit', out: 'm.credit - m.debit' }

/** Whether a row of a month counts. The opening of an account counts as if it were before the period. */
function spanOf({ span }: Rule): string {
  if (span === 'until') return 'm.month <= :to'
  if (span === 'period') return 'm.month between :from and :to'
  return `(m.month < :from or (m.month <= :to and m.journal = 'saldo_inicial'))`
}

export const classesOf = (measure: Measure): string =>
  MEASURES[measure].classes.map((name) => `'${name}'`).join(', ')

/** The same of a line, by its day: an index knows days, and the planner how many lines lie among them. */
function daySpanOf({ span }: Rule): string {
  const until = `m.posted_on < (:to::date + interval '1 month')::date`
  if (span === 'until') return until
  if (span === 'period') return `m.posted_on >= :from::date and ${until}`
  return `(m.posted_on < :from::date or (${until} and m.journal = 'saldo_inicial'))`
}

/** The condition under which a row of `moved m` on an account `a` counts; accounts the reader may not see never do. */
export const conditionOf = (measure: Measure): string => condition(measure, spanOf(MEASURES[measure]))

/** The same of one line of the journal, on the side that the measure adds up. */
export function lineConditionOf(measure: Measure): string {
  const { side } = MEASURES[measure]
  const ofSide = { debit: ' and m.base_minor > 0', credit: ' and m.base_minor < 0', in: '', out: '' }[side]
  return `${condition(measure, daySpanOf(MEASURES[measure]))}${ofSide}`
}

const condition = (measure: Measure, span: string): string =>
  `a.class in (${classesOf(measure)}) and ${MEASURES[measure].where} and ${span} and not (m.account_id = any(:hidden::bigint[]))`

const LINES = {
  debit: 'm.debit_lines',
  credit: 'm.credit_lines',
  in: 'm.debit_lines + m.credit_lines',
  out: 'm.debit_lines + m.credit_lines',
}

/** How many lines rows of `moved m` on accounts `a` stand for in a measure, and what they add up to in cents. */
export function linesOf(measure: Measure): { count: string; amount: string; where: string } {
  const { side } = MEASURES[measure]
  return { count: `sum(${LINES[side]})`, amount: `sum(${AMOUNTS[side]})`, where: conditionOf(measure) }
}

/** The sum of a measure over rows of `moved m` on accounts `a`, in cents. */
export const sumOf = (measure: Measure): string =>
  `coalesce(sum(${AMOUNTS[MEASURES[measure].side]}) filter (where ${conditionOf(measure)}), 0)::bigint`

/** What one line adds to a measure, in cents; lines on the other side of a one-sided measure are left out. */
export const LINE_AMOUNTS = {
  debit: 'm.base_minor',
  credit: '-m.base_minor',
  in: 'm.base_minor',
  out: '-m.base_minor',
}
