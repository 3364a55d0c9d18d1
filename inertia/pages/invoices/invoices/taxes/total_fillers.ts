import type { FormOf } from '~/kit/form/use_form_submission'
import { amountOfWord } from '../review/word_values'
import type { TotalsDraft } from './totals_draft'

/** What a word of the document does in each field of the totals. */
export function totalFillers(form: FormOf<TotalsDraft>, currency: string) {
  const { groups } = form.values
  const fill = (name: 'total' | 'withholding' | 'supplied') => (word: string) =>
    form.field(name).onChange(amountOfWord(word, currency))
  const rows = groups.flatMap((row, index) =>
    (['base', 'vat', 'surcharge'] as const).map((part) => [
      `groups.${index}.${part}`,
      (word: string) =>
        form.set({ groups: groups.with(index, { ...row, [part]: amountOfWord(word, currency) }) }),
    ])
  )
  return {
    total: fill('total'),
    withholding: fill('withholding'),
    supplied: fill('supplied'),
    ...Object.fromEntries(rows),
  }
}
