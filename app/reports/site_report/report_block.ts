import type { ReportTable } from '#app/kernel/documents/pdf_report'
import type { MoneyJson } from '#app/kernel/money/money'
import type { ReportPeriod } from '#app/kernel/time/report_period'

/** The company a report is of, with the currency of its books: what the report adds up in. */
export type ReportedSite = { id: number; currency: string }

/** Accounts that the reader may not see. */
export type Hidden = readonly number[]

/** What a block is asked: of which company, over which days, without which accounts. */
export type BlockQuestion = { site: ReportedSite; period: ReportPeriod; hidden: Hidden }

/** A text, or a figure with the address of the list that it sums up; null where there is nothing to tell. */
export type BlockCell = string | { value: number | MoneyJson; href: string } | null

/** A row with as many cells as the block has columns; `key` tells it from the others. */
export type BlockRow = { key: string | number; cells: BlockCell[] }

/** `share` is its part of the width in print; a `code` is a text of digits, a `figure` stands on the right. */
type BlockColumn = { title: string; share?: number; kind?: 'code' | 'figure' }

/** A block of the report as one declaration: its page, PDF and workbook draw it from this. */
export type BlockDefinition = {
  key: string
  title: string
  /** The half of the page where it stands, below what has a form of its own. */
  half: 'left' | 'right'
  /** Said where it has no rows. */
  empty: string
  columns: readonly BlockColumn[]
  read: (asked: BlockQuestion) => Promise<BlockRow[]>
}

/** A block that was read. */
export type ReportBlock = Omit<BlockDefinition, 'read'> & { rows: BlockRow[] }

/** Reads blocks for a report, in their order. */
export function readBlocks(blocks: readonly BlockDefinition[], asked: BlockQuestion): Promise<ReportBlock[]> {
  return Promise.all(blocks.map(async ({ read, ...told }) => ({ ...told, rows: await read(asked) })))
}

const SHARE_TEXT = 4
const SHARE_FIGURE = 2

/** A block in print and in a sheet of its own. */
export const blockTable = ({ title, columns, rows }: ReportBlock): ReportTable => ({
  title,
  columns: columns.map(({ title: header, kind, share }) => ({
    header,
    share: share ?? (kind === 'figure' ? SHARE_FIGURE : SHARE_TEXT),
    ...(kind === 'figure' ? { numeric: true } : {}),
  })),
  rows: rows.map(({ cells }) =>
    cells.map((cell) => (cell === null || typeof cell === 'string' ? cell : cell.value))
  ),
})
