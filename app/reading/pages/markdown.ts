import type { DocumentLayout, Line } from '#app/reading/layout/layout_types'
import type { ReadInvoice } from '#app/reading/reading_types'

const tableRowsMin = 2

/** The pages as Markdown: headings for large print, tables for lines of several columns, the rest as paragraphs. */
export function toMarkdown(layout: DocumentLayout | null, invoices: ReadInvoice[]): string {
  if (!layout) return invoices.map(fieldsTable).join('\n\n')
  return layout.pages.map((_, page) => pageMarkdown(layout, page)).join('\n\n---\n\n')
}

function pageMarkdown(layout: DocumentLayout, page: number): string {
  const parts: string[] = [`<!-- Página ${page + 1} -->`]
  let table: Line[] = []
  const flush = () => {
    if (table.length > 0)
      parts.push(
        table.length >= tableRowsMin
          ? tableMarkdown(table)
          : table.map((line) => escapeText(line.text)).join('\n')
      )
    table = []
  }
  for (const line of layout.lines.filter((one) => one.page === page)) {
    if (line.segments.length >= 2) {
      table.push(line)
      continue
    }
    flush()
    parts.push(line.height > layout.textHeight * 1.4 ? `## ${escapeText(line.text)}` : escapeText(line.text))
  }
  flush()
  return parts.join('\n\n')
}

function tableMarkdown(lines: Line[]): string {
  const columns = Math.max(...lines.map((line) => line.segments.length))
  const row = (cells: string[]) =>
    `| ${[...cells, ...Array<string>(columns - cells.length).fill('')].join(' | ')} |`
  const rows = lines.map((line) => row(line.segments.map((segment) => escapeText(segment.text))))
  return [rows[0], `|${' --- |'.repeat(columns)}`, ...rows.slice(1)].join('\n')
}

function escapeText(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\|<>*_#`[\]]/g, '\\$&')
}

function fieldsTable(invoice: ReadInvoice): string {
  const rows = Object.entries(invoice.fields)
    .filter(([, field]) => field.value !== null && typeof field.value !== 'object')
    .map(([name, field]) => `| ${name} | ${escapeText(String(field.value))} |`)
  return ['| Campo | Valor |', '| --- | --- |', ...rows].join('\n')
}
