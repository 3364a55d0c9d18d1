import writeXlsxFile from 'write-excel-file/node'
import type { ReportCell, ReportTable } from '#app/kernel/documents/pdf_report'
import { safeCell } from '#app/kernel/lists/export_file'
import { currencyExponent } from '#app/kernel/money/currency'
import { decimalText } from '#app/kernel/money/money'

const SHEET_NAME_MAX = 31

/** A report as a workbook, a sheet a table; amounts are numbers with the decimals of their currency and its code. */
export async function reportXlsx(tables: ReportTable[]): Promise<Buffer> {
  const sheets = tables.map(({ title, columns, rows }) => ({
    sheet: title.replace(/[\\/?*[\]:]/g, ' ').slice(0, SHEET_NAME_MAX),
    data: [
      columns.map(({ header }) => ({ value: header, fontWeight: 'bold' as const })),
      ...rows.map((row) => row.map(cellOf)),
    ],
    columns: columns.map(({ share }) => ({ width: 10 + share * 6 })),
    stickyRowsCount: 1,
  }))
  return (await writeXlsxFile(sheets).toBuffer()) as Buffer
}

function cellOf(cell: ReportCell) {
  if (cell === null || cell === '') return null
  if (typeof cell === 'string') return { value: safeCell(cell), type: String }
  if (typeof cell === 'number') return { value: cell, type: Number }
  const decimals = currencyExponent(cell.currency)
  return {
    value: Number(decimalText(cell.minor, cell.currency)),
    type: Number,
    format: `#,##0${decimals === 0 ? '' : `.${'0'.repeat(decimals)}`} "${cell.currency}"`,
  }
}
