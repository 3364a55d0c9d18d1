import { TextAreaField, TextField } from '~/kit/fields/text_fields'
import { urlFor } from '~/urls'
import { NoteLines } from '../note_lines/note_lines'
import type { PublicForm } from './claimant_step'
import type { PublicPage } from './public_values'

/** What it was for, and each expense with its photograph. */
export function ExpensesStep({ form, page, stamp }: { form: PublicForm; page: PublicPage; stamp: string }) {
  return (
    <>
      <TextField
        label="Concepto de la nota"
        placeholder="Visita al hotel de Sevilla"
        isRequired
        lengthMax={120}
        {...form.field('title')}
      />
      <TextAreaField label="Motivo" rows={2} lengthMax={1000} {...form.field('purpose')} />
      <NoteLines
        lines={form.values.lines}
        options={page.options}
        errors={form.errors}
        readingUrl={urlFor('public.payexpenses.read')}
        stamp={stamp}
        onChange={form.change('lines')}
      />
    </>
  )
}
