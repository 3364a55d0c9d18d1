import type { MoneyValue } from '~/kit/money'

export type PreviewLine = {
  id: string
  bookedOn: string
  valueOn: string | null
  text: string
  amount: MoneyValue
  balanceAfter: MoneyValue | null
}

export type LeftOutLine = {
  id: string
  line: number | null
  state: string
  bookedOn: string | null
  text: string
  /** As the bank writes it. */
  amount: string
}

export type PreviewContent = {
  source: string
  from: string | null
  to: string | null
  opening: MoneyValue | null
  closing: MoneyValue | null
  newCount: number
  repeatedCount: number
  rejectedCount: number
  /** Rows that never happened or are not in the balance yet, the first of them. */
  leftOut: LeftOutLine[]
  leftOutCount: number
  isUnchecked: boolean
  hasControlIssues: boolean
  needsForce: boolean
  issues: { code: string; message: string; line?: number }[]
  warnings: string[]
  lines: PreviewLine[]
}

export type PreviewColumns = {
  headings: string[]
  /** The first values under each heading. */
  samples: Record<string, string[]>
  values: Record<string, string | string[] | null>
}

/** An uploaded file: its columns when it is a table, its content once they are known. */
export type StatementPreview = {
  fileId: number
  name: string
  columns: PreviewColumns | null
  /** Why the columns have to be chosen before anything can be shown. */
  problem: string | null
  content: PreviewContent | null
}
