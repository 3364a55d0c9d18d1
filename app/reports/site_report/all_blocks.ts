import { reconciliationsBlock } from '#app/reports/site_report/cash_blocks'
import { alarmsBlock, groupBlock, taxesBlock } from '#app/reports/site_report/ledger_blocks'
import type { BlockDefinition } from '#app/reports/site_report/report_block'

/** The blocks that page, PDF and workbook draw from their declaration, in their order: a new one is a line here. */
export const ALL_BLOCKS: readonly BlockDefinition[] = [
  reconciliationsBlock,
  taxesBlock,
  groupBlock,
  alarmsBlock,
]
