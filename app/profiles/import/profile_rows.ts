import type { ImportColumns } from '#app/imports/columns'
import type { RowReader } from '#app/imports/row_reader'
import { foldText } from '#app/kernel/text/similarity'
import { FIELD_NAMES, type FiledProfile, KIND_NAMES, MODE_NAMES } from '#app/profiles/profile_file'

export const PROFILE_COLUMNS = {
  name: { title: 'Perfil', kind: 'text', isNeeded: true },
  provider: { title: 'Proveedor', kind: 'text' },
  category: { title: 'Categoría', kind: 'text', isNeeded: true },
  account: { title: 'Cuenta', kind: 'text' },
  vat: { title: 'IVA', kind: 'choice' },
  withholding: { title: 'Retención', kind: 'choice' },
  priority: { title: 'Prioridad', kind: 'text' },
  minScore: { title: 'Mínimo', kind: 'text' },
  active: { title: 'Activo', kind: 'choice' },
  kind: { title: 'Tipo', kind: 'choice' },
  mode: { title: 'Modo', kind: 'choice' },
  text: { title: 'Palabra', kind: 'text', isNeeded: true },
  weight: { title: 'Peso', kind: 'text' },
  field: { title: 'Campo', kind: 'choice' },
} as const satisfies ImportColumns
type Column = keyof typeof PROFILE_COLUMNS

/** What a row says of a profile, with one of its words; everything that is wrong with it is noted. */
export function readProfileRow(row: RowReader<Column>): FiledProfile {
  const textOr = (column: Column) => row.text(column) || null
  const whole = (column: Column, otherwise: number): number =>
    wholeNumber(row.text(column) || String(otherwise), row.refuse) ?? otherwise
  const named = <Name extends string>(names: Record<Name, string>, text: string) => {
    const found = nameIn(names, text)
    if (!found) row.refuse(`no se entiende «${text}».`)
    return found
  }
  const word = row.text('text')
  return {
    name: row.text('name'),
    provider: textOr('provider'),
    category: row.text('category'),
    account: textOr('account'),
    vat: textOr('vat'),
    withholding: textOr('withholding'),
    deductible_percent: null,
    amount_min: null,
    amount_max: null,
    priority: whole('priority', 100),
    min_score: whole('minScore', 50),
    match_fields: ['concept', 'description'],
    requires_approval: true,
    auto_book: false,
    active: foldText(row.text('active')) !== 'no',
    keywords: [
      {
        kind: named(KIND_NAMES, row.text('kind') || KIND_NAMES.include) ?? 'include',
        mode:
          named(MODE_NAMES, row.text('mode') || MODE_NAMES[word.includes(' ') ? 'phrase' : 'word']) ?? 'word',
        text: word,
        weight: whole('weight', 50),
        field: row.text('field') === '' ? null : named(FIELD_NAMES, row.text('field')),
      },
    ],
  }
}

const WHOLE_MAX = 1000

/** A number from 0 to 1,000; null where it is none, which is refused. */
export function wholeNumber(text: string, refuse: (message: string) => void): number | null {
  const value = Number(text)
  if (Number.isInteger(value) && value >= 0 && value <= WHOLE_MAX) return value
  refuse(`«${text}» no es un número entero.`)
  return null
}

/** The name that a text means, by the name itself or by what people read; null for none. */
function nameIn<Name extends string>(names: Record<Name, string>, text: string): Name | null {
  const wanted = foldText(text)
  const found = (Object.entries(names) as [Name, string][]).find(
    ([name, said]) => foldText(name) === wanted || foldText(said) === wanted
  )
  return found?.[0] ?? null
}
