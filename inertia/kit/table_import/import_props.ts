import type { MoneyValue } from '~/kit/money'

/** What every page of an import is sent (`app/imports/queries/import_page.ts`). */
export type ImportPageProps = {
  about: ImportAbout
  preview: Preview | null
  progress: { name: string; done: number; total: number | null } | null
  result: ImportResultOf | null
  imports: PastImport[]
}

export type ImportAbout = {
  title: string
  subtitle: string
  help: string | null
  fileLabel: string
  nouns: { one: string; many: string }
  urls: { create: string; files: string; upload: string; back: string }
  submit: { verb: string; color: string | null }
  needed: string[]
  further: string[]
  questions: Question[]
  shown: { key: string; title: string; kind: 'text' | 'number' | 'day' | 'money' }[]
  wrongRows: 'refuse' | 'ask' | 'leave_out'
}

export type Question = {
  key: string
  label: string
  kind: 'site' | 'day' | 'tick'
  help: string | null
  isNeeded: boolean
  at: 'file' | 'preview'
}

export type PreviewRow = {
  rowNo: number
  isRepeated: boolean
  error: string | null
  warning: string | null
  shown: Readonly<Record<string, string | number | MoneyValue | null>>
}

export type Preview = {
  id: string
  name: string
  problem: string | null
  answers: Readonly<Record<string, string | boolean>>
  notices: string[]
  columns: PreviewColumns | null
  newCount: number
  errorCount: number
  repeatedCount: number
  rows: PreviewRow[]
  leftOutCount: number
  leftOut: { rowNo: number; reason: string; text: string }[]
}

export type PreviewColumns = {
  sheet: string
  sheets: string[]
  headings: { name: string; samples: string[] }[]
  missing: string[]
  fields: { key: string; title: string; isNeeded: boolean; heading: string | null }[]
}

export type PastImport = {
  id: string
  file: string
  imported: number
  /** Rows that stayed out. */
  out: number
  who: string | null
  at: string
  isUndone: boolean
  canUndo: boolean
  /** Why it cannot be taken back. */
  whyNot: string | null
  /** What is asked before it is. */
  question: string
}

export type ImportResultOf = PastImport & {
  result: string | null
  resultUrl: string | null
  counts: { wrong: number; repeated: number; leftOut: number }
  wrong: { rowNo: number; message: string }[]
}
