import type { ReportTable } from '#app/kernel/documents/pdf_report'
import { reportPdf } from '#app/kernel/documents/pdf_report'
import { formatAmount } from '#app/kernel/money/money'
import { formatDay, today } from '#app/kernel/time/calendar_date'
import type { SummaryRow, SummaryTable } from '#app/reports/queries/summary_page'
import { COMPARISONS, SUMMARY_MODES, type SummaryRequest } from '#app/reports/summary_request'

/** The summary printed on A4 landscape in euros; what it is compared with stands under each row. */
export function summaryPdf(table: SummaryTable, request: SummaryRequest, printed: string): Promise<Buffer> {
  const [from, to] = [request.from.slice(0, 7), request.to.slice(0, 7)]
  const parts = [
    from === to ? `Mes ${from}` : `De ${from} a ${to}`,
    `por ${SUMMARY_MODES[request.mode].toLowerCase()}`,
    'importes en euros',
    ...(request.eliminates ? ['sin operaciones internas'] : []),
    ...(request.compare === 'none' ? [] : [`comparado: ${COMPARISONS[request.compare].toLowerCase()}`]),
    ...(table.foreign.length > 0 ? [`sin ${table.foreign.join(', ')}, en otra divisa`] : []),
  ]
  return reportPdf([summaryTables(table, request)], {
    title: 'Resumen',
    subtitle: `${parts.join(' · ')} · a ${formatDay(today())}`,
    printed,
    layout: 'landscape',
  })
}

function summaryTables(table: SummaryTable, { mode, compare }: SummaryRequest): ReportTable {
  const total = { key: 'total', label: 'Total', cells: table.totals }
  const shown = table.rows.length > 0 ? [...table.rows, total] : []
  return {
    title: SUMMARY_MODES[mode],
    look: 'dense',
    columns: [
      { header: SUMMARY_MODES[mode], share: 5 },
      ...table.columns.map(({ label }) => ({ header: label, share: 3, numeric: true })),
    ],
    rows: shown.flatMap((row) => [
      textsOf(table, row, 'minor'),
      ...(compare === 'none' ? [] : [textsOf(table, { ...row, label: '    antes' }, 'before')]),
    ]),
  }
}

const textsOf = ({ columns }: SummaryTable, { label, cells }: SummaryRow, side: 'minor' | 'before') => [
  label,
  ...columns.map(({ key }) => {
    const minor = cells[key]?.[side] ?? null
    return minor === null ? '–' : formatAmount(minor)
  }),
]
