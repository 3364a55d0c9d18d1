import type { MoneyValue } from '~/kit/money'

export type PreviewLine = {
  id: string
  booked_on: string
  value_on: string | null
  text: string
  amount: MoneyValue
  balance_after: MoneyValue | null
}

export type PreviewContent = {
  source: string
  from: string | null
  to: string | null
  opening: MoneyValue | null
  closing: MoneyValue | null
  new_count: number
  repeated_count: number
  rejected_count: number
  has_control_issues: boolean
  needs_force: boolean
  issues: { code: string; message: string; line?: number }[]
  warnings: string[]
  lines: PreviewLine[]
}

export type PreviewColumns = { headings: string[]; values: Record<string, string | string[] | null> }

/** An uploaded file: its columns when it is a table, its content once they are known. */
export type StatementPreview = {
  file_id: number
  name: string
  columns: PreviewColumns | null
  content: PreviewContent | null
}
