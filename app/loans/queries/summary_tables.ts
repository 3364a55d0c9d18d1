import type { ReportTable } from '#app/kernel/documents/pdf_report'
import type { LoansSummary } from '#app/loans/queries/loans_summary'

/** The summary of loans as sheets: each pair, and each company. */
export function summaryTables({ companies, cells, banks }: LoansSummary): ReportTable[] {
  const nameOf = (id: number) => companies.find((company) => company.id === id)?.name ?? ''
  return [
    {
      title: 'Quién debe a quién',
      columns: [
        { header: 'Prestamista', share: 4 },
        { header: 'Prestatario', share: 4 },
        { header: 'Neto', share: 2 },
      ],
      rows: [
        ...cells.map(({ lenderId, borrowerId, amount }) => [nameOf(lenderId), nameOf(borrowerId), amount]),
        ...banks.map(({ name, borrowerId, amount }) => [name, nameOf(borrowerId), amount]),
      ],
    },
    {
      title: 'Por empresa',
      columns: [
        { header: 'Empresa', share: 4 },
        { header: 'Presta', share: 2 },
        { header: 'Debe', share: 2 },
        { header: 'Neto', share: 2 },
        { header: 'Bancos', share: 2 },
        { header: 'Vence en 30 días', share: 2 },
        { header: 'Vence en 90 días', share: 2 },
        { header: 'Vencido', share: 2 },
      ],
      rows: companies.map((company) => [
        company.name,
        company.lends,
        company.owes,
        company.net,
        company.banks,
        company.due30,
        company.due90,
        company.overdue,
      ]),
    },
  ]
}
