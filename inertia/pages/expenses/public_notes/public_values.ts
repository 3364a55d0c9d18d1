import type { PublicOpening } from '~/kit/form/use_public_submission'
import { type LineOptions, type NoteLine, newLine, sentNote } from '../note_lines/note_line_values'

export type PublicPage = PublicOpening & {
  /** The token of a company's own link, and the company it stands for. */
  link: string | null
  site: string | null
  /** The note that was sent in just now. */
  sent: { number: string; url: string | null } | null
  options: LineOptions
}

export const emptyValues = () => ({
  siteTaxId: '',
  name: '',
  taxId: '',
  isForeignId: false,
  email: '',
  iban: '',
  title: '',
  purpose: '',
  lines: [newLine()] as NoteLine[],
  privacy: false,
  website: '',
})

export type PublicValues = ReturnType<typeof emptyValues>

export function sentValues({ lines, siteTaxId, ...values }: PublicValues, { site, link }: PublicPage) {
  return { ...values, ...sentNote(lines), ...(site ? { empresa: link } : { siteTaxId }) }
}

export const STEPS = ['Sus datos', 'Gastos', 'Resumen'] as const

const FIRST = ['name', 'tax_id', 'is_foreign_id', 'email', 'iban', 'site_tax_id']
const LAST = ['privacy', 'form']

/** The earliest step that an error stands on. */
export function stepOfErrors(errors: Record<string, string>): number | null {
  const names = Object.keys(errors)
  if (names.length === 0) return null
  if (names.some((name) => FIRST.includes(name))) return 0
  return names.some((name) => !LAST.includes(name)) ? 1 : 2
}
